import { Button } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { type PaymentOption, wayOf } from './payment-options.ts'

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
