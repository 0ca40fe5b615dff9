import { useFormValues } from '#client/frame/forms/form-values.ts'
import { Section } from '#client/kit/page/page.tsx'
import { type Translate, useLanguage, useT } from '#client/language/language-context.ts'
import { pluralOf } from '#domain/foundation/language/texts.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import type { OpenCards } from './open-cards.ts'
import type { BookingForm } from './use-booking-form.ts'
import { type AttendeeValues, canPostpone, isNamed, nameOf } from '../details/booking-values.ts'
import type { Submission } from './use-submission.ts'
import { Badge } from '#client/kit/mark/mark.tsx'
import { Card, Fold } from '#client/kit/card/card.tsx'
import type { Ticket } from '#contract/ticket.ts'
import { AttendeeFields, CopyFrom, LaterButton } from './attendee-fields.tsx'
import { ticketOf } from './controls.ts'
import { focusSoon } from './focus-soon.ts'
import { Questions } from './questions.tsx'
import { TicketExtras } from './ticket-extras.tsx'
import { TextButton } from '#client/kit/button/button.tsx'
import css from './book.module.css'

type AttendeesProps = { readonly form: BookingForm; readonly submission: Submission; readonly cards: OpenCards }

/**
 * Who is coming: the buyer with the first ticket, until another person is named, and a card for each other ticket. Where
 * names can come later, the others wait for theirs unless the buyer names them now.
 */
export function Attendees({ form, submission, cards }: AttendeesProps) {
  const t = useT()
  const { ticketsByCategory } = useOpenReservation().reservation
  const attendees = useFormValues(form, values => values.tickets)
  const tickets = ticketsByCategory.flatMap(({ name, tickets: those }) =>
    those.map((ticket, position) => ({ ticket, title: t('foyer.book.ticket', name, position + 1) })),
  )
  const waiting = tickets.filter(({ ticket }) => attendees[ticket.uuid]?.isLater).map(({ ticket }) => ticket.uuid)
  return (
    <Section title={t('reservation-page.attendees')} id="attendees">
      <div className={css.fields}>
        {tickets.map(({ ticket, title }) => {
          const attendee = attendees[ticket.uuid]
          if (!attendee || attendee.isLater) return null
          const Element = attendee.isBuyer ? BuyerCard : AttendeeCard
          return <Element key={ticket.uuid} {...{ ticket, title, form, submission, cards }} />
        })}
        {waiting.length > 0 && <Waiting ids={waiting} hasOthers={waiting.length < tickets.length} form={form} />}
      </div>
    </Section>
  )
}

type WaitingProps = { readonly ids: readonly string[]; readonly hasOthers: boolean; readonly form: BookingForm }

/** The tickets that nothing is asked about yet. */
function Waiting({ ids, hasOthers, form }: WaitingProps) {
  const { t, language } = useLanguage()
  const nameNow = () => {
    for (const id of ids) form.setValue(`tickets.${id}.isLater`, false)
    focusSoon(`tickets.${ids[0]}.firstName`)
  }
  const count = `${hasOthers ? 'others' : 'all'}.${pluralOf(language, ids.length)}`
  return (
    <Card>
      <div className={css.holder}>
        <p>{t(`foyer.book.later.${count}`, ids.length)}</p>
        <TextButton id={LATER_ID} onClick={nameNow}>
          {t('foyer.book.name-now')}
        </TextButton>
      </div>
    </Card>
  )
}

const LATER_ID = 'names-later'

type AttendeeCardProps = {
  readonly ticket: Ticket
  /** "Conference, ticket 2" */
  readonly title: string
  readonly form: BookingForm
  readonly submission: Submission
  readonly cards: OpenCards
}

/** The buyer's own ticket: nothing is typed twice, and the organiser's questions alone are open. */
function BuyerCard({ ticket, title, form, submission, cards }: AttendeeCardProps) {
  const t = useT()
  const { uuid } = ticket
  const name = useFormValues(form, nameOf)
  const fieldProps = { path: `tickets.${uuid}`, isAcquired: ticket.acquired, form, submission } as const
  const change = () => {
    form.setValue(`tickets.${uuid}.isBuyer`, false)
    cards.set(uuid, true)
    focusSoon(`tickets.${uuid}.firstName`)
  }
  return (
    <Card>
      <div className={css.fields} role="group" aria-label={title}>
        <div className={css.holder}>
          <p className={css.summary}>
            {title} <span className={css.who}>{name === '' ? t('foyer.book.you') : t('foyer.book.is-you', name)}</span>
          </p>
          <TextButton id={changeId(uuid)} onClick={change}>
            {t('foyer.held.change')}
            <span className="unseen">: {title}</span>
          </TextButton>
        </div>
        <Questions {...fieldProps} questions={ticket.ticketFieldConfigurationBeforeStandard} />
        <Questions {...fieldProps} questions={ticket.ticketFieldConfigurationAfterStandard} />
        <TicketExtras ticket={ticket} form={form} submission={submission} cards={cards} />
      </div>
    </Card>
  )
}

const changeId = (uuid: string): string => `tickets.${uuid}.change`

/** One ticket: folded it says whom it is for, open it asks. */
function AttendeeCard({ ticket, title, form, submission, cards }: AttendeeCardProps) {
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
    <span className={css.summary}>
      {title} <span className={css.who}>{attendee && whoOf(attendee, t)}</span>{' '}
      {isWrong && <Badge tone="warn">{t('foyer.book.to-correct')}</Badge>}
    </span>
  )
}

function whoOf(attendee: AttendeeValues, t: Translate): string {
  const name = nameOf(attendee)
  if (name === '') return t('foyer.book.not-filled-in')
  return isNamed(attendee) ? name : t('foyer.book.incomplete', name)
}
