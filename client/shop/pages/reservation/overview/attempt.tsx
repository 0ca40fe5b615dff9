import { type FormEvent, useState } from 'react'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Obstacle } from './obstacles.ts'
import { isPaidInForm, toPaymentForm } from './payment-options.ts'
import type { Confirmation } from './use-confirmation.ts'
import type { OverviewChoice } from './use-overview-choice.ts'

/** What the buyer is told about each missing thing. */
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

type RefusalsProps = {
  readonly confirmation: Confirmation
  readonly attempted: { readonly missing: readonly Obstacle[] } | undefined
  readonly missing: readonly Obstacle[]
}

/** What the server refused, or else what was missing when the buyer tried. */
export function Refusals({ confirmation: { problems, status }, attempted, missing }: RefusalsProps) {
  const t = useT()
  const title = t('foyer.book.check')
  if (problems) {
    return (
      <ErrorSummary
        title={title}
        entries={problems.map(({ code, args }) => ({ text: t(code, ...args) }))}
        occasion={problems}
        status={status}
      />
    )
  }
  const open = attempted?.missing.filter(obstacle => missing.includes(obstacle)) ?? []
  const entries = open.map(obstacle => ({
    text: t(MISSING_TEXT[obstacle]),
    ...(obstacle === 'expired' ? {} : { target: obstacle }),
  }))
  return <ErrorSummary title={title} entries={entries} occasion={attempted} />
}
