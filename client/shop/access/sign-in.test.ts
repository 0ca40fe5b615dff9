import { expect, test } from 'vitest'
import { rememberFarewell, takeFarewell } from './sign-in.tsx'

test.each(['deleted', 'logged-out'] as const)('what was done is said once: %s', kind => {
  rememberFarewell(kind)
  expect([takeFarewell(), takeFarewell()]).toEqual([kind, undefined])
})
