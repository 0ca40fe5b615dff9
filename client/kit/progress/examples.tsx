import type { Example } from '../example.ts'
import { Progress } from './progress.tsx'

const steps = ['Tickets', 'Details', 'Payment', 'Done']

export const examples: readonly Example[] = [
  { name: 'second of four', wide: true, element: <Progress steps={steps} current={1} /> },
  { name: 'under way', wide: true, element: <Progress steps={steps} current={2} isBusy /> },
  { name: 'last', wide: true, element: <Progress steps={steps} current={3} /> },
]
