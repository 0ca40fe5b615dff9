import { expect, test } from 'vitest'
import type { CallOutcome } from '#server/providers/port/online.ts'
import { outcomeOfFailure } from './pay.ts'

test.each([
  [{ kind: 'declined', code: 'card_declined', reason: 'fraudulent' }, 0, 'error.STEP2_STRIPE_card_declined'],
  [{ kind: 'declined', code: 'expired_card', reason: null }, 3, 'error.STEP2_STRIPE_expired_card'],
  [{ kind: 'invalid', code: 'invalid_number', param: 'number' }, 0, 'error.STEP2_STRIPE_invalid_number'],
  [{ kind: 'invalid', code: 'amount_too_small', param: 'amount' }, 0, 'error.STEP2_STRIPE_unexpected'],
  [{ kind: 'invalid', code: 'missing', param: null }, 0, 'error.STEP2_STRIPE_missing'],
  [{ kind: 'forbidden' }, 0, 'error.STEP2_STRIPE_abort'],
  [{ kind: 'forbidden' }, 1, null],
  [{ kind: 'busy' }, 1, null],
  [{ kind: 'unreached' }, 1, null],
  [{ kind: 'silent' }, 0, null],
] as const)('%o at repetition %s is reported as %s', (failure, repetition, shown) => {
  const outcome: CallOutcome = outcomeOfFailure({ ...failure, summary: 'POST /x: 400' }, { repetition })
  const unknown = { kind: 'unknown', reason: 'POST /x: 400' }
  expect(outcome).toEqual(shown === null ? unknown : { kind: 'refused', code: shown, isOver: true })
})

test.each([
  ['busy', 'error.STEP2_STRIPE_rate_limit'],
  ['unreached', 'foyer.payment.later'],
] as const)('%s at the first sending: nothing was begun, and the buyer reads %s', (kind, code) => {
  const reason = 'POST /x: not reached'
  const outcome = outcomeOfFailure({ kind, summary: reason }, { repetition: 0 })
  expect(outcome).toEqual({ kind: 'unreached', code, isOver: true, reason })
})
