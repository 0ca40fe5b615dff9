import { useState } from 'react'
import { explain } from '#client/api/answer.ts'
import { useToast } from '#client/kit/toast/toast-context.ts'
import { useT } from '#client/language/language-context.ts'
import { type TicketPlace, mailTicket } from './calls.ts'

type Sending = {
  readonly isSending: boolean
  /** Answers whether the mail is on its way, and says itself why not, save when it is too early. */
  readonly send: () => Promise<boolean>
  /** For `MailWait`: the mail has been sent often enough for so long; null: it has not. */
  readonly wait: number | null
}

/** Mails a ticket to its holder. */
export function useSending(place: TicketPlace): Sending {
  const t = useT()
  const toast = useToast()
  const [isSending, setIsSending] = useState(false)
  const [wait, setWait] = useState<number | null>(null)
  const send = async () => {
    setIsSending(true)
    const answer = await mailTicket(place)
    setIsSending(false)
    setWait(answer.kind === 'too-many' ? answer.retryAfterSeconds : null)
    if (answer.kind === 'done') return true
    if (answer.kind !== 'too-many') for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
    return false
  }
  return { isSending, send, wait }
}
