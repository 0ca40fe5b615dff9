import { useState } from 'react'
import type { Example } from '../example.ts'
import { PaymentChoice } from './payment-choice.tsx'

const methods = [
  { method: 'card', icon: 'card', name: 'Card', description: 'Debit or credit card. The tickets arrive right away.' },
  { method: 'transfer', icon: 'bank', name: 'Bank transfer', description: 'The tickets come once the money is there.' },
  {
    method: 'site',
    icon: 'ticket',
    name: 'Pay on site',
    description: 'The tickets come now; you pay at the entrance.',
  },
  { method: 'other', icon: 'wallet', name: 'Another way', description: 'You pay on the page of our payment service.' },
] as const

function Chosen({ id, count, error }: { readonly id: string; readonly count: number; readonly error?: string }) {
  const [chosen, setChosen] = useState<string>()
  return (
    <PaymentChoice
      id={id}
      legend="How would you like to pay?"
      options={methods.slice(0, count)}
      chosen={chosen}
      onChoose={setChosen}
      error={error}
    />
  )
}

export const examples: readonly Example[] = [
  { name: 'one method is told', element: <Chosen id="example-one" count={1} /> },
  { name: 'up to three beside each other', wide: true, element: <Chosen id="example-three" count={3} /> },
  { name: 'more as a list', element: <Chosen id="example-four" count={4} /> },
  {
    name: 'not chosen yet',
    wide: true,
    element: <Chosen id="example-missing" count={2} error="Please choose how you would like to pay." />,
  },
]
