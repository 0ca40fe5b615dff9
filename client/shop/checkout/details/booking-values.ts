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
  /** The buyer comes with this ticket: what is typed of the holder does not count. The first ticket alone can have it. */
  isBuyer: boolean
  /** The buyer names the holder later. */
  isLater: boolean
  firstName: string
  lastName: string
  /** Empty: the buyer's address. */
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

type StoredTicket = OrNull<Person> &
  StoredQuestions & { readonly uuid: string; readonly userLanguage: string | null; readonly locked: boolean }

/** How holders are named in this order. */
export type NamingTerms = {
  /** Names can come later. */
  readonly canWait: boolean
  /** The buyer is the holder of the first ticket until another person is named. */
  readonly isBuyerFirst: boolean
}

/**
 * The form as the server knows it; empty where nothing is stored. Where names can come later, tickets without a name wait
 * for it: the first one only where the contact is stored, for the buyer has put it off then.
 */
export function valuesFrom(stored: StoredDetails, language: string, terms: NamingTerms): BookingValues {
  const tickets = stored.ticketsByCategory.flatMap(category => category.tickets)
  return {
    ...personFrom(stored),
    ...invoiceFrom(stored),
    tickets: Object.fromEntries(
      tickets.map((ticket, position) => [
        ticket.uuid,
        {
          ...holderFrom(ticket, { position, stored, terms }),
          userLanguage: ticket.userLanguage ?? language,
          additional: answersFrom(questionsOf(ticket)),
        },
      ]),
    ),
    items: itemsFrom(stored.additionalServiceWithData, tickets[0]?.uuid ?? ''),
    owner: ownerFrom(stored.subscriptionInfos?.[0]),
  }
}

type HolderFacts = { readonly position: number; readonly stored: OrNull<Person>; readonly terms: NamingTerms }

function holderFrom(ticket: StoredTicket, { position, stored, terms: { canWait, isBuyerFirst } }: HolderFacts) {
  const [buyer, holder] = [personFrom(stored), personFrom(ticket)]
  const isLater = canWait && isUnnamed(holder) && (position > 0 || stored.email !== null)
  const isSame = PERSON_PARTS.every(part => holder[part] === buyer[part])
  const isBuyer = position === 0 && isBuyerFirst && !ticket.locked && !isLater && (isUnnamed(holder) || isSame)
  if (isBuyer) return { ...NO_PERSON, isLater, isBuyer }
  return { ...holder, email: holder.email === buyer.email ? '' : holder.email, isLater, isBuyer }
}

const NO_PERSON: Person = { firstName: '', lastName: '', email: '' }

/** An order holds one pass at most. Until it is bought its owner is stored only where it is not the buyer. */
function ownerFrom(pass: StoredPass | undefined): OwnerValues | null {
  if (!pass) return null
  const person = personFrom(pass.owner)
  return { ...person, isSomebodyElse: !isUnnamed(person), additional: answersFrom(pass.additionalFields) }
}

/** The body of validate-to-overview. A holder who is named later is left empty. */
export function toContactForm(values: BookingValues, terms: InvoiceTerms, isFree: boolean): ContactAndTicketsForm {
  const attendees = Object.entries(values.tickets)
  const later = attendees.flatMap(([id, { isLater }]) => (isLater ? id : []))
  return {
    ...trimmed(values),
    ...toInvoiceForm(values, terms, isFree),
    postponeAssignment: later.length > 0 && later.length === attendees.length,
    ticketsNamedLater: later,
    tickets: Object.fromEntries(
      attendees.map(([id, attendee]) => [id, toAttendeeForm(attendee, holderOf(attendee, values))]),
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

/** Has the person a whole name? */
export function isNamed({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): boolean {
  return firstName.trim() !== '' && lastName.trim() !== ''
}

/** Who comes with a ticket, as the server is to know it (lifecycle E, autocomplete). */
export function holderOf(attendee: AttendeeValues, buyer: Person): Person {
  if (attendee.isLater) return NO_PERSON
  if (attendee.isBuyer) return trimmed(buyer)
  return trimmed({ ...attendee, email: attendee.email.trim() === '' ? buyer.email : attendee.email })
}

function personFrom(stored: OrNull<Person>): Person {
  return { firstName: stored.firstName ?? '', lastName: stored.lastName ?? '', email: stored.email ?? '' }
}

function trimmed({ firstName, lastName, email }: Person): Person {
  return { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() }
}

function toAttendeeForm({ userLanguage, additional }: AttendeeValues, holder: Person): UpdateTicketOwnerForm {
  return { ...holder, userLanguage, additional: toAdditional(additional) }
}

/** What the server knows, in the form's terms; where a ticket has no language, the visitor's if the event speaks it. */
export function storedValues({ reservation, context }: OpenReservation, language: string): BookingValues {
  return valuesFrom(reservation, ticketLanguage(context.contentLanguages, language), {
    canWait: canPostpone({ reservation, context }),
    isBuyerFirst: isBuyerFirst({ context }),
  })
}

/** Does the organiser let the buyer be the holder of the first ticket without typing it again? */
export function isBuyerFirst({ context }: Pick<OpenReservation, 'context'>): boolean {
  return context.assignmentConfiguration.enableAttendeeAutocomplete
}

/** Names can be put off unless the organiser needs them now, or a category is for a group of named people. */
export function canPostpone({ reservation, context }: Pick<OpenReservation, 'reservation' | 'context'>): boolean {
  return !reservation.containsCategoriesLinkedToGroups && !context.assignmentConfiguration.forceAssignment
}

export function ticketsOf({ reservation }: Pick<OpenReservation, 'reservation'>): readonly Ticket[] {
  return reservation.ticketsByCategory.flatMap(category => category.tickets)
}
