import type { Example } from '../example.ts'
import { Money } from '../money/money.tsx'
import { OrderSummary } from './order-summary.tsx'

const amount = (text: string) => <Money amount={text} currency="CHF" />

export const examples: readonly Example[] = [
  {
    name: 'tickets and tax',
    element: (
      <OrderSummary
        overline="Saturday 15 May 2027, Lugano"
        title="Alpine Systems Days"
        rows={[
          { key: 'tickets', label: '2 × Conference', amount: amount('240.00') },
          { key: 'tax', label: 'incl. 8.1% VAT', amount: amount('17.98'), isSoft: true },
        ]}
        total={{ label: 'Total', amount: amount('240.00') }}
      />
    ),
  },
  {
    name: 'free',
    element: (
      <OrderSummary
        title="Open evening"
        rows={[{ key: 'tickets', label: '1 × Everybody', amount: amount('0.00') }]}
        total={{ label: 'Total', amount: amount('0') }}
      />
    ),
  },
]
