import type { ContactAndTicketsForm, UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import type { SubscriptionInfo } from '#contract/reservation.ts'
import {
  type AnswerValues,
  type ItemValues,
  type StoredItem,
  type StoredQuestions,
  answersFrom,
  itemsFrom,
  questionsOf,
  toAdditional,
  toItemsForm,
} from '../../ticket/attendee/answer-values.ts'
import {
  type InvoiceTerms,
  type InvoiceValues,
  type StoredInvoice,
  invoiceFrom,
  isInvoiceBlank,
  toInvoiceForm,
} from './invoice-values.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { OpenReservation } from '../frame/open-reservation.ts'
import { ticketLanguage } from '../../ticket/attendee/ticket-language.ts'

/**
 * What the buyer types on the booking page. Attendees are keyed by the public id of their ticket, booked extras by
 * `itemKey`.
 */
export type BookingValues = InvoiceValues & {
  firstName: string
  lastName: string
  email: string
  postponeAssignment: boolean
  tickets: Record<string, AttendeeValues>
  items: Record<string, ItemValues>
  /** Of a pass; null: the order is of an event. */
  owner: OwnerValues | null
}

/** What is answered at `tickets.<id>`, `items.<key>` or `owner`. */
export function answersAt({ tickets, items, owner }: BookingValues, path: string): AnswerValues {
  const [kind, key = ''] = path.split('.')
  const about = kind === 'owner' ? owner : kind === 'items' ? items[key] : tickets[key]
  return about?.additional ?? {}
}

/** Whose a pass is going to be. What is typed of another owner stays while the buyer takes it. */
export type OwnerValues = Person & { readonly isSomebodyElse: boolean; readonly additional: AnswerValues }

export type AttendeeValues = {
  firstName: string
  lastName: string
  email: string
  userLanguage: string
  additional: AnswerValues
}

export type Person = { readonly firstName: string; readonly lastName: string; readonly email: string }

export const PERSON_PARTS = ['firstName', 'lastName', 'email'] as const satisfies (keyof Person)[]

type OrNull<Shape> = { readonly [Name in keyof Shape]: Shape[Name] | null }

/** What of the stored reservation fills the form again. */
type StoredDetails = OrNull<Person> &
  StoredInvoice & {
    readonly ticketsByCategory: readonly { readonly tickets: readonly StoredTicket[] }[]
    readonly additionalServiceWithData: readonly StoredItem[]
    readonly subscriptionInfos: readonly StoredPass[] | null
  }

type StoredPass = { readonly owner: OrNull<Person> } & Pick<SubscriptionInfo, 'additionalFields'>

type StoredTicket = OrNull<Person> & StoredQuestions & { readonly uuid: string; readonly userLanguage: string | null }

/**
 * The form as the server knows it; empty where nothing is stored. Stored contact details without a single attendee mean
 * that the buyer had put the names off.
 */
export function valuesFrom(stored: StoredDetails, language: string): BookingValues {
  const tickets = stored.ticketsByCategory.flatMap(category => category.tickets)
  return {
    ...personFrom(stored),
    ...invoiceFrom(stored),
    postponeAssignment:
      stored.email !== null && tickets.length > 0 && tickets.every(ticket => !ticket.email && !ticket.firstName),
    tickets: Object.fromEntries(
      tickets.map(ticket => [
        ticket.uuid,
        {
          ...personFrom(ticket),
          userLanguage: ticket.userLanguage ?? language,
          additional: answersFrom(questionsOf(ticket)),
        },
      ]),
    ),
    items: itemsFrom(stored.additionalServiceWithData, tickets[0]?.uuid ?? ''),
    owner: ownerFrom(stored.subscriptionInfos?.[0]),
  }
}

/** An order holds one pass at most. Until it is bought its owner is stored only where it is not the buyer. */
function ownerFrom(pass: StoredPass | undefined): OwnerValues | null {
  if (!pass) return null
  const person = personFrom(pass.owner)
  return { ...person, isSomebodyElse: !isUnnamed(person), additional: answersFrom(pass.additionalFields) }
}

/** The body of validate-to-overview. Who comes is left empty when the buyer says it later. */
export function toContactForm(values: BookingValues, terms: InvoiceTerms, isFree: boolean): ContactAndTicketsForm {
  const attendees = Object.entries(values.tickets)
  return {
    ...trimmed(values),
    ...toInvoiceForm(values, terms, isFree),
    postponeAssignment: values.postponeAssignment,
    tickets: Object.fromEntries(
      attendees.map(([id, attendee]) => [
        id,
        toAttendeeForm(values.postponeAssignment ? withoutName(attendee) : attendee),
      ]),
    ),
    additionalServices: toItemsForm(values.items),
    ...(values.owner && toOwnerForm(values.owner)),
  }
}

function toOwnerForm(owner: OwnerValues): ContactAndTicketsForm {
  const { isSomebodyElse, additional } = owner
  const person = isSomebodyElse ? trimmed(owner) : {}
  return {
    differentSubscriptionOwner: isSomebodyElse,
    subscriptionOwner: { ...person, additional: toAdditional(additional) },
  }
}

/** The name to show for a person, empty while no part of it is given. */
export function nameOf(person: Pick<Person, 'firstName' | 'lastName'>): string {
  return `${person.firstName.trim()} ${person.lastName.trim()}`.trim()
}

/** Whether anything at all is typed; an untouched form is not worth keeping. */
export function isBlank(values: BookingValues): boolean {
  const attendees = Object.values(values.tickets)
  const owners = values.owner ? [values.owner] : []
  const answered = [...attendees, ...owners, ...Object.values(values.items)]
  return (
    [values, ...attendees, ...owners].every(isUnnamed) &&
    answered.every(({ additional }) => Object.values(additional).every(answers => answers.join('').trim() === '')) &&
    isInvoiceBlank(values)
  )
}

const isUnnamed = (person: Person): boolean => nameOf(person) === '' && person.email.trim() === ''

export function isComplete(person: Person): boolean {
  return PERSON_PARTS.every(part => person[part].trim() !== '')
}

/**
 * The parts of the only ticket's attendee that may follow the contact details while they are typed: empty, or the same
 * already. The form takes a part off as soon as it is typed by hand (lifecycle E, autocomplete).
 */
export function followingParts(values: BookingValues, ticketId: string): (keyof Person)[] {
  const attendee = values.tickets[ticketId]
  return attendee ? PERSON_PARTS.filter(part => attendee[part] === '' || attendee[part] === values[part]) : []
}

function personFrom(stored: OrNull<Person>): Person {
  return { firstName: stored.firstName ?? '', lastName: stored.lastName ?? '', email: stored.email ?? '' }
}

function trimmed({ firstName, lastName, email }: Person): Person {
  return { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() }
}

function withoutName(attendee: AttendeeValues): AttendeeValues {
  return { ...attendee, firstName: '', lastName: '', email: '' }
}

function toAttendeeForm(attendee: AttendeeValues): UpdateTicketOwnerForm {
  return { ...trimmed(attendee), userLanguage: attendee.userLanguage, additional: toAdditional(attendee.additional) }
}

/** What the server knows, in the form's terms; where a ticket has no language, the visitor's if the event speaks it. */
export function storedValues({ reservation, context }: OpenReservation, language: string): BookingValues {
  const values = valuesFrom(reservation, ticketLanguage(context.contentLanguages, language))
  return canPostpone({ reservation, context }) ? values : { ...values, postponeAssignment: false }
}

/** Names can be put off unless the organiser needs them now, or a category is for a group of named people. */
export function canPostpone({ reservation, context }: Pick<OpenReservation, 'reservation' | 'context'>): boolean {
  return !reservation.containsCategoriesLinkedToGroups && !context.assignmentConfiguration.forceAssignment
}

export function ticketsOf({ reservation }: Pick<OpenReservation, 'reservation'>): readonly Ticket[] {
  return reservation.ticketsByCategory.flatMap(category => category.tickets)
}
