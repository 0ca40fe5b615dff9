import type { Example } from '../example.ts'
import { Money } from './money.tsx'

export const examples: readonly Example[] = [
  { name: 'francs', element: <Money amount="120.00" currency="CHF" /> },
  { name: 'euros', element: <Money amount="1234.50" currency="EUR" /> },
  { name: 'yen', element: <Money amount="2500" currency="JPY" /> },
  { name: 'nothing', element: <Money amount="0.00" currency="CHF" /> },
  { name: 'nothing, in a sum', element: <Money amount="0" currency="CHF" inDigits /> },
]
