import { type Scan, type ScanVerdict, judgePayingScan, judgeScan } from '#domain/door/check-in/judge-scan.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { DoorOutcome } from './outcome.ts'

/** What is done with a ticket that is let in: it is checked in, or the badge of who is in already is noted for the day. */
export type DoorMove = 'checkIn' | 'badge'

export type DoorVerdict = {
  readonly outcome: DoorOutcome
  /** Null: nothing is done. */
  readonly move: DoorMove | null
  /** The same in the words of the wire, for its log. */
  readonly verdict: ScanVerdict
}

type AtThisDoor = {
  /** The category of the ticket is one that this door lets in. */
  readonly isLetInHere: boolean
  /** The person at the door has taken what was due. */
  readonly isPaid: boolean
}

/**
 * What comes of a scan at a door: the rules of every scan (lifecycle F), in what the page says. The whole code of an attendee
 * who is in counts as their badge where badges are scanned each day, and a good ticket of a category that another door lets in
 * is sent there.
 */
export function judgeAtDoor(scan: Scan, { isLetInHere, isPaid }: AtThisDoor): DoorVerdict {
  const { entry, ticketStatus, code } = scan
  const isBadge =
    code === 'right' && entry?.isScannedDaily === true && ticketHas({ status: ticketStatus }, 'isCheckedIn')
  const verdict = verdictOf(isBadge ? { ...scan, code: 'none' } : scan, isPaid)
  const outcome = outcomeOf(verdict, scan)
  const isForThisDoor = isLetInHere || (outcome !== 'LET_IN' && outcome !== 'UNPAID')
  if (!isForThisDoor) return { outcome: 'WRONG_CATEGORY', move: null, verdict: 'INVALID_TICKET_STATE' }
  return { outcome, move: MOVES[verdict] ?? null, verdict }
}

function verdictOf(scan: Scan, isPaid: boolean): ScanVerdict {
  const paying = isPaid ? judgePayingScan(scan) : 'TICKET_NOT_FOUND'
  // Where nothing is due, it is a scan like any other.
  return paying === 'TICKET_NOT_FOUND' ? judgeScan(scan) : paying
}

const MOVES: Partial<Record<ScanVerdict, DoorMove>> = {
  OK_READY_TO_BE_CHECKED_IN: 'checkIn',
  OK_READY_FOR_BADGE_SCAN: 'badge',
}

function outcomeOf(verdict: ScanVerdict, { entry, ticketStatus }: Scan): DoorOutcome {
  switch (verdict) {
    case 'OK_READY_TO_BE_CHECKED_IN':
    case 'OK_READY_FOR_BADGE_SCAN':
      return 'LET_IN'
    case 'ALREADY_CHECK_IN':
    case 'BADGE_SCAN_ALREADY_DONE':
      return 'ALREADY_IN'
    case 'MUST_PAY':
      return 'UNPAID'
    case 'INVALID_TICKET_CATEGORY_CHECK_IN_DATE':
      return 'WRONG_DAY'
    case 'INVALID_TICKET_CODE':
      return 'PASSED_ON'
    case 'EMPTY_TICKET_CODE':
      return 'UNKNOWN'
    case 'INVALID_TICKET_STATE':
      // Of an order whose payment is still awaited, as a transfer is.
      return entry !== null && ticketHas({ status: ticketStatus }, 'isHeld') ? 'UNPAID' : 'CANCELLED'
    default:
      return verdict satisfies never
  }
}
