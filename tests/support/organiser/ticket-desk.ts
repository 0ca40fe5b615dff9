import {
  type BulkStatus,
  type ImportAnswer,
  type TicketReservationCreationRequest,
  bulkStatus,
  importReservations,
} from '#contract/organiser-reservations.ts'
import type { Buyer } from '../buyer/buyer.ts'

/** An order of one ticket, whose attendee is the buyer as well; state what matters. */
export function anOrderFor(
  name: string,
  ticketCategoryId: number,
  changes: Partial<TicketReservationCreationRequest> = {},
): TicketReservationCreationRequest {
  const person = { firstName: name, lastName: 'Brought', email: `${name.toLowerCase()}@example.org` }
  return { user: person, tickets: [{ ticketCategoryId, quantity: 1, attendees: [person] }], ...changes }
}

/** Imports a list of orders; returns the id of the list. */
export async function bring(
  api: Buyer,
  slug: string,
  orders: readonly TicketReservationCreationRequest[],
): Promise<string> {
  const ask = { params: { slug }, query: { language: 'en' }, body: [...orders] }
  const { batchId }: ImportAnswer = await api.expect(importReservations, 200, ask)
  if (batchId === null) throw new Error('a list without an id')
  return batchId
}

/** How many orders of a list were made, are still to be made, and can't be made. */
export async function progressOf(api: Buyer, slug: string, requestId: string): Promise<readonly number[]> {
  const status: BulkStatus = await api.expect(bulkStatus, 200, { params: { slug, requestId } })
  return [status.countSuccess, status.countPending, status.countError]
}
