import { expect, test } from 'vitest'
import type { CallResult } from '#client/frame/calls/call-result.ts'
import { mailRefusalOf } from '../mail-again.tsx'

const refused = (code: string): CallResult<boolean> => ({
  kind: 'refused',
  problems: [{ field: 'mail', code, args: [] }],
  value: false,
})

test.each<[string, CallResult<boolean>, unknown]>([
  ['asked for too often', { kind: 'too-many', retryAfterSeconds: 90 }, { kind: 'wait', seconds: 90 }],
  ['the order was cancelled', refused('foyer.resend.order-cancelled'), { kind: 'cancelled' }],
  ['refused for another reason', refused('error.generic'), null],
  ['sent', { kind: 'done', value: true }, null],
])('%s', (_, answer, refusal) => {
  expect(mailRefusalOf(answer)).toEqual(refusal)
})
