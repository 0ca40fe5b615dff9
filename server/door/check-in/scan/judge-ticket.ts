import { type EntryRules, type Scan, judgeScan, showsHolder } from '#domain/door/check-in/judge-scan.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { eventKey, ticketCode } from '#server/order/order/good-ticket.ts'
import { isSameText } from '#server/foundation/base/text.ts'
import {
  type DoorTicket,
  type TicketAnswer,
  type TicketExtra,
  answersOf,
  extrasOf,
  findTicket,
  ownAmounts,
  ticketsOfOrder,
  wasLetIn,
} from '../store.ts'
import { privateId } from '../access.ts'
import type { CheckInStatus } from '#domain/door/check-in/check-in-status.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import { deskShares } from '#domain/door/check-in/desk-shares.ts'

/** The event of the door. */
export type Door = {
  readonly offer: OfferedEvent
  /** Signs the codes of the event. */
  readonly eventKey: string
}

/** Never inside a transaction. */
export async function openDoor({ db }: Shop, offer: OfferedEvent): Promise<Door> {
  return { offer, eventKey: await eventKey(db, offer.context) }
}

type Shown = { readonly code: string; readonly now: Instant }

/** Everything that decides about a scan. */
export async function scanOf(on: Queryable, door: Door, ticket: DoorTicket, { code, now }: Shown): Promise<Scan> {
  const entry = entryRules(door.offer, ticket)
  const shown = code.trim()
  return {
    ticketStatus: ticket.status,
    entry,
    code: shown === '' ? 'none' : isCodeOf(ticket, door, shown) ? 'right' : 'wrong',
    isScannedToday:
      entry?.isScannedDaily === true && (await wasLetIn(on, ticket.uuid, dayOf(now, door.offer.context.timeZone))),
    now,
  }
}

function entryRules(
  { context: event, categories, settings }: OfferedEvent,
  { categoryId }: DoorTicket,
): EntryRules | null {
  const category = categories.find(({ id }) => id === categoryId)
  if (category === undefined) return null
  return {
    checkInFrom: category.checkInFrom,
    checkInTo: category.checkInTo,
    validFrom: category.validFrom ?? event.startsAt,
    validTo: category.validTo ?? event.endsAt,
    isScannedDaily: settings.flag('CHECK_IN_ONCE_PER_DAY', category.id),
  }
}

/**
 * The code of a ticket; undefined without a holder, because the code vouches for the holder. A holder who bought at a box office
 * may have no address.
 */
export function codeOf(ticket: DoorTicket, { eventKey }: Door): string | undefined {
  const { firstName, lastName, email, reservationId, uuid } = ticket
  if (!firstName || !lastName) return undefined
  return ticketCode({ eventKey, reservationId, ticketUuid: uuid, firstName, lastName, email: email ?? '' })
}

/** The tickets of an order, in the order of their seats, each with its code. */
export async function codedTickets(
  on: Queryable,
  door: Door,
  id: ReservationId,
): Promise<{ readonly ticket: DoorTicket; readonly code: string | undefined }[]> {
  return (await ticketsOfOrder(on, id)).map(ticket => ({ ticket, code: codeOf(ticket, door) }))
}

function isCodeOf(ticket: DoorTicket, door: Door, shown: string): boolean {
  const right = codeOf(ticket, door)
  return right !== undefined && isSameText(shown, right)
}

/** The day of the event's zone in which a moment is. */
function dayOf(now: Instant, timeZone: string): { start: Instant; end: Instant } {
  const day = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).startOfDay()
  return { start: instant(day.epochMilliseconds), end: instant(day.add({ days: 1 }).epochMilliseconds) }
}

/** A ticket that is shown at the door. */
export type ShownTicket = { readonly identifier: string; readonly code: string }

/** What a check-in would answer; nothing is changed. */
export async function evaluateTicket({ db, clock }: Shop, door: Door, shown: ShownTicket): Promise<ScanResult> {
  const uuid = privateId(shown.identifier)
  const ticket = uuid && (await findTicket(db, { eventId: door.offer.context.id, uuid }))
  if (!ticket) return TICKET_NOT_FOUND
  const scan = await scanOf(db, door, ticket, { code: shown.code, now: clock.now() })
  const status = judgeScan(scan)
  if (status !== 'MUST_PAY') return stopped(status, scan, ticket)
  const due = (await deskAmounts(db, [ticket.reservationId])).get(ticket.id)
  return { status, ticket, ...(due !== undefined && { due }) }
}

/** The result of a scan. It has the ticket as it was before, where the caller may see it. */
export type ScanResult =
  | { readonly status: CheckInStatus; readonly ticket?: undefined }
  | { readonly status: CheckInStatus; readonly ticket: DoorTicket; readonly due?: Minor; readonly welcome?: Welcome }

/** What the door does for an attendee who has come in. */
type Welcome = {
  /** Handed out with the ticket. */
  readonly extras: readonly TicketExtra[]
  /** The questions to the attendee and about the extras. */
  readonly answers: readonly TicketAnswer[]
  /** Of the box that the scanner shows. */
  readonly colour: string
}

export const TICKET_NOT_FOUND: ScanResult = { status: 'TICKET_NOT_FOUND' }

/** Nothing comes of the scan; the ticket is shown where its holder may be (lifecycle F). */
export function stopped(status: CheckInStatus, scan: Scan, ticket: DoorTicket): ScanResult {
  return showsHolder(scan) ? { status, ticket } : { status }
}

export async function welcome(on: Queryable, { settings }: OfferedEvent, ticket: DoorTicket): Promise<Welcome> {
  return {
    extras: await extrasOf(on, [ticket.id]),
    answers: await answersOf(on, [ticket.id]),
    colour: colourOf({ settings }, ticket),
  }
}

/** Green, unless the organiser distinguishes categories. */
const colourOf = (offer: Pick<OfferedEvent, 'settings'>, ticket: DoorTicket): string =>
  statedColour(offer, ticket) ?? 'success'

/** By which the organiser distinguishes categories; null: not at all. */
export function statedColour(
  { settings }: Pick<OfferedEvent, 'settings'>,
  { categoryId }: Pick<DoorTicket, 'categoryId'>,
): string | null {
  return settings.text('CHECK_IN_COLOR', categoryId ?? undefined)
}

/** What is paid at the desk for each ticket of these orders. */
export async function deskAmounts(
  on: Queryable,
  reservationIds: readonly string[],
): Promise<ReadonlyMap<bigint, Minor>> {
  const rows = await ownAmounts(on, [...new Set(reservationIds)])
  const amounts = new Map<bigint, Minor>()
  for (const tickets of Map.groupBy(rows, row => row.reservationId).values()) {
    const [first] = tickets
    if (first === undefined) continue
    const shares = deskShares(
      minor(first.total),
      tickets.map(({ own }) => minor(own)),
    )
    for (const [index, share] of shares.entries()) {
      const ticket = tickets[index]
      if (ticket) amounts.set(ticket.ticketId, share)
    }
  }
  return amounts
}
