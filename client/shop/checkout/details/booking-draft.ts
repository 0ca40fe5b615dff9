import { isAnswers, isItems, isObject, itemsLaidOver, laidOver } from '../../ticket/attendee/answer-values.ts'
import type { TabStorage } from '#client/frame/storage/browser-storage.ts'
import { type AttendeeValues, type BookingValues, type OwnerValues, isBlank } from './booking-values.ts'
import { LAST_BUYER } from '../../shell/last-buyer.ts'
import { NO_INVOICE } from './invoice-values.ts'

export type Order = { readonly publicIdentifier: string; readonly reservationId: string }

/** Attendees in the order of the page, for tickets of another reservation have other ids. */
type Leftover = {
  readonly reservationId: string
  readonly values: BookingValues
  readonly attendees: readonly AttendeeValues[]
}

/** What this tab keeps of orders that are filled in; each name begins with `foyer.booking.`. */

const draftKey = (order: Order) => `foyer.booking.reservation.${order.reservationId}`
const leftoverKey = (order: Order) => `foyer.booking.context.${order.publicIdentifier}`

/**
 * Keeps what is typed, so that neither a reload nor an error loses it; a second copy under the event outlives the
 * reservation. Kept in this tab only, and nothing is kept of an untouched form.
 */
export function keepDraft(
  storage: TabStorage,
  order: Order,
  values: BookingValues,
  ticketIds: readonly string[],
): void {
  const isUntouched = isBlank(values) && storage.read(draftKey(order)) === null
  if (isUntouched) return
  storage.write(draftKey(order), values)
  const isAnythingWritten = !isBlank({ ...values, invoiceRequested: false })
  if (isAnythingWritten) keepLeftover(storage, order, values, ticketIds)
}

/** The copy for a later reservation of the same event; the draft itself is over once the server has the details. */
export function keepLeftover(
  storage: TabStorage,
  order: Order,
  values: BookingValues,
  ticketIds: readonly string[],
): void {
  const attendees = ticketIds.flatMap(id => values.tickets[id] ?? [])
  storage.write(leftoverKey(order), { reservationId: order.reservationId, values, attendees } satisfies Leftover)
}

/** Keeps what the server knows for the order that takes the place of this one, unless something newer is typed. */
export function keepTyped(
  storage: TabStorage,
  order: Order,
  values: BookingValues,
  ticketIds: readonly string[],
): void {
  if (!isValues(storage.read(draftKey(order)))) keepDraft(storage, order, values, ticketIds)
}

/** What was typed for this very reservation and not yet accepted, laid over what the server knows. */
export function draftFor(storage: TabStorage, order: Order, stored: BookingValues): BookingValues | undefined {
  return draftLaidOver(stored, storage.read(draftKey(order)))
}

/** The same of a draft from elsewhere; undefined for one that no page of today has written. */
export function draftLaidOver(stored: BookingValues, draft: unknown): BookingValues | undefined {
  if (!isValues(draft)) return undefined
  const tickets = Object.entries(stored.tickets).map(
    ([id, attendee]) => [id, attendeeLaidOver(attendee, draft.tickets[id])] as const,
  )
  const ids = tickets.map(([id]) => id)
  const owner = ownerLaidOver(stored.owner, draft.owner)
  return { ...draft, tickets: Object.fromEntries(tickets), items: itemsLaidOver(stored.items, draft.items, ids), owner }
}

function ownerLaidOver(stored: OwnerValues | null, typed: OwnerValues | null): OwnerValues | null {
  return stored && typed ? { ...typed, additional: laidOver(stored.additional, typed.additional) } : stored
}

function attendeeLaidOver(stored: AttendeeValues, typed: AttendeeValues | undefined): AttendeeValues {
  return typed ? { ...typed, additional: laidOver(stored.additional, typed.additional) } : stored
}

/**
 * What was typed for an earlier reservation of the same event, dealt to the tickets of this one in order. Extras are other
 * items now and start afresh.
 */
export function leftoverFor(
  storage: TabStorage,
  order: Order,
  stored: BookingValues,
  ticketIds: readonly string[],
): BookingValues | undefined {
  const found = storage.read(leftoverKey(order))
  if (!isLeftover(found) || found.reservationId === order.reservationId) return undefined
  const tickets = ticketIds.flatMap((id, position) => {
    const attendee = stored.tickets[id]
    return attendee ? [[id, attendeeLaidOver(attendee, found.attendees[position])] as const] : []
  })
  const owner = ownerLaidOver(stored.owner, found.values.owner)
  return { ...found.values, tickets: Object.fromEntries(tickets), items: stored.items, owner }
}

