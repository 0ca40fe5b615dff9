import { Link } from '#client/kit/button/button.tsx'
import { Money } from '#client/kit/price/price.tsx'
import { type OrderRow, OrderSummary } from '#client/kit/order-summary/order-summary.tsx'
import { formatAmount, formatPercentage } from '#client/language/formats.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { type LanguageSetting, useLanguage, useT } from '#client/language/language-context.ts'
import { counted, inLanguage, pluralOf } from '#domain/foundation/language/texts.ts'
import type { Event } from '#contract/event.ts'
import { has } from '#domain/order/reservation/states.ts'
import { contextAddress, isEvent, useOpenReservation } from '../frame/open-reservation.ts'
import { type OrderLine, type TaxWay, orderLines, ticketCount } from './order-rows.ts'
import { isSplitPayment } from './tax-note-of.ts'
import css from './order.module.css'

type OrderCardProps = Pick<React.ComponentProps<typeof OrderSummary>, 'children' | 'isWithin'>

/** The order beside every step: for which event or pass, what, and how much. */
export function OrderCard({ children, isWithin = false }: OrderCardProps) {
  const { context, reservation } = useOpenReservation()
  const setting = useLanguage()
  const lines = orderLines(reservation.orderSummary, {
    isTaxIncluded: context.vatIncluded,
    isSplitPayment: isSplitPayment(reservation),
  })
  return (
    <OrderSummary
      {...(isEvent(context) ? { overline: whenAndWhere(context, setting) } : {})}
      title={inLanguage(context.title, setting.language)}
      rows={lines.map(line => rowOf(line, context.currency, setting))}
      total={{ label: setting.t('reservation-page.total'), amount: <OrderTotal /> }}
      isWithin={isWithin}
      change={has(reservation, 'isOpen') ? <ChangeLink /> : null}
    >
      {children}
    </OrderSummary>
  )
}

/** To the tickets, where another choice takes the place of this one. */
function ChangeLink() {
  const { place } = useOpenReservation()
  const t = useT()
  return (
    <Link className={css.change} to={contextAddress(place)}>
      {t('foyer.held.change-tickets')}
    </Link>
  )
}

/** The sum of the order; nothing to pay is "free". */
export function OrderTotal() {
  const { context, reservation } = useOpenReservation()
  return <Money amount={reservation.orderSummary.totalPrice} currency={context.currency} />
}

/** "2 tickets", "1 pass" */
export function TicketCount() {
  const { reservation } = useOpenReservation()
  const { language, t } = useLanguage()
  if (reservation.subscriptionInfos) return t('foyer.pass-order.count')
  const count = ticketCount(reservation.orderSummary)
  return t(`foyer.order.tickets.${pluralOf(language, count)}`, count)
}

function whenAndWhere(event: Event, { t, language }: LanguageSetting): string {
  const day = datesIn(language, event.timeZone).day(event.datesWithOffset.startDateTime)
  return `${day}, ${event.format === 'ONLINE' ? t('event.online.badge') : (event.location ?? '')}`.replace(/, $/, '')
}

const TAX_TEXTS = {
  included: 'reservation-page.vat-included',
  added: 'reservation-page.vat',
  'taken-off': 'foyer.order.vat-taken-off',
  'left-out': 'foyer.order.vat-left-out',
} as const satisfies Record<TaxWay, string>

function rowOf(line: OrderLine, currency: string | null, { t, language }: LanguageSetting): OrderRow {
  const { key, kind } = line
  const amount = <Money amount={line.amount} currency={currency} inDigits={kind === 'tax'} />
  if (kind === 'item') {
    const each =
      line.each !== null && currency !== null && t('foyer.order.each', formatAmount(line.each, currency, language))
    return { key, label: counted(line.count, line.name), amount, ...(each && { note: each }) }
  }
  if (kind === 'change') return { key, label: line.name, amount }
  return {
    key,
    label: t(TAX_TEXTS[line.way], formatPercentage(line.percentage, language), t('common.vat')),
    amount,
    isSoft: true,
  }
}
