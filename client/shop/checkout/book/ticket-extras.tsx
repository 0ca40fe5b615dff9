import { useEffect, useId, useRef, useState } from 'react'
import { useFormValues } from '#client/frame/forms/form-values.ts'
import { TextButton } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import type { AdditionalServiceWithData, Ticket } from '#contract/ticket.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { itemKey } from '../../ticket/attendee/answer-values.ts'
import type { OpenCards } from './open-cards.ts'
import type { BookingForm } from './use-booking-form.ts'
import { Questions, useTicketTitle } from './questions.tsx'
import type { Submission } from './use-submission.ts'
import css from './book.module.css'

type TicketExtrasProps = {
  readonly ticket: Ticket
  readonly form: BookingForm
  readonly submission: Submission
  readonly cards: OpenCards
}

/**
 * The extras that belong to a ticket: those that something is asked about, and those that another ticket could have. A
 * donation belongs to no ticket.
 */
export function TicketExtras({ ticket, form, submission, cards }: TicketExtrasProps) {
  const { reservation } = useOpenReservation()
  const items = useFormValues(form, values => values.items)
  const canMove = Object.keys(form.getValues().tickets).length > 1
  const own = reservation.additionalServiceWithData.filter(
    ({ itemId, type, ticketFieldConfiguration: questions }) =>
      items[itemKey(itemId)]?.ticket === ticket.uuid && (questions.length > 0 || (type === 'SUPPLEMENT' && canMove)),
  )
  return own.map(item => (
    <Extra key={item.itemId} item={item} ticket={ticket} form={form} submission={submission} cards={cards} />
  ))
}

function Extra({ item, ticket, form, submission, cards }: TicketExtrasProps & { item: AdditionalServiceWithData }) {
  const { language } = useLanguage()
  const title = inLanguage(item.title, language)
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const path = `items.${itemKey(item.itemId)}` as const
  const { arrived, setArrived } = cards
  // It has just come from another ticket, and the focus follows it.
  const hasArrived = arrived === path
  useEffect(() => {
    if (!hasArrived) return
    heading.current?.focus()
    setArrived(undefined)
  }, [hasArrived, setArrived])
  return (
    <div className={css.extra} role="group" aria-labelledby={titleId}>
      <h3 dir="auto" id={titleId} ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <Questions
        path={path}
        questions={item.ticketFieldConfiguration}
        isAcquired={ticket.acquired}
        form={form}
        submission={submission}
      />
      <MoveTo path={path} title={title} from={ticket.uuid} form={form} cards={cards} />
    </div>
  )
}

type MoveToProps = {
  readonly path: `items.${string}`
  readonly title: string
  readonly from: string
  readonly form: BookingForm
  readonly cards: OpenCards
}

/** Another ticket gets it, with everything answered about it. */
function MoveTo({ path, title, from, form, cards }: MoveToProps) {
  const { t } = useLanguage()
  const toast = useToast()
  const titleOf = useTicketTitle()
  const [isChoosing, setIsChoosing] = useState(false)
  const listId = useId()
  const others = Object.keys(form.getValues().tickets).filter(id => id !== from)
  if (others.length === 0) return null
  const move = (to: string) => {
    cards.set(to, true)
    cards.setArrived(path)
    form.setValue(`${path}.ticket`, to)
    toast(t('foyer.book.moved', title, titleOf(to) ?? ''), 'good')
  }
  return (
    <div className={css.copy}>
      <TextButton aria-expanded={isChoosing} aria-controls={listId} onClick={() => setIsChoosing(!isChoosing)}>
        {t('reservation-page.move-additional-service')}
        <span className="unseen">: {title}</span>
      </TextButton>
      <ul id={listId} hidden={!isChoosing} className={css.others}>
        {others.map(id => (
          <li key={id}>
            <TextButton onClick={() => move(id)}>{titleOf(id)}</TextButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
