import { TextButton } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { Blank, Notice } from './notice.tsx'

export const examples: readonly Example[] = [
  { name: 'plain', element: <Notice>The tickets go to this address.</Notice> },
  { name: 'good', element: <Notice tone="good">Your order is complete.</Notice> },
  {
    name: 'warn',
    element: (
      <Notice tone="warn" action={<TextButton>Try again</TextButton>}>
        The connection did not hold.
      </Notice>
    ),
  },
  { name: 'bad', element: <Notice tone="bad">This could not be paid.</Notice> },
  {
    name: 'nothing to show',
    element: (
      <Blank title={<h2>No events at the moment</h2>}>
        <p>Please look in again soon.</p>
      </Blank>
    ),
  },
]
