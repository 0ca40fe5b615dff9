import { useWatch } from 'react-hook-form'
import { Badge } from '#client/kit/mark/mark.tsx'
import { Fold } from '#client/kit/card/card.tsx'
import { FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Ticket } from '#contract/ticket.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { isComplete, nameOf } from '../details/booking-values.ts'
import { ticketOf } from './controls.ts'
import { CopyFrom } from './copy-from.tsx'
import type { OpenCards } from './open-cards.ts'
import { Questions } from './questions.tsx'
import { TicketExtras } from './ticket-extras.tsx'
import type { BookingForm } from './use-booking-form.ts'
import { useErrorText } from './use-error-text.ts'
import type { Submission } from './use-submission.ts'
import css from './book.module.css'

type AttendeeCardProps = {
  readonly ticket: Ticket
  /** "Conference, ticket 2" */
  readonly title: string
  readonly form: BookingForm
  readonly submission: Submission
  readonly cards: OpenCards
}

/** One ticket: folded it says whom it is for, open it asks. */
export function AttendeeCard({ ticket, title, form, submission, cards }: AttendeeCardProps) {
  const { uuid } = ticket
  const asked = { path: `tickets.${uuid}`, isAcquired: ticket.acquired, form, submission } as const
  return (
    <Fold
      open={cards.isOpen(uuid)}
      onToggle={isOpen => cards.set(uuid, isOpen)}
      summary={<Summary ticket={ticket} title={title} form={form} submission={submission} />}
    >
      <div className={css.fields} role="group" aria-label={title}>
        {!ticket.locked && <CopyFrom ticketId={uuid} title={title} form={form} />}
        <Questions {...asked} questions={ticket.ticketFieldConfigurationBeforeStandard} />
        <AttendeeFields ticket={ticket} form={form} submission={submission} />
        <Questions {...asked} questions={ticket.ticketFieldConfigurationAfterStandard} />
        <TicketExtras ticket={ticket} form={form} submission={submission} cards={cards} />
      </div>
    </Fold>
  )
}

function Summary({ ticket, title, form, submission }: Omit<AttendeeCardProps, 'cards'>) {
  const t = useT()
  const attendee = useWatch({ control: form.control, name: `tickets.${ticket.uuid}` })
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
