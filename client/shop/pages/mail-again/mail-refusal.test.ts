import { expect, test } from 'vitest'
import type { Answer } from '#client/api/answer.ts'
import { mailRefusalOf } from './mail-refusal.ts'

const refused = (code: string): Answer<boolean> => ({
  kind: 'refused',
  problems: [{ field: 'mail', code, args: [] }],
  value: false,
})

test.each<[string, Answer<boolean>, unknown]>([
  ['asked for too often', { kind: 'too-many', retryAfterSeconds: 90 }, { kind: 'wait', seconds: 90 }],
  ['the order was cancelled', refused('foyer.resend.order-cancelled'), { kind: 'cancelled' }],
  ['refused for another reason', refused('error.generic'), null],
  ['sent', { kind: 'done', value: true }, null],
])('%s', (_, answer, refusal) => {
  expect(mailRefusalOf(answer)).toEqual(refusal)
})
