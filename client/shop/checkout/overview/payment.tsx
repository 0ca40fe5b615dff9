import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { PaymentChoice } from '#client/kit/payment-choice/payment-choice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { type PaymentOption, isPaidInForm, wayOf } from '../confirm/payment-options.ts'
import type { FormChoice, OverviewChoice } from '../confirm/use-overview-choice.ts'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { FieldError } from '#client/kit/field/field.tsx'
import { Loading, TextShape } from '#client/kit/page/page.tsx'
import type { FormFacts } from '#client/shop/payment/methods/payment-form.ts'
import { loadForm } from '#client/shop/payment/methods/forms.ts'
import { orderAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { explain } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { removePaymentTokenPath } from '#contract/order-paths.ts'
import { BrandMark } from '#client/shop/payment/methods/brand-mark.tsx'
import css from './overview.module.css'

type PaymentProps = {
  readonly choice: OverviewChoice
  readonly error: string | undefined
  readonly formError: string | undefined
  /** Why it was not paid: between the ways to pay and the form, whichever of them is chosen next. */
  readonly children: ReactNode
}

/** How the order is paid. */
export function Payment({ choice, error, formError, children }: PaymentProps) {
  const t = useT()
  if (choice.options.length === 0) {
    return (
      <>
        <Notice tone="warn">{t('foyer.overview.no-method')}</Notice>
        {children}
      </>
    )
  }
  const options = choice.options.map(option => {
    const { method, texts } = option
    const { key, args } = texts.description(wayOf(option))
    return {
      method,
      name: t(texts.name),
      icon: texts.icon,
      mark: texts.brand && <BrandMark name={texts.brand} />,
      description: t(key, ...args),
    }
  })
  return (
    <>
      <PaymentChoice
        id="method"
        options={options}
        chosen={choice.option?.method}
        onChoose={choice.setMethod}
        error={error}
        legend={t(options.length === 1 ? 'reservation-page.payment' : 'reservation-page.payment.select-method')}
      >
        {isPaidInForm(choice.option) ? (
          <>
            {children}
            <ProviderForm key={choice.option.method} option={choice.option} form={choice.form} error={formError} />
          </>
        ) : (
          choice.option && children
        )}
      </PaymentChoice>
      {choice.option === undefined && children}
      {choice.option?.isAgreed && <DropAgreement />}
    </>
  )
}

type ProviderFormProps = {
  readonly option: PaymentOption
  readonly form: FormChoice
  readonly error: string | undefined
}

/** Where the provider of the chosen method shows its own form: what is typed into it never reaches us. */
function ProviderForm({ option, form, error }: ProviderFormProps) {
  const { t } = useLanguage()
  const { place, retry } = useShownForm(option, form)
  return (
    <section id="form" tabIndex={-1} className={css.providerForm} aria-labelledby="form-name">
      <h3 id="form-name" className={css.providerFormName}>
        {t('reservation-page.card.details')}
      </h3>
      <FieldError id="form" error={error} />
      {form.state === 'loading' && (
        <Loading>
          <TextShape lines={3} />
        </Loading>
      )}
      <div ref={place} />
      {form.state === 'blocked' && (
        <div role="alert">
          <Notice
            tone="warn"
            action={
              <Button tone="quiet" onClick={retry}>
                {t('foyer.unreachable.retry')}
              </Button>
            }
          >
            {t('foyer.overview.form-blocked')}
          </Notice>
        </div>
      )}
    </section>
  )
}

/** Shows the form anew when what it is shown with has changed, and only then. */
function useShownForm({ paymentProxy, parameters }: PaymentOption, { report, take }: FormChoice) {
  const { language } = useLanguage()
  const { place: order, reservation } = useOpenReservation()
  const place = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(1)
  const facts = JSON.stringify({
    parameters,
    language,
    buyer: {
      name: [reservation.firstName, reservation.lastName].filter(Boolean).join(' '),
      email: reservation.email ?? '',
    },
    orderAddress: new URL(orderAddress(order), location.origin).href,
  } satisfies FormFacts)
  useEffect(() => {
    const frame = place.current?.appendChild(document.createElement('div'))
    if (!frame) return
    let isGone = false
    report('loading')
    const arriving = loadForm(paymentProxy).then(async show => {
      const shown = await show(frame, JSON.parse(facts) as FormFacts, state => !isGone && report(state))
      if (isGone) shown.remove()
      else take(shown)
      return shown
    })
    arriving.then(
      () => !isGone && report('incomplete', 'loading'),
      () => !isGone && report('blocked'),
    )
    return () => {
      isGone = true
      take(undefined)
      frame.remove()
      arriving.then(shown => shown.remove()).catch(() => undefined)
    }
  }, [paymentProxy, facts, attempt, report, take])
  return { place, retry: () => setAttempt(attempt + 1) }
}

/** The buyer would rather pay in another way than as agreed at the provider (specification, booking 4). */
function DropAgreement() {
  const t = useT()
  const toast = useToast()
  const { place, reload } = useOpenReservation()
  const [isAsking, setIsAsking] = useState(false)
  const drop = async () => {
    setIsAsking(true)
    const { reservationId } = place
    const answer = await server().call('DELETE', removePaymentTokenPath, { params: { reservationId } })
    if (answer.kind !== 'done') for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
    await reload()
    setIsAsking(false)
  }
  return (
    <p>
      <TextButton busy={isAsking} onClick={() => void drop()}>
        {t('foyer.payment.another-way')}
      </TextButton>
    </p>
  )
}
