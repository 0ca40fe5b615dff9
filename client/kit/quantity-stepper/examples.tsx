import { useState } from 'react'
import type { Example } from '../example.ts'
import { QuantityStepper } from './quantity-stepper.tsx'

function Counting({ from, max }: { from: number; max: number }) {
  const [count, setCount] = useState(from)
  return <QuantityStepper label={`Student, at most ${max}`} value={count} max={max} onChange={setCount} />
}

export const examples: readonly Example[] = [
  { name: 'none', element: <Counting from={0} max={5} /> },
  { name: 'some', element: <Counting from={2} max={6} /> },
  { name: 'the most', element: <Counting from={4} max={4} /> },
  { name: 'a list, where the maximum is large', element: <Counting from={3} max={20} /> },
  { name: 'a field, where it is larger still', element: <Counting from={60} max={999} /> },
]
