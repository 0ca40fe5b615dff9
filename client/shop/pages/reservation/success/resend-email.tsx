import { useState } from 'react'
import { explain } from '#client/api/answer.ts'
import { Button } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/toast/toast-context.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { MailWait } from '../../mail-again/mail-wait.tsx'
import { sendConfirmationAgain } from '../calls.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'

/** Sends the confirmation once more, in the language of the page. */
export function ResendEmail() {
  const { t, language } = useLanguage()
  const toast = useToast()
  const { place } = useOpenReservation()
  const [isSending, setIsSending] = useState(false)
  const [wait, setWait] = useState<number | null>(null)
  const send = async () => {
    setIsSending(true)
    const answer = await sendConfirmationAgain(place, language)
    setIsSending(false)
    setWait(answer.kind === 'too-many' ? answer.retryAfterSeconds : null)
    if (answer.kind === 'too-many') return
    if (answer.kind === 'done' && answer.value) toast(t('email.confirmation-email-sent'), 'good')
    else if (answer.kind === 'done') toast(t('error.generic'), 'bad')
    else for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
  }
  return (
    <>
      <Button tone="quiet" busy={isSending} onClick={() => void send()}>
        {t('reservation-page-complete.resend-reservation-email')}
      </Button>
      <MailWait seconds={wait} />
    </>
  )
}
