import type { Example } from '../example.ts'
import { Card, Fold } from './card.tsx'

export const examples: readonly Example[] = [
  {
    name: 'card',
    element: (
      <Card>
        <p>A sheet of paper on the page.</p>
      </Card>
    ),
  },
  {
    name: 'closed fold',
    element: (
      <Fold summary="Conference, ticket 2">
        <p>Not filled in yet.</p>
      </Fold>
    ),
  },
  {
    name: 'open fold',
    element: (
      <Fold summary="Conference, ticket 1" open>
        <p>Ada Lovelace</p>
      </Fold>
    ),
  },
]
