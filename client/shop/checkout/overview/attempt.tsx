import { type FormEvent, type ReactNode, useState } from 'react'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Obstacle } from './obstacles.ts'
import type { Refusal } from './page-payment.ts'
import { isPaidInForm, toPaymentForm } from './payment-options.ts'
import type { Confirmation } from './use-confirmation.ts'
import type { OverviewChoice } from './use-overview-choice.ts'

/** What the buyer reads about each missing thing. */
export const MISSING_TEXT: Record<Obstacle, string> = {
  expired: 'error.STEP_2_ORDER_HAS_EXPIRED',
  method: 'error.STEP_2_MISSING_PAYMENT_METHOD',
  privacy: 'foyer.overview.privacy-needed',
  form: 'foyer.overview.form-needed',
  terms: 'foyer.overview.terms-needed',
}

/** Sends when nothing is missing; otherwise shows each missing thing where it is, and all of them at the top. */
export function useAttempt(choice: OverviewChoice, confirmation: Confirmation) {
  const t = useT()
  const [attempted, setAttempted] = useState<{ readonly missing: readonly Obstacle[] }>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (choice.missing.length > 0) return setAttempted({ missing: choice.missing })
    setAttempted(undefined)
    const privacy = choice.needsPrivacy ? choice.privacy : null
    const { terms, captcha, option, form } = choice
    const given = { terms, privacy, captcha: captcha.answer }
    const toForm = (gatewayToken: string | null) => toPaymentForm(option, { ...given, gatewayToken })
    const onPage = isPaidInForm(option) && form.shown.current ? { ...option, form: form.shown.current } : undefined
    void confirmation.send(toForm, onPage).finally(captcha.renew)
  }
  const errorFor = (obstacle: Obstacle) =>
    attempted?.missing.includes(obstacle) && choice.missing.includes(obstacle) ? t(MISSING_TEXT[obstacle]) : undefined
  return { attempted, submit, errorFor }
}

/** What the server, the provider or its form refused. */
export function Refused({ refusal }: { readonly refusal: Refusal }) {
  const t = useT()
  return (
    <ErrorSummary
      title={t('foyer.book.check')}
      entries={refusal.problems.map(({ code, args }) => ({ text: t(code, ...args) }))}
      occasion={refusal}
      status={refusal.status}
    />
  )
}

/** What is read beside the way to pay, where there is one. */
export const refusalOfPayment = ({ refusal }: Pick<Confirmation, 'refusal'>): Refusal | undefined =>
  refusal?.isOfPayment ? refusal : undefined

type AtTopProps = {
  readonly refusal: Refusal | undefined
  /** The same refusal, where it is read beside the way to pay. */
  readonly notPaid: Refusal | undefined
  /** What was missing. */
  readonly children: ReactNode
}

/** What was refused, where it is not read elsewhere; or else what was missing. */
export const AtTop = ({ refusal, notPaid, children }: AtTopProps) =>
  refusal && !notPaid ? <Refused refusal={refusal} /> : children

type MissingProps = {
  readonly attempted: { readonly missing: readonly Obstacle[] } | undefined
  readonly missing: readonly Obstacle[]
}

/** What was missing when the buyer tried. */
export function Missing({ attempted, missing }: MissingProps) {
  const t = useT()
  const open = attempted?.missing.filter(obstacle => missing.includes(obstacle)) ?? []
  const entries = open.map(obstacle => ({
    text: t(MISSING_TEXT[obstacle]),
    ...(obstacle === 'expired' ? {} : { target: obstacle }),
  }))
  return <ErrorSummary title={t('foyer.book.check')} entries={entries} occasion={attempted} />
}
