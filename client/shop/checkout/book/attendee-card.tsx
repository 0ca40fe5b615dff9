import { Fold } from '#client/kit/card/card.tsx'
import { Badge } from '#client/kit/mark/mark.tsx'
import { useFormValues } from '#client/frame/forms/form-values.ts'
import { type Translate, useT } from '#client/language/language-context.ts'
import { type AttendeeValues, canPostpone, isNamed, nameOf } from '../details/booking-values.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { AttendeeFields, CopyFrom, LaterButton } from './attendee-fields.tsx'
import type { AttendeeCardProps } from './attendee-card-props.ts'
import { ticketOf } from './controls.ts'
import { LATER_ID, changeId, focusSoon } from './focus-soon.ts'
import { Questions } from './questions.tsx'
import { TicketExtras } from './ticket-extras.tsx'
import dotted from '../order/dotted-line.module.css'
import css from './book.module.css'

/** One ticket: folded it says whom it is for, open it asks. */
export function AttendeeCard({ ticket, title, form, submission, cards }: AttendeeCardProps) {
  const { uuid } = ticket
  const open = useOpenReservation()
  const fieldProps = { path: `tickets.${uuid}`, isAcquired: ticket.acquired, form, submission } as const
  return (
    <Fold
      open={cards.isOpen(uuid)}
      onToggle={isOpen => cards.set(uuid, isOpen)}
      summary={<Summary ticket={ticket} title={title} form={form} submission={submission} />}
    >
      <div className={css.fields} role="group" aria-label={title}>
        {!ticket.locked && (
          <div className={css.copy}>
            <CopyFrom ticketId={uuid} title={title} form={form} onBuyer={() => focusSoon(changeId(uuid))} />
            {canPostpone(open) && (
              <LaterButton ticketId={uuid} title={title} form={form} onLater={() => focusSoon(LATER_ID)} />
            )}
          </div>
        )}
        <Questions {...fieldProps} questions={ticket.ticketFieldConfigurationBeforeStandard} />
        <AttendeeFields ticket={ticket} form={form} submission={submission} />
        <Questions {...fieldProps} questions={ticket.ticketFieldConfigurationAfterStandard} />
        <TicketExtras ticket={ticket} form={form} submission={submission} cards={cards} />
      </div>
    </Fold>
  )
}

function Summary({ ticket, title, form, submission }: Omit<AttendeeCardProps, 'cards'>) {
  const t = useT()
  const attendee = useFormValues(form, values => values.tickets[ticket.uuid])
  const { refusal, problemOf } = submission
  const values = form.getValues()
  const isWrong = refusal?.fields.some(({ field }) => ticketOf(field, values) === ticket.uuid && problemOf(field))
  return (
    <span dir="auto" className={`${dotted.line} ${css.summary}`}>
      {title}{' '}
      <span className={`${dotted.next} ${css.who}`}>
        <bdi>{attendee && whoOf(attendee, t)}</bdi>
      </span>{' '}
      {isWrong && <Badge tone="warn">{t('foyer.book.to-correct')}</Badge>}
    </span>
  )
}

function whoOf(attendee: AttendeeValues, t: Translate): string {
  const name = nameOf(attendee)
  if (name === '') return t('foyer.book.not-filled-in')
  return isNamed(attendee) ? name : t('foyer.book.incomplete', name)
}
