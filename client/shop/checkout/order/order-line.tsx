import { useState } from 'react'
import { formatShortAmount } from '#client/language/formats.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { isEvent, useOpenReservation } from '../frame/open-reservation.ts'
import { OrderCard, TicketCount } from './order-card.tsx'
import { ticketCount } from './order-rows.ts'
import dotted from './dotted-line.module.css'
import css from './order-line.module.css'

/**
 * On a phone, where the order is below all fields: what is ordered, as short as one line under the steps, which opens the order:
 * "2 × Alpine Systems Days · 9 Jan · CHF 240", read aloud in whole words. Nothing on wider screens.
 */
export function OrderLine() {
  const { context, reservation } = useOpenReservation()
  const { t, language } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const { free, totalPrice } = reservation.orderSummary
  const total =
    free || context.currency === null ? t('common.free') : formatShortAmount(totalPrice, context.currency, language)
  return (
    <details className={css.line} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className={`${dotted.line} ${css.parts}`}>
          <span>
            {isEvent(context) ? <span aria-hidden="true">{ticketCount(reservation.orderSummary)} × </span> : null}
            <strong dir="auto">{inLanguage(context.title, language)}</strong>
          </span>{' '}
          {isEvent(context) ? <Day timeZone={context.timeZone} at={context.datesWithOffset.startDateTime} /> : null}{' '}
          <span className={isEvent(context) ? 'unseen' : `number ${dotted.next}`}>
            <TicketCount />
          </span>{' '}
          <span className={`number ${dotted.next}`}>{total}</span>
        </span>
      </summary>
      {isOpen && <OrderCard isWithin />}
    </details>
  )
}

/** "15 Sept" to be seen, and "15 September" to be read aloud. */
function Day({ timeZone, at }: { readonly timeZone: string; readonly at: number }) {
  const dates = datesIn(useLanguage().language, timeZone)
  return (
    <span className={dotted.next}>
      <span aria-hidden="true">{dates.dayAndShortMonth(at)}</span>{' '}
      <span className="unseen">{dates.dayAndMonth(at)}</span>
    </span>
  )
}
