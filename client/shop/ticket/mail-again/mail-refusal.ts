import type { CallResult } from '#client/frame/calls/call-result.ts'
import { shopNow } from '#client/frame/calls/session.ts'
import type { Event } from '#contract/event.ts'
import type { ResendCode } from '#contract/error-codes.ts'

/** Why a mail is not sent once more although nothing is wrong. */
export type MailRefusal = { readonly kind: 'wait'; readonly seconds: number } | { readonly kind: 'cancelled' }

export const ORDER_CANCELLED: ResendCode = 'foyer.resend.order-cancelled'

/** Null: it was sent, or something else is the matter, which `explain` says. */
export function mailRefusalOf(answer: CallResult<boolean>): MailRefusal | null {
  if (answer.kind === 'too-many') return { kind: 'wait', seconds: answer.retryAfterSeconds }
  const isCancelled = answer.kind === 'refused' && answer.problems.some(({ code }) => code === ORDER_CANCELLED)
  return isCancelled ? { kind: 'cancelled' } : null
}

/** By itself the shop writes until the event ends; afterwards only what is asked for (lifecycle D). */
export const areMailsOver = ({ datesWithOffset }: Pick<Event, 'datesWithOffset'>): boolean =>
  datesWithOffset.endDateTime <= shopNow()
