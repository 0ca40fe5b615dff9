import type { Answer } from '#client/api/answer.ts'
import { shopNow } from '#client/api/shop-clock.ts'
import type { Event } from '#contract/event.ts'
import type { ResendCode } from '#contract/error-codes.ts'

/** Why a mail is not sent once more although nothing is wrong. */
export type MailRefusal = { readonly kind: 'wait'; readonly seconds: number } | { readonly kind: 'over' }

export const EVENT_OVER: ResendCode = 'foyer.resend.event-over'

/** Null: it was sent, or something else is the matter, which `explain` says. */
export function mailRefusalOf(answer: Answer<boolean>): MailRefusal | null {
  if (answer.kind === 'too-many') return { kind: 'wait', seconds: answer.retryAfterSeconds }
  const isOver = answer.kind === 'refused' && answer.problems.some(({ code }) => code === EVENT_OVER)
  return isOver ? { kind: 'over' } : null
}

/** Mails of an event are sent until it ends (lifecycle D). */
export const areMailsOver = ({ datesWithOffset }: Pick<Event, 'datesWithOffset'>): boolean =>
  datesWithOffset.endDateTime <= shopNow()
