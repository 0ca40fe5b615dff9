import type { Example } from '../example.ts'
import { CopyButton } from './copy-button.tsx'

export const examples: readonly Example[] = [
  { name: 'beside a value', element: <CopyButton text="CH9300762011623852957" subject="Account" /> },
]
