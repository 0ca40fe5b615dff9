import type { Example } from '../example.ts'
import { Progress } from './progress.tsx'

const steps = ['Tickets', 'Details', 'Payment', 'Done']

export const examples: readonly Example[] = [
  { name: 'second of four', wide: true, element: <Progress steps={steps} current={1} /> },
  {
    name: 'with a way back',
    wide: true,
    element: <Progress steps={[{ name: 'Tickets', to: '/' }, 'Details', 'Payment', 'Done']} current={1} />,
  },
  { name: 'under way', wide: true, element: <Progress steps={steps} current={2} isBusy /> },
  { name: 'last', wide: true, element: <Progress steps={steps} current={3} /> },
]
