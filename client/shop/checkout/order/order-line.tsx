import { useState } from 'react'
import { formatAmount } from '#client/language/formats.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { isEvent, useOpenReservation } from '../frame/open-reservation.ts'
import { OrderCard, TicketCount } from './order-card.tsx'
import dotted from './dotted-line.module.css'
import css from './order-line.module.css'

/**
 * On a phone, where the order is below all fields: what is ordered, in one line under the steps, which opens the order. Nothing
 * on wider screens.
 */
export function OrderLine() {
  const { context, reservation } = useOpenReservation()
  const { t, language } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const { free, totalPrice } = reservation.orderSummary
  const total =
    free || context.currency === null ? t('common.free') : formatAmount(totalPrice, context.currency, language)
  const day = isEvent(context)
    ? datesIn(language, context.timeZone).dayAndMonth(context.datesWithOffset.startDateTime)
    : undefined
  return (
    <details className={css.line} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className={`${dotted.line} ${css.parts}`}>
          <strong dir="auto">{inLanguage(context.title, language)}</strong>{' '}
          {day === undefined ? null : <span className={dotted.next}>{day}</span>}{' '}
          <span className={`number ${dotted.next}`}>
            <TicketCount />
          </span>{' '}
          <span className={`number ${dotted.next}`}>{total}</span>
        </span>
      </summary>
      {isOpen && <OrderCard isWithin />}
    </details>
  )
}
