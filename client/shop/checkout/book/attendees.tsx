import { useFormValues } from '#client/frame/forms/form-values.ts'
import { CheckboxField, FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import type { OpenCards } from './open-cards.ts'
import type { BookingForm } from './use-booking-form.ts'
import { PERSON_PARTS, type Person, canPostpone, isComplete, nameOf } from '../details/booking-values.ts'
import type { Submission } from './use-submission.ts'
import { Badge } from '#client/kit/mark/mark.tsx'
import { Fold } from '#client/kit/card/card.tsx'
import type { Ticket } from '#contract/ticket.ts'
import { ticketOf } from './controls.ts'
import { Questions } from './questions.tsx'
import { TicketExtras } from './ticket-extras.tsx'
import { useErrorText } from './use-error-text.ts'
import { useId, useState } from 'react'
import { TextButton } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import css from './book.module.css'

type AttendeesProps = { readonly form: BookingForm; readonly submission: Submission; readonly cards: OpenCards }

/** Who is coming: a card a ticket, by category, folded but the first. The names can wait where that is allowed. */
export function Attendees({ form, submission, cards }: AttendeesProps) {
  const t = useT()
  const open = useOpenReservation()
  const isPostponed = useFormValues(form, values => values.postponeAssignment)
  return (
    <Section title={t('reservation-page.attendees')} id="attendees">
      <div className={css.fields}>
        {canPostpone(open) && (
          <CheckboxField
            {...form.register('postponeAssignment')}
            id="postponeAssignment"
            label={t('reservation-page.postpone-assignment')}
          />
        )}
        {!isPostponed &&
          open.reservation.ticketsByCategory.map(category =>
            category.tickets.map((ticket, position) => (
              <AttendeeCard
                key={ticket.uuid}
                ticket={ticket}
                title={t('foyer.book.ticket', category.name, position + 1)}
                form={form}
                submission={submission}
                cards={cards}
              />
            )),
          )}
      </div>
    </Section>
  )
}

type AttendeeCardProps = {
  readonly ticket: Ticket
  /** "Conference, ticket 2" */
  readonly title: string
  readonly form: BookingForm
  readonly submission: Submission
  readonly cards: OpenCards
}

/** One ticket: folded it says whom it is for, open it asks. */
function AttendeeCard({ ticket, title, form, submission, cards }: AttendeeCardProps) {
  const { uuid } = ticket
  const fieldProps = { path: `tickets.${uuid}`, isAcquired: ticket.acquired, form, submission } as const
  return (
    <Fold
      open={cards.isOpen(uuid)}
      onToggle={isOpen => cards.set(uuid, isOpen)}
      summary={<Summary ticket={ticket} title={title} form={form} submission={submission} />}
    >
      <div className={css.fields} role="group" aria-label={title}>
        {!ticket.locked && <CopyFrom ticketId={uuid} title={title} form={form} />}
        <Questions {...fieldProps} questions={ticket.ticketFieldConfigurationBeforeStandard} />
        <AttendeeFields ticket={ticket} form={form} submission={submission} />
        <Questions {...fieldProps} questions={ticket.ticketFieldConfigurationAfterStandard} />
        <TicketExtras ticket={ticket} form={form} submission={submission} cards={cards} />
      </div>
    </Fold>
  )
}

const UNNAMED: Person = { firstName: '', lastName: '', email: '' }

function Summary({ ticket, title, form, submission }: Omit<AttendeeCardProps, 'cards'>) {
  const t = useT()
  const attendee = useFormValues(form, values => values.tickets[ticket.uuid] ?? UNNAMED)
  const name = nameOf(attendee)
  const { refusal, problemOf } = submission
  const values = form.getValues()
  const isWrong = refusal?.fields.some(({ field }) => ticketOf(field, values) === ticket.uuid && problemOf(field))
  const who =
    name === '' ? t('foyer.book.not-filled-in') : isComplete(attendee) ? name : t('foyer.book.incomplete', name)
  return (
    <span className={css.summary}>
      {title} <span className={css.who}>{who}</span>{' '}
      {isWrong && <Badge tone="warn">{t('foyer.book.to-correct')}</Badge>}
    </span>
  )
}

/** No autofill here: the browser knows its owner, and a ticket may be for another person. */
function AttendeeFields({ ticket, form, submission }: Pick<AttendeeCardProps, 'ticket' | 'form' | 'submission'>) {
  const t = useT()
  const errorText = useErrorText(submission)
  const { lockEmailEdit } = useOpenReservation().reservation.metadata
  const path = `tickets.${ticket.uuid}` as const
  const common = { autoComplete: 'off', required: true, readOnly: ticket.locked }
  return (
    <>
      <FieldPair>
        <TextField
          {...form.register(`${path}.firstName`)}
          {...common}
          id={`${path}.firstName`}
          label={t('common.first-name')}
          error={errorText(`${path}.firstName`)}
        />
        <TextField
          {...form.register(`${path}.lastName`)}
          {...common}
          id={`${path}.lastName`}
          label={t('common.last-name')}
          error={errorText(`${path}.lastName`)}
        />
      </FieldPair>
      <TextField
        {...form.register(`${path}.email`)}
        {...common}
        readOnly={ticket.locked || (lockEmailEdit && Boolean(ticket.email))}
        id={`${path}.email`}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        label={t('common.email')}
        error={errorText(`${path}.email`)}
      />
      <TicketLanguage ticket={ticket} form={form} error={errorText(`${path}.userLanguage`)} />
    </>
  )
}

type TicketLanguageProps = { readonly ticket: Ticket; readonly form: BookingForm; readonly error: string | undefined }

/** Asked only where the organiser writes in several; otherwise the ticket has the language of the page (booking 5). */
function TicketLanguage({ ticket, form, error }: TicketLanguageProps) {
  const t = useT()
  const { contentLanguages } = useOpenReservation().context
  const path = `tickets.${ticket.uuid}.userLanguage` as const
  if (contentLanguages.length < 2) return null
  return (
    <SelectField {...form.register(path)} id={path} label={t('foyer.book.ticket-language')} error={error}>
      {contentLanguages.map(({ locale, displayLanguage }) => (
        <option key={locale} value={locale} lang={locale}>
          {displayLanguage}
        </option>
      ))}
    </SelectField>
  )
}

type CopyFromProps = { readonly ticketId: string; readonly title: string; readonly form: BookingForm }

/** Spares typing: the details of the buyer, or of another ticket, for this one. */
function CopyFrom({ ticketId, title, form }: CopyFromProps) {
  const t = useT()
  const toast = useToast()
  const [isChoosing, setIsChoosing] = useState(false)
  const listId = useId()
  const others = useOtherAttendees(ticketId, form)
  const copy = (person: Person) => {
    for (const part of PERSON_PARTS) form.setValue(`tickets.${ticketId}.${part}`, person[part])
    setIsChoosing(false)
    toast(t('foyer.book.copied', title))
  }
  return (
    <div className={css.copy}>
      <TextButton onClick={() => copy(form.getValues())}>
        {t('foyer.book.same-as-above')}
        <span className="unseen">: {title}</span>
      </TextButton>
      {others.length > 0 && (
        <TextButton aria-expanded={isChoosing} aria-controls={listId} onClick={() => setIsChoosing(!isChoosing)}>
          {t('foyer.details.copy-from-ticket')}
          <span className="unseen">: {title}</span>
        </TextButton>
      )}
      <ul id={listId} hidden={!isChoosing} className={css.others}>
        {others.map(other => (
          <li key={`${nameOf(other)} ${other.email}`}>
            <TextButton onClick={() => copy(other)}>{nameOf(other)}</TextButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Everybody already named on another ticket, once. */
function useOtherAttendees(ticketId: string, form: BookingForm): Person[] {
  const tickets = useFormValues(form, values => values.tickets)
  const others = Object.entries(tickets).filter(([id, attendee]) => id !== ticketId && isComplete(attendee))
  return [...new Map(others.map(([, attendee]) => [`${nameOf(attendee)} ${attendee.email}`, attendee])).values()]
}
