import { useId, useState } from 'react'
import { useFormValues } from '#client/frame/forms/form-values.ts'
import { TextButton } from '#client/kit/button/button.tsx'
import { FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Ticket } from '#contract/ticket.ts'
import { PERSON_PARTS, type Person, holderOf, isBuyerFirst, isNamed, nameOf } from '../details/booking-values.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { useBookingMailQuestion } from './mail-question.tsx'
import { focusSoon } from './focus-soon.ts'
import type { BookingForm } from './use-booking-form.ts'
import { useErrorText } from './use-error-text.ts'
import type { Submission } from './use-submission.ts'
import css from './book.module.css'

type FieldsProps = { readonly ticket: Ticket; readonly form: BookingForm; readonly submission: Submission }

/** No autofill here: the browser knows its owner, and a ticket may be for another person. */
export function AttendeeFields({ ticket, form, submission }: FieldsProps) {
  const t = useT()
  const errorText = useErrorText(submission)
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
      <Address ticket={ticket} form={form} error={errorText(`${path}.email`)} />
      <TicketLanguage ticket={ticket} form={form} error={errorText(`${path}.userLanguage`)} />
    </>
  )
}

type FieldProps = { readonly ticket: Ticket; readonly form: BookingForm; readonly error: string | undefined }

/** Where the ticket goes: to the buyer, unless it has an address of its own. Members of a group are known by theirs. */
function Address({ ticket, form, error }: FieldProps) {
  const t = useT()
  const { metadata, containsCategoriesLinkedToGroups } = useOpenReservation().reservation
  const path = `tickets.${ticket.uuid}.email` as const
  const mail = useBookingMailQuestion(form, path)
  const buyers = useFormValues(form, values => values.email.trim())
  const own = useFormValues(form, values => values.tickets[ticket.uuid]?.email ?? '')
  const [isOwn, setIsOwn] = useState(containsCategoriesLinkedToGroups)
  // Once shown it stays, so that it can be emptied.
  if (own !== '' && !isOwn) setIsOwn(true)
  const showOwn = () => {
    setIsOwn(true)
    focusSoon(path)
  }
  if (!isOwn && error === undefined) {
    return (
      <div className={css.holder}>
        <p className="soft">{buyers === '' ? t('foyer.book.goes-to-you') : t('foyer.book.goes-to', buyers)}</p>
        <TextButton onClick={showOwn}>{t('foyer.book.other-address')}</TextButton>
      </div>
    )
  }
  return (
    <div>
      <TextField
        {...form.register(path)}
        id={path}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={ticket.locked || (metadata.lockEmailEdit && Boolean(ticket.email))}
        label={t('common.email')}
        optional={t('foyer.optional')}
        hint={t('foyer.book.address-hint')}
        error={error}
        onBlur={mail.onBlur}
      />
      {mail.question}
    </div>
  )
}

/** Asked only where the organiser writes in several; otherwise the ticket has the language of the page (booking 5). */
function TicketLanguage({ ticket, form, error }: FieldProps) {
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

type OfTicket = { readonly ticketId: string; readonly title: string; readonly form: BookingForm }

/**
 * Spares typing: the details of the buyer, or of another ticket, for this one.
 * @param onBuyer Called once the first ticket is the buyer's again.
 */
export function CopyFrom({ ticketId, title, form, onBuyer }: OfTicket & { readonly onBuyer: () => void }) {
  const t = useT()
  const toast = useToast()
  const [isChoosing, setIsChoosing] = useState(false)
  const listId = useId()
  const isFirst = Object.keys(form.getValues().tickets)[0] === ticketId
  const isForBuyer = isBuyerFirst(useOpenReservation()) && isFirst
  const others = useOtherAttendees(ticketId, form)
  const copy = (person: Person) => {
    for (const part of PERSON_PARTS) form.setValue(`tickets.${ticketId}.${part}`, person[part])
    setIsChoosing(false)
    toast(t('foyer.book.copied', title))
  }
  const takeBuyer = () => {
    if (!isForBuyer) return copy({ ...form.getValues(), email: '' })
    form.setValue(`tickets.${ticketId}.isBuyer`, true)
    onBuyer()
  }
  return (
    <>
      <TextButton onClick={takeBuyer}>
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
    </>
  )
}

/** The people who are named on other tickets, once each. */
function useOtherAttendees(ticketId: string, form: BookingForm): Person[] {
  const values = useFormValues(form, all => all)
  const others = Object.entries(values.tickets)
    .filter(([id]) => id !== ticketId)
    .map(([, attendee]) => ({ ...holderOf(attendee, values), isBuyer: attendee.isBuyer }))
    .filter(other => isNamed(other) && !other.isBuyer)
  return [...new Map(others.map(other => [`${nameOf(other)} ${other.email}`, other])).values()]
}

/** The holder of this ticket is named later; what is typed of the holder stays on the page. */
export function LaterButton({ ticketId, title, form, onLater }: OfTicket & { readonly onLater: () => void }) {
  const t = useT()
  const wait = () => {
    form.setValue(`tickets.${ticketId}.isLater`, true)
    onLater()
  }
  return (
    <TextButton onClick={wait}>
      {t('reservation-page.postpone-assignment')}
      <span className="unseen">: {title}</span>
    </TextButton>
  )
}
