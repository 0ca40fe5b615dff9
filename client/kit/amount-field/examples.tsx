import { useState } from 'react'
import type { Example } from '../example.ts'
import { AmountField } from './amount-field.tsx'

function Giving({ id, from, error }: { id: string; from: string; error?: string }) {
  const [typed, setTyped] = useState(from)
  return <AmountField id={id} label="Your amount" currency="CHF" value={typed} onType={setTyped} error={error} />
}

export const examples: readonly Example[] = [
  { name: 'empty', element: <Giving id="gallery-amount" from="" /> },
  { name: 'filled in', element: <Giving id="gallery-amount-filled" from="20.00" /> },
  {
    name: 'wrong',
    element: <Giving id="gallery-amount-wrong" from="ten" error="Please write an amount such as 12.50." />,
  },
]
