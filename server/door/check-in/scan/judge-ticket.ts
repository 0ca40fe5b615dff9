import type { EntryRules, Scan } from '#domain/door/check-in/judge-scan.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { eventKey, ticketCode } from '#server/order/order/good-ticket.ts'
import { isSameText } from '#server/foundation/base/text.ts'
import { type DoorTicket, wasLetIn } from '../store.ts'

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

export type Shown = { readonly code: string; readonly now: Instant }

/** Everything that decides about a scan. */
export async function scanOf(on: Queryable, door: Door, ticket: DoorTicket, { code, now }: Shown): Promise<Scan> {
  const entry = entryRules(door.offer, ticket)
  const shown = code.trim()
  const isBadge = shown === '' && entry !== null && entry.isScannedDaily
  return {
    ticketStatus: ticket.status,
    entry,
    code: shown === '' ? 'none' : isCodeOf(ticket, door, shown) ? 'right' : 'wrong',
    isScannedToday: isBadge && (await wasLetIn(on, ticket.uuid, dayOf(now, door.offer.context.timeZone))),
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

/** The code of a ticket; undefined without a holder, because the code vouches for the holder. */
export function codeOf(ticket: DoorTicket, { eventKey }: Door): string | undefined {
  const { firstName, lastName, email, reservationId, uuid } = ticket
  if (!firstName || !lastName || !email) return undefined
  return ticketCode({ eventKey, reservationId, ticketUuid: uuid, firstName, lastName, email })
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
