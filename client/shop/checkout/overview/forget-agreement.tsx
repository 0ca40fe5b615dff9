import { useState } from 'react'
import { explain } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { TextButton } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { removePaymentTokenPath } from '#contract/payment-paths.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'

/** The buyer would rather pay in another way than as agreed at the provider (specification, booking 4). */
export function ForgetAgreement() {
  const t = useT()
  const toast = useToast()
  const { place, reload } = useOpenReservation()
  const [isAsking, setIsAsking] = useState(false)
  const forget = async () => {
    setIsAsking(true)
    const { reservationId } = place
    const answer = await server().call('DELETE', removePaymentTokenPath, { params: { reservationId } })
    if (answer.kind !== 'done') for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
    await reload()
    setIsAsking(false)
  }
  return (
    <p>
      <TextButton busy={isAsking} onClick={() => void forget()}>
        {t('foyer.payment.another-way')}
      </TextButton>
    </p>
  )
}