export const hasLeftover = (storage: TabStorage, order: Order): boolean => storage.readText(leftoverKey(order)) !== null

/** What was typed for the order whose place this one has taken, and which the server had not accepted. */
export function carriedDraft(
  storage: TabStorage,
  order: Order,
  stored: BookingValues,
  ticketIds: readonly string[],
): BookingValues | undefined {
  const leftover = storage.read(leftoverKey(order))
  if (!isLeftover(leftover)) return undefined
  const { reservationId } = leftover
  const isOfOther = reservationId === order.reservationId || successorOf(storage, reservationId) !== order.reservationId
  const hasDraft = isValues(storage.read(draftKey({ ...order, reservationId })))
  return isOfOther || !hasDraft ? undefined : leftoverFor(storage, order, stored, ticketIds)
}

/** The server has the details now and fills them in from there. */
export function dropDraft(storage: TabStorage, order: Order): void {
  storage.remove(draftKey(order))
}

/** Is something typed that the server has not accepted? */
export const hasDraft = (storage: TabStorage, order: Order): boolean => storage.readText(draftKey(order)) !== null

/** Who ordered last in this tab, and where the invoice went; the next order of the visit begins with it. */
export function keepBuyer(
  storage: TabStorage,
  { tickets: _tickets, items: _items, owner: _owner, ...buyer }: BookingValues,
): void {
  storage.write(LAST_BUYER, { ...buyer, ...OF_ONE_ORDER } satisfies Buyer)
}

type Buyer = Omit<BookingValues, 'tickets' | 'items' | 'owner'>

/** What says nothing about the next order. */
const OF_ONE_ORDER = { invoiceRequested: false, customerReference: '' } as const

/** An order of which nothing is known, with the buyer of the last one. */
export function withLastBuyer(storage: TabStorage, stored: BookingValues): BookingValues | undefined {
  const buyer = storage.read(LAST_BUYER)
  if (!isObject(buyer) || !isBlank(stored)) return undefined
  const values = { ...stored, ...buyer, tickets: stored.tickets, items: stored.items, owner: stored.owner }
  return isValues(values) ? values : undefined
}

/** The buyer releases the tickets: nothing of what was typed stays. */
export function dropBuyer(storage: TabStorage): void {
  storage.remove(LAST_BUYER)
}

/** The order went through, or the buyer doesn't want the earlier details: removes them. */
export function dropLeftover(storage: TabStorage, order: Order): void {
  storage.remove(leftoverKey(order))
}

function isLeftover(value: unknown): value is Leftover {
  return (
    isObject(value) &&
    typeof value['reservationId'] === 'string' &&
    isValues(value['values']) &&
    Array.isArray(value['attendees']) &&
    value['attendees'].every(isAttendee)
  )
}

function isValues(value: unknown): value is BookingValues {
  return (
    isObject(value) &&
    isPerson(value) &&
    Object.entries(NO_INVOICE).every(([name, empty]) => typeof value[name] === typeof empty) &&
    isObject(value['tickets']) &&
    Object.values(value['tickets']).every(isAttendee) &&
    isItems(value['items']) &&
    (value['owner'] === null || isOwner(value['owner']))
  )
}

function isOwner(value: unknown): value is OwnerValues {
  return (
    isObject(value) && isPerson(value) && typeof value['isSomebodyElse'] === 'boolean' && isAnswers(value['additional'])
  )
}

function isAttendee(value: unknown): value is AttendeeValues {
  return (
    isObject(value) &&
    isPerson(value) &&
    typeof value['isBuyer'] === 'boolean' &&
    typeof value['isLater'] === 'boolean' &&
    typeof value['userLanguage'] === 'string' &&
    isAnswers(value['additional'])
  )
}

function isPerson(value: Record<string, unknown>): boolean {
  return ['firstName', 'lastName', 'email'].every(name => typeof value[name] === 'string')
}

/** Which order has taken the place of which, as far as this tab has done it. */

const key = (reservationId: string) => `foyer.booking.successor.${reservationId}`

export function noteSuccessor(storage: TabStorage, reservationId: string, successor: string): void {
  storage.write(key(reservationId), successor)
}

/** The latest that has come in the place of an order; undefined: none that this tab knows. */
export function successorOf(storage: TabStorage, reservationId: string): string | undefined {
  const seen = new Set([reservationId])
  let latest = reservationId
  for (;;) {
    const next = storage.read(key(latest))
    if (typeof next !== 'string' || seen.has(next)) break
    seen.add(next)
    latest = next
  }
  return latest === reservationId ? undefined : latest
}
