import type { Example } from '../example.ts'
import { Badge } from './badge.tsx'

export const examples: readonly Example[] = [
  { name: 'plain', element: <Badge>Online</Badge> },
  { name: 'warn', element: <Badge tone="warn">9 left</Badge> },
  { name: 'good', element: <Badge tone="good">Paid</Badge> },
  { name: 'accent', element: <Badge tone="accent">New</Badge> },
]
