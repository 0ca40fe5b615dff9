import { useState } from 'react'
import { type CallResult, explain } from '#client/frame/calls/call-result.ts'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { type TicketPlace, mailTicket } from './calls.ts'
import { shopNow } from '#client/frame/calls/session.ts'
import type { Event } from '#contract/event.ts'
import type { ResendCode } from '#contract/error-codes.ts'
import css from './mail-again/mail-refused.module.css'

type Sending = {
  readonly isSending: boolean
  /** Returns whether the mail is on its way, and says itself why not, save what `refusal` says. */
  readonly send: () => Promise<boolean>
  /** For `MailRefused`. */
  readonly refusal: MailRefusal | null
}

/** Mails a ticket to its holder. */
export function useSending(place: TicketPlace): Sending {
  const t = useT()
  const toast = useToast()
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<MailRefusal | null>(null)
  const send = async () => {
    setIsSending(true)
    const answer = await mailTicket(place)
    setIsSending(false)
    const refused = mailRefusalOf(answer)
    setRefusal(refused)
    if (answer.kind === 'done') return true
    if (!refused) for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
    return false
  }
  return { isSending, send, refusal }
}

/**
 * Says by the button why a mail is not sent again, and where what it brings may be found: it has been sent often enough for
 * now, or the order was cancelled. Null while there is nothing to say.
 */
export function MailRefused({ refusal }: { readonly refusal: MailRefusal | null }) {
  const t = useT()
  return (
    <div role="status" className={css.refused}>
      {refusal && <Notice>{refusal.kind === 'wait' ? t(...waitText(refusal.seconds)) : t(ORDER_CANCELLED)}</Notice>}
    </div>
  )
}

/** Why a mail is not sent once more although nothing is wrong. */
export type MailRefusal = { readonly kind: 'wait'; readonly seconds: number } | { readonly kind: 'cancelled' }

const ORDER_CANCELLED: ResendCode = 'foyer.resend.order-cancelled'

/** Null: it was sent, or something else is the matter, which `explain` says. */
export function mailRefusalOf(answer: CallResult<boolean>): MailRefusal | null {
  if (answer.kind === 'too-many') return { kind: 'wait', seconds: answer.retryAfterSeconds }
  const isCancelled = answer.kind === 'refused' && answer.problems.some(({ code }) => code === ORDER_CANCELLED)
  return isCancelled ? { kind: 'cancelled' } : null
}

/** By itself the shop writes until the event ends; afterwards only what is asked for (lifecycle D). */
export const areMailsOver = ({ datesWithOffset }: Pick<Event, 'datesWithOffset'>): boolean =>
  datesWithOffset.endDateTime <= shopNow()

/** Until when a mail can't be asked for once more: the key of the text, and its number. */
export function waitText(seconds: number): readonly [key: string, count: number] {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes <= 90 ? ['foyer.resend.wait-minutes', minutes] : ['foyer.resend.wait-hours', Math.ceil(minutes / 60)]
}
