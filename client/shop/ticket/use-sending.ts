import { useState } from 'react'
import { explain } from '#client/frame/calls/call-result.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { type MailRefusal, mailRefusalOf } from './mail-again/mail-refusal.ts'
import { type TicketPlace, mailTicket } from './calls.ts'

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
