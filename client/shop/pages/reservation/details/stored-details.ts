import type { Ticket } from '#contract/ticket.ts'
import type { OpenReservation } from '../frame/open-reservation.ts'
import { type BookingValues, valuesFrom } from './booking-values.ts'

/** What the server knows, in the form's terms; the visitor's language where a ticket has none. */
export function storedValues({ reservation, context }: OpenReservation, language: string): BookingValues {
  const values = valuesFrom(reservation, language)
  return canPostpone({ reservation, context }) ? values : { ...values, postponeAssignment: false }
}

/** Names can be put off unless the organiser needs them now, or a category is for a group of named people. */
export function canPostpone({ reservation, context }: Pick<OpenReservation, 'reservation' | 'context'>): boolean {
  return !reservation.containsCategoriesLinkedToGroups && !context.assignmentConfiguration.forceAssignment
}

export function ticketsOf({ reservation }: Pick<OpenReservation, 'reservation'>): readonly Ticket[] {
  return reservation.ticketsByCategory.flatMap(category => category.tickets)
}
