import type { Scan } from '#domain/door/check-in/judge-scan.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { TICKET_STATUSES } from '#domain/ticket/ticket/states.ts'
import { type DoorVerdict, judgeAtDoor } from './judge-at-door.ts'

/**
 * Scans that a device judges by the list it has brought to the door (decision 102). What is within an entry of the list is in
 * the words of scanning apps: texts, and times in seconds.
 */
export type ListedContent = Readonly<Record<string, string | undefined>>

type AtDoor = {
  readonly now: Instant
  /** When this device let the holder in with the ticket; null: it has not. */
  readonly letInAt: Instant | null
  readonly event: { readonly startsAt: number; readonly endsAt: number; readonly timezone: string }
  /** Whose holders are let in here. */
  readonly categoryIds: readonly number[]
  readonly isPaid: boolean
}

/** What comes of the right code of a listed ticket: the rules of every door, with what the device knows. */
export function judgeListed(content: ListedContent, door: AtDoor): DoorVerdict {
  const { letInAt, categoryIds, isPaid } = door
  const isLetInHere = categoryIds.includes(Number(content['categoryId']))
  return judgeAtDoor(scanOf(content, door), { isLetInHere, isPaid: isPaid && letInAt === null })
}

function scanOf(content: ListedContent, { now, letInAt, event }: AtDoor): Scan {
  const isScannedDaily = content['categoryCheckInStrategy'] === 'ONCE_PER_DAY'
  const since = letInAt ?? momentIn(content['since'])
  const listed = TICKET_STATUSES.find(status => status === content['status'])
  return {
    ticketStatus: letInAt === null ? (listed ?? 'CANCELLED') : 'CHECKED_IN',
    entry: {
      checkInFrom: secondsIn(content['validCheckInFrom']),
      checkInTo: secondsIn(content['validCheckInTo']),
      validFrom: secondsIn(content['ticketValidityStart']) ?? instant(event.startsAt),
      validTo: secondsIn(content['ticketValidityEnd']) ?? instant(event.endsAt),
      isScannedDaily,
    },
    code: 'right',
    isScannedToday: isScannedDaily && since !== null && isSameDay(since, now, event.timezone),
    now,
  }
}

const momentIn = (text: string | undefined): Instant | null => (text === undefined ? null : instant(Number(text)))
const secondsIn = (text: string | undefined): Instant | null =>
  text === undefined ? null : instant(Number(text) * 1000)

/** On the same day of the zone. */
function isSameDay(one: Instant, other: Instant, timeZone: string): boolean {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone })
  return day.format(one) === day.format(other)
}
