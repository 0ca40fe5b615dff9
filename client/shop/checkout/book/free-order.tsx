import { type ReactNode, useState } from 'react'
import { useT } from '#client/language/language-context.ts'
import { Consent, MISSING_TEXT, useStillMissing } from '../confirm/attempt.tsx'
import { toPaymentForm } from '../confirm/payment-options.ts'
import { handOver } from '../confirm/handed-over.ts'
import { useConfirmation } from '../confirm/use-confirmation.ts'
import { type Obstacle, useOverviewChoice } from '../confirm/use-overview-choice.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'
import type { Finish } from './finish.ts'

type FreeOrderProps = { readonly isOver: boolean; readonly children: (finish: Finish) => ReactNode }

/**
 * Nothing is to be paid: details and overview are one page with one button, which sends the details and then the
 * confirmation. A confirmation that is refused leads to the overview, with the reason.
 */
export function FreeOrder({ isOver, children }: FreeOrderProps) {
  const t = useT()
  const { place } = useOpenReservation()
  const navigate = useNavigate()
  const choice = useOverviewChoice(isOver)
  const confirmation = useConfirmation(refusal => {
    handOver(place, { refusal, terms: choice.terms, privacy: choice.privacy })
    navigate(reservationAddress(place, 'overview'))
  })
  const [attempted, setAttempted] = useState<{ readonly missing: readonly Obstacle[] }>()
  const errorFor = (obstacle: Obstacle) =>
    attempted?.missing.includes(obstacle) && choice.missing.includes(obstacle) ? t(MISSING_TEXT[obstacle]) : undefined
  const missing = useStillMissing(attempted, choice.missing)
  return children({
    consent: (
      <>
        <Consent choice={choice} errorFor={errorFor} />
        {choice.captcha.widget}
      </>
    ),
    missing,
    check: () => {
      const isComplete = choice.missing.length === 0
      setAttempted(isComplete ? undefined : { missing: choice.missing })
      return isComplete
    },
    confirm: async () => {
      const { terms, privacy, needsPrivacy, captcha } = choice
      const agreed = { terms, privacy: needsPrivacy ? privacy : null, captcha: captcha.answer, gatewayToken: null }
      await confirmation.send(() => toPaymentForm(undefined, agreed))
      captcha.renew()
    },
  })
}
