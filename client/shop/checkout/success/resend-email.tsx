import { useState } from 'react'
import { explain } from '#client/frame/calls/call-result.ts'
import { Button } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { type MailRefusal, mailRefusalOf } from '../../ticket/mail-again/mail-refusal.ts'
import { MailRefused } from '../../ticket/mail-again/mail-refused.tsx'
import { sendConfirmationAgain } from '../calls.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'

/** Sends the confirmation once more, in the language of the page. */
export function ResendEmail() {
  const { t, language } = useLanguage()
  const toast = useToast()
  const { place } = useOpenReservation()
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<MailRefusal | null>(null)
  const send = async () => {
    setIsSending(true)
    const answer = await sendConfirmationAgain(place, language)
    setIsSending(false)
    const refused = mailRefusalOf(answer)
    setRefusal(refused)
    if (refused) return
    if (answer.kind === 'done' && answer.value) toast(t('email.confirmation-email-sent'), 'good')
    else if (answer.kind === 'done') toast(t('error.generic'), 'bad')
    else for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
  }
  return (
    <>
      <Button tone="quiet" busy={isSending} onClick={() => void send()}>
        {t('reservation-page-complete.resend-reservation-email')}
      </Button>
      <MailRefused refusal={refusal} />
    </>
  )
}
