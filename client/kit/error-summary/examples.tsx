import type { Example } from '../example.ts'
import { ErrorSummary } from './error-summary.tsx'

const entries = [
  { text: 'That did not work. Please try again in a moment.' },
  { subject: 'Conference, ticket 2', text: 'Please enter the last name.', target: 'kit-error-summary' },
]

export const examples: readonly Example[] = [
  {
    name: 'whole form and one field',
    element: <ErrorSummary title="Please check this before we go on" entries={entries} />,
  },
]
