import { expect, test } from 'vitest'
import type { CallResult } from '#client/frame/calls/call-result.ts'
import { POLL_CODES, type PollCode } from '#contract/error-codes.ts'
import { afterVote } from './use-vote.ts'

const refused = (code: string, field = 'pin'): CallResult<boolean> => ({
  kind: 'refused',
  problems: [{ field, code, args: [] }],
  value: null,
})

const NEXT: Record<PollCode, string> = { 'pin.invalid': 'pin', 'pin.duplicate': 'pin', not_found: 'gone' }

test.each(POLL_CODES)('refused with %s', code => {
  expect(afterVote(refused(code)).kind).toBe(NEXT[code])
})

test.each<[string, CallResult<boolean>, unknown]>([
  ['counted', { kind: 'done', value: true }, { kind: 'thanks' }],
  [
    'asked too often: when it may be sent again',
    { kind: 'too-many', retryAfterSeconds: 12 },
    { kind: 'shown', problems: [{ field: '', code: 'foyer.error.too-many', args: [12] }] },
  ],
  [
    'not delivered',
    { kind: 'unreachable' },
    { kind: 'shown', problems: [{ field: '', code: 'foyer.error.unreachable', args: [] }] },
  ],
  [
    'refused for what is not the PIN',
    refused('error.generic', ''),
    { kind: 'shown', problems: [{ field: '', code: 'error.generic', args: [] }] },
  ],
])('%s', (_, answer, next) => {
  expect(afterVote(answer)).toEqual(next)
})
