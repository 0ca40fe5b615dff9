import type { Instant } from '#domain/foundation/instant.ts'
import { successors } from '#domain/order/reservation/plan-order.ts'
import { heldAtFirst, holdUntilAsBefore } from '#domain/order/reservation/hold.ts'
import type { BookedItem, Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Attendee } from '#domain/order/reservation/contact.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { type Database, type Tx, transaction } from '#server/foundation/database/database.ts'
import { type OrderAnswers, loadAnswers, storeAnswers } from '#server/catalog/fields/fields.ts'
import { discardReservations } from '#server/order/order/release-held.ts'
import { putOnSale, takeOffSale } from '#server/order/order/move-tickets.ts'
import { type Locking, limitWaiting, storeFirstHold } from '#server/order/stock/hold-seats.ts'
import {
  type OrderOutcome,
  type OrderRequest,
  answerOf,
  firstSkipping,
  holdParts,
} from '#server/order/stock/hold-order.ts'
import { itemsOf } from '#server/order/order/read-order.ts'
import { lockReservation, ticketsOf } from '#server/order/order/reservations.ts'
import { storeDetails, storeHold } from '../store.ts'
import { type OrganiserData, copyOrganiserData, organiserDataOf } from './organiser-data-store.ts'

/** A new order in the place of one that is held. */
export type ReplacingRequest = Omit<OrderRequest, 'validity'> & {
  readonly replaces: ReservationId
  /** How long a new order would be held (RESERVATION_TIMEOUT). */
  readonly timeoutMinutes: number
}

/** `over`: the old order has lapsed or is gone. `fixed`: it is paid for, or came from the waiting list, and stays. */
export type ReplacingOutcome = OrderOutcome | 'over' | 'fixed'

/**
 * Holds an order in the place of an open one, all or nothing: what the old one holds counts as free for the new one,
 * which keeps its seats where it can; the rest is released. The old one stays when the new one fails. What the buyer
 * has typed goes over to the tickets and extras of the same kind (decision 20). The old reservation is locked before
 * everything else, so that it is either replaced, or paid for, cancelled or expired, and replaced only once.
 */
export async function replaceOrder(db: Database, request: ReplacingRequest): Promise<Replaced> {
  try {
    return await firstSkipping(locking => transaction(db, tx => replace(tx, request, locking)))
  } catch (error) {
    return { answer: answerOf(error), validity: request.now }
  }
}

/** With until when the new order is held. */
type Replaced = { readonly answer: ReplacingOutcome; readonly validity: Instant }

async function replace(tx: Tx, request: ReplacingRequest, locking: Locking): Promise<Replaced> {
  const { id, replaces, event, now, timeoutMinutes } = request
  await limitWaiting(tx)
  const old = await lockReservation(tx, replaces)
  if (!old || old.contextId !== event.id) return { answer: 'over', validity: now }
  if (!has(old, 'isOpen') || (await isOfWaitingList(tx, replaces))) return { answer: 'fixed', validity: now }
  if (old.validity <= now) return { answer: 'over', validity: now }

  const before = await partsOf(tx, replaces)
  const seats = before.tickets.map(ticket => ticket.id)
  await discardReservations(tx, [replaces], { at: now, type: 'RESERVATION_REPLACED', modifications: { by: id } })
  await putOnSale(tx, seats)
  const validity = holdUntilAsBefore(now, timeoutMinutes, old)
  await holdParts(tx, { ...request, validity }, { locking, preferred: seats })
  await takeOffSale(tx, seats)
  await carryOver(tx, { old, before, id, validity })
  await storeFirstHold(tx, id, heldAtFirst(old, request))
  return { answer: 'held', validity }
}

/** Such a seat is held for days: it is not to become the way to hold any seat that long. */
async function isOfWaitingList(tx: Tx, id: ReservationId): Promise<boolean> {
  const entry = await tx.kysely
    .selectFrom('waiting_list_entry')
    .select('id')
    .where('reservation_id', '=', id)
    .executeTakeFirst()
  return entry !== undefined
}

type Parts = {
  readonly tickets: readonly Ticket[]
  readonly items: readonly BookedItem[]
  readonly answers: OrderAnswers
  readonly organiserData: OrganiserData | undefined
}

async function partsOf(tx: Tx, id: ReservationId): Promise<Parts> {
  return {
    tickets: await ticketsOf(tx, id),
    items: await itemsOf(tx, id),
    answers: await loadAnswers(tx, id),
    organiserData: await organiserDataOf(tx, id),
  }
}

type Carried = {
  readonly old: Reservation
  readonly before: Parts
  readonly id: ReservationId
  readonly validity: Instant
}

/** The buyer's own details, and of each attendee those whose ticket has a successor of its category. */
async function carryOver(tx: Tx, { old, before, id, validity }: Carried): Promise<void> {
  await storeHold(tx, id, { validity, extendedMinutes: old.extendedMinutes })
  const tickets = successors(before.tickets, await ticketsOf(tx, id), ({ categoryId }) => categoryId)
  const items = successors(before.items, await itemsOf(tx, id), ({ serviceId }) => serviceId)
  const { contact, customerReference, billing, isInvoiceRequested } = old
  const details = { contact, customerReference, billing, isInvoiceRequested, isValidated: false }
  await storeDetails(tx, id, { ...details, holders: tickets.map(([was, is]) => [is.publicId, attendeeOf(was)]) })
  await storeAnswers(tx, {
    ofTickets: answersOfSuccessors(before.answers.ofTickets, tickets),
    ofItems: answersOfSuccessors(before.answers.ofItems, items),
  })
  if (before.organiserData)
    await copyOrganiserData(tx, id, { organiserData: before.organiserData, successors: tickets })
}

function attendeeOf({ firstName, lastName, email, language }: Ticket): Attendee {
  return { firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '', language }
}

function answersOfSuccessors(
  answers: OrderAnswers['ofTickets'],
  pairs: readonly (readonly [{ readonly id: bigint }, { readonly id: bigint }])[],
): OrderAnswers['ofTickets'] {
  return new Map(
    pairs.flatMap(([was, is]) => {
      const copied = answers.get(was.id)
      return copied ? [[is.id, copied] as const] : []
    }),
  )
}
