import { useState } from 'react'
import type { DeskTicket } from '#contract/desk-order-detail.ts'
import { deskEventPagePath, deskOrderTicketPath, pathTo } from '#contract/paths.ts'
import { Link, TextButton } from '#client/kit/button/button.tsx'
import { has } from '#domain/order/reservation/states.ts'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { Tag } from '../../parts/work.tsx'
import { CorrectPerson } from './correct-person.tsx'
import type { PartProps } from './part.ts'
import css from './drawer.module.css'

/** The tickets or the pass of an order, and the extras beside them. */
export function Seats({ order, reload }: PartProps) {
  const { t, language } = useLanguage()
  const { seats, passes, extras, of, money } = order
  const print = (price: string | null) =>
    price === null || money === null || money.currency === null ? '' : formatAmount(price, money.currency, language)
  const count = seats.length === 1 ? t('foyer.desk.order.tickets.one') : t('foyer.desk.order.tickets', seats.length)
  return (
    <section>
      <h3>
        {of.kind === 'PASS' ? t('foyer.desk.order.pass') : count}{' '}
        {of.kind === 'EVENT' ? (
          <Link to={pathTo(deskEventPagePath, { eventId: of.id })} dir="auto">
            {of.title}
          </Link>
        ) : (
          <span dir="auto">{of.title}</span>
        )}
      </h3>
      <ul className={css.bits}>
        {seats.map(seat => (
          <li key={seat.id} className={css.slip}>
            <Seat seat={seat} order={order} reload={reload} />
            <span className={css.price}>{print(seat.price)}</span>
          </li>
        ))}
        {passes.map(pass => (
          <li key={pass.id} className={css.slip}>
            <span>
              <b dir="auto">{pass.name || pass.email}</b>
            </span>
            <span className={css.price} />
          </li>
        ))}
        {extras.map(({ title, count: number, price }) => (
          <li key={title}>
            <span dir="auto">
              {number} × {title}
            </span>
            <span className="number">{print(price)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Seat({ seat, order, reload }: PartProps & { readonly seat: DeskTicket }) {
  const { t } = useLanguage()
  const [isCorrecting, setCorrecting] = useState(false)
  const { firstName, lastName, email, category, answers, isCheckedIn, hasFile, id } = seat
  const name = `${firstName} ${lastName}`.trim()
  return (
    <span>
      <b dir="auto">{name || t('foyer.desk.order.ticket.unnamed')}</b>{' '}
      {isCheckedIn && <Tag tone="good">{t('foyer.desk.order.ticket.in')}</Tag>}
      <br />
      <span className="soft small" dir="auto">
        {[category, email].filter(Boolean).join(' · ')}
      </span>
      {answers.map(({ question, answer }) => (
        <span key={question} className={css.answer} dir="auto">
          {question}: {answer}
        </span>
      ))}
      {hasFile && (
        <a className={css.file} href={pathTo(deskOrderTicketPath, { orderId: order.id, ticketId: id })}>
          {t('foyer.desk.order.ticket.pdf')}
          <span className="unseen">: {name || category}</span>
        </a>
      )}
      {has(order, 'isComplete') && (
        <TextButton onClick={() => setCorrecting(true)}>
          {t('foyer.desk.order.act.correct-holder.short')}
          <span className="unseen">: {name || category}</span>
        </TextButton>
      )}
      {isCorrecting && <CorrectPerson order={order} seat={seat} reload={reload} onClose={() => setCorrecting(false)} />}
    </span>
  )
}
