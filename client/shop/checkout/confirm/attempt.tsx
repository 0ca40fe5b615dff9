import { type FormEvent, type ReactNode, useState } from 'react'
import { ErrorSummary, type SummaryEntry } from '#client/kit/error-summary/error-summary.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { Obstacle, OverviewChoice } from './use-overview-choice.ts'
import type { Refusal } from './refusal.ts'
import type { Confirmation } from './use-confirmation.ts'
import { Policies } from './policies.tsx'
import { type PaymentOption, isPaidInForm, toPaymentForm, wayOf } from './payment-options.ts'
import { CheckboxField } from '#client/kit/field/field.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { RichText } from '#client/kit/rich-text/rich-text.tsx'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { Button } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'

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
    const agreed = { terms, privacy, captcha: captcha.answer }
    const toForm = (gatewayToken: string | null) => toPaymentForm(option, { ...agreed, gatewayToken })
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
  return (
    <ErrorSummary title={t('foyer.book.check')} entries={useStillMissing(attempted, missing)} occasion={attempted} />
  )
}

/** What was missing when the buyer tried and still is, each with its place on the page. */
export function useStillMissing(
  attempted: MissingProps['attempted'],
  missing: MissingProps['missing'],
): readonly SummaryEntry[] {
  const t = useT()
  const open = attempted?.missing.filter(obstacle => missing.includes(obstacle)) ?? []
  return open.map(obstacle => ({
    text: t(MISSING_TEXT[obstacle]),
    ...(obstacle === 'expired' ? {} : { target: obstacle }),
  }))
}

type ConsentProps = { readonly choice: OverviewChoice; readonly errorFor: (obstacle: Obstacle) => string | undefined }

/** What must be agreed to before an order: the terms and the privacy policy, where there are any. */
export function Consent({ choice, errorFor }: ConsentProps) {
  const t = useT()
  const { context } = useOpenReservation()
  if (!choice.needsTerms && !choice.needsPrivacy) return <Policies />
  return (
    <>
      <Policies />
      <Section title={t('foyer.overview.agree')} id="consent">
        {choice.needsPrivacy && (
          <CheckboxField
            id="privacy"
            required
            checked={choice.privacy}
            onChange={event => choice.setPrivacy(event.target.checked)}
            error={errorFor('privacy')}
            label={<Sentence kind="privacy" address={context.privacyPolicyUrl} />}
          />
        )}
        {choice.needsTerms && (
          <CheckboxField
            id="terms"
            required
            checked={choice.terms}
            onChange={event => choice.setTerms(event.target.checked)}
            error={errorFor('terms')}
            label={<Sentence kind="tc" address={context.termsAndConditionsUrl} />}
          />
        )}
      </Section>
    </>
  )
}

/** "I have read the terms and conditions and agree", the middle a link that doesn't leave the order. */
function Sentence({ kind, address }: { readonly kind: 'tc' | 'privacy'; readonly address: string | null }) {
  const t = useT()
  const words = t(`reservation-page.${kind}.link.text`)
  return (
    <>
      <RichText html={t(`reservation-page.${kind}.prefix`)} />{' '}
      {address ? (
        <a href={address} target="_blank" rel="noopener">
          {words}
          <span className="unseen"> ({t('link.new-tab')})</span>
        </a>
      ) : (
        words
      )}{' '}
      {t(`reservation-page.${kind}.suffix`)}
    </>
  )
}

type PayButtonProps = {
  readonly form: string
  readonly option: PaymentOption | undefined
  readonly isSending: boolean
  readonly blockedBecauseOf: string | undefined
  /** As wide as the bar at the thumb. */
  readonly wide?: boolean
}

/** The main action, named for what it does with the amount. */
export function PayButton({ form, option, isSending, blockedBecauseOf, wide = false }: PayButtonProps) {
  const { t, language } = useLanguage()
  const { context, reservation } = useOpenReservation()
  const { free, totalPrice } = reservation.orderSummary
  const amount = context.currency === null ? totalPrice : formatAmount(totalPrice, context.currency, language)
  const name = free
    ? t('foyer.overview.get-free')
    : t(option ? option.texts.action(wayOf(option)) : 'foyer.overview.pay', amount)
  return (
    <Button type="submit" form={form} wide={wide} busy={isSending} blockedBecauseOf={blockedBecauseOf}>
      {isSending ? t('reservation.payment-in-progress') : name}
    </Button>
  )
}
