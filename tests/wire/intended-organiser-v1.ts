import { allCalls } from '#contract/all-calls.ts'
import type { IntendedDifferences } from './intended-differences.ts'

/** The organiser's API, version 1, is of our own: the reference has none of it (decision 90). */
export const organiserV1Differences: readonly IntendedDifferences[] = [
  {
    reason: 'The organiser API of our own, for the desk, its doors and programs, beside the wire of the reference',
    differences: allCalls
      .filter(({ tag }) => tag === 'organiser-v1' || tag === 'door')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}: not in the reference`),
  },
]
