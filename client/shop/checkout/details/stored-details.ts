import type { Ticket } from '#contract/ticket.ts'
import type { OpenReservation } from '../frame/open-reservation.ts'
import { ticketLanguage } from '../../ticket/attendee/ticket-language.ts'
import { type BookingValues, valuesFrom } from './booking-values.ts'

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
