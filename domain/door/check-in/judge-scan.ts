import type { Instant } from '#domain/foundation/instant.ts'
import { type TicketStatus, type TicketStatusAfter, ticketHas } from '#domain/ticket/ticket/states.ts'
import type { CheckInStatus } from './check-in-status.ts'

/** When the holders of a category are let in. */
export type EntryRules = {
  /** Both ends are inside; null: at any time. */
  readonly checkInFrom: Instant | null
  readonly checkInTo: Instant | null
  /** When the ticket is good: the category's own times, else the event's. Both ends are inside. */
  readonly validFrom: Instant
  readonly validTo: Instant
  /** The badge of an attendee who is in is scanned again once each day. */
  readonly isScannedDaily: boolean
}

export type Scan = {
  readonly ticketStatus: TicketStatus
  /** Null for a ticket without category, which lets no attendee in. */
  readonly entry: EntryRules | null
  /** `none`: nothing was scanned, or blanks. */
  readonly code: 'none' | 'right' | 'wrong'
  /** The ticket has been let in already on this day of the event's zone. */
  readonly isScannedToday: boolean
  readonly now: Instant
}

/** What can come of a scan of a ticket that is there, before anything is done. */
export type ScanVerdict = Extract<
  CheckInStatus,
  | 'EMPTY_TICKET_CODE'
  | 'INVALID_TICKET_CODE'
  | 'INVALID_TICKET_STATE'
  | 'ALREADY_CHECK_IN'
  | 'MUST_PAY'
  | 'OK_READY_TO_BE_CHECKED_IN'
  | 'INVALID_TICKET_CATEGORY_CHECK_IN_DATE'
  | 'BADGE_SCAN_ALREADY_DONE'
  | 'OK_READY_FOR_BADGE_SCAN'
>

/** May this ticket come in now? Returns the first obstacle, in the order of lifecycle F. */
export function judgeScan(scan: Scan): ScanVerdict {
  const { entry, ticketStatus, code, now } = scan
  if (entry === null) return 'INVALID_TICKET_STATE'
  if (code === 'none') return isBadge(ticketStatus, entry) ? judgeBadge(scan, entry) : 'EMPTY_TICKET_CODE'
  if (!isEntryOpen(entry, now)) return 'INVALID_TICKET_CATEGORY_CHECK_IN_DATE'
  if (code === 'wrong') return 'INVALID_TICKET_CODE'
  return judgeStatus(ticketStatus)
}

const isBadge = (status: TicketStatus, { isScannedDaily }: EntryRules): boolean =>
  isScannedDaily && ticketHas({ status }, 'isCheckedIn')

/**
 * Does the scanner learn whose ticket it is? By the ticket's own code, or by the badge of an attendee who is in. A code
 * that is not the ticket's any more shows nothing of the person who has the ticket now (lifecycle F).
 */
export function showsHolder({ entry, ticketStatus, code }: Scan): boolean {
  return code === 'right' || (code === 'none' && entry !== null && isBadge(ticketStatus, entry))
}

function judgeBadge({ now, isScannedToday }: Scan, { validFrom, validTo }: EntryRules): ScanVerdict {
  if (now < validFrom || now > validTo) return 'INVALID_TICKET_CATEGORY_CHECK_IN_DATE'
  return isScannedToday ? 'BADGE_SCAN_ALREADY_DONE' : 'OK_READY_FOR_BADGE_SCAN'
}

function isEntryOpen({ checkInFrom, checkInTo }: EntryRules, now: Instant): boolean {
  return (checkInFrom === null || checkInFrom <= now) && (checkInTo === null || now <= checkInTo)
}

function judgeStatus(status: TicketStatus): ScanVerdict {
  if (ticketHas({ status }, 'isDueAtDesk')) return 'MUST_PAY'
  if (ticketHas({ status }, 'isCheckedIn')) return 'ALREADY_CHECK_IN'
  return ticketHas({ status }, 'isAcquired') ? 'OK_READY_TO_BE_CHECKED_IN' : 'INVALID_TICKET_STATE'
}

/**
 * The same for an attendee who pays at the desk while the ticket is scanned: what is due is no obstacle, and a ticket
 * on which nothing is due is not meant (organiser contract: not found).
 */
export function judgePayingScan(scan: Scan): ScanVerdict | 'TICKET_NOT_FOUND' {
  if (!ticketHas({ status: scan.ticketStatus }, 'isDueAtDesk')) return 'TICKET_NOT_FOUND'
  return judgeScan({ ...scan, ticketStatus: 'ACQUIRED' })
}

/** A person at the door may let in any attendee with a good ticket, without its code and at any time. */
export function canCheckInByHand(status: TicketStatus): boolean {
  return ticketHas({ status }, 'canCheckIn')
}

/** What a ticket becomes when its check-in is taken back; undefined when there is none. */
export function statusAfterRevert(
  status: TicketStatus,
  { isPaidAtDesk }: { isPaidAtDesk: boolean },
): TicketStatusAfter<'revertCheckIn'> | undefined {
  if (!ticketHas({ status }, 'isCheckedIn')) return undefined
  return isPaidAtDesk ? 'TO_BE_PAID' : 'ACQUIRED'
}
