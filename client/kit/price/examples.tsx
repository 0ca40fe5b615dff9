import type { Example } from '../example.ts'
import { Price, Share } from './price.tsx'

export const examples: readonly Example[] = [
  {
    name: 'with its tax',
    element: (
      <Price amount="120.00" currency="CHF">
        incl. 8.1% VAT
      </Price>
    ),
  },
  { name: 'lowered', element: <Price amount="108.00" currency="CHF" before="120.00" /> },
  { name: 'lowered to nothing', element: <Price amount="0.00" currency="CHF" before="20.00" /> },
  { name: 'a share', element: <Share figure="2.5%" /> },
]
