import type { ReactNode } from 'react'
import { Notice } from '#client/kit/notice/notice.tsx'
import { PaymentChoice } from '#client/kit/payment-choice/payment-choice.tsx'
import { useT } from '#client/language/language-context.ts'
import { ForgetAgreement } from './forget-agreement.tsx'
import css from './overview.module.css'
import { isPaidInForm, wayOf } from './payment-options.ts'
import { ProviderForm } from './provider-form.tsx'
import type { OverviewChoice } from './use-overview-choice.ts'

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
    return { method, name: t(texts.name), icon: texts.icon, description: t(key, ...args) }
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
      />
      {children && <div className={css.notPaid}>{children}</div>}
      {isPaidInForm(choice.option) && (
        <ProviderForm key={choice.option.method} option={choice.option} form={choice.form} error={formError} />
      )}
      {choice.option?.isAgreed && <ForgetAgreement />}
    </>
  )
}
