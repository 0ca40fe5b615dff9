import { Notice } from '#client/kit/notice/notice.tsx'
import { PaymentChoice } from '#client/kit/payment-choice/payment-choice.tsx'
import { useT } from '#client/language/language-context.ts'
import type { OverviewChoice } from './use-overview-choice.ts'

type PaymentProps = { readonly choice: OverviewChoice; readonly error: string | undefined }

/** How the order is paid. */
export function Payment({ choice, error }: PaymentProps) {
  const t = useT()
  if (choice.options.length === 0) return <Notice tone="warn">{t('foyer.overview.no-method')}</Notice>
  const options = choice.options.map(({ method, texts, parameters }) => {
    const { key, args } = texts.description(parameters)
    return { method, name: t(texts.name), description: t(key, ...args) }
  })
  return (
    <PaymentChoice
      id="method"
      options={options}
      chosen={choice.option?.method}
      onChoose={choice.setMethod}
      error={error}
      legend={t(options.length === 1 ? 'reservation-page.payment' : 'reservation-page.payment.select-method')}
    />
  )
}
