import { describe, expect, test } from 'vitest'
import { after, hours, instant, minutes } from '#domain/foundation/instant.ts'
import { TICKET_STATUSES, type TicketStatus } from '#domain/ticket/ticket/states.ts'
import {
  type EntryRules,
  type Scan,
  canCheckInByHand,
  judgePayingScan,
  judgeScan,
  statusAfterRevert,
} from './judge-scan.ts'

const now = instant(Date.UTC(2027, 4, 1, 9))
const anytime: EntryRules = {
  checkInFrom: null,
  checkInTo: null,
  validFrom: after(now, -hours(1)),
  validTo: after(now, hours(8)),
  isScannedDaily: false,
}
const daily: EntryRules = { ...anytime, isScannedDaily: true }

const aScan = (changes: Partial<Scan> = {}): Scan => ({
  ticketStatus: 'ACQUIRED',
  entry: anytime,
  code: 'right',
  isScannedToday: false,
  now,
  ...changes,
})

/** For each status a ticket can have: with the right code, the wrong one, none, as a daily badge, and while paying. */
const TABLE = {
  FREE: ['INVALID_TICKET_STATE', 'EMPTY_TICKET_CODE', 'TICKET_NOT_FOUND'],
  PENDING: ['INVALID_TICKET_STATE', 'EMPTY_TICKET_CODE', 'TICKET_NOT_FOUND'],
  TO_BE_PAID: ['MUST_PAY', 'EMPTY_TICKET_CODE', 'OK_READY_TO_BE_CHECKED_IN'],
  ACQUIRED: ['OK_READY_TO_BE_CHECKED_IN', 'EMPTY_TICKET_CODE', 'TICKET_NOT_FOUND'],
  CHECKED_IN: ['ALREADY_CHECK_IN', 'OK_READY_FOR_BADGE_SCAN', 'TICKET_NOT_FOUND'],
  RELEASED: ['INVALID_TICKET_STATE', 'EMPTY_TICKET_CODE', 'TICKET_NOT_FOUND'],
  BLOCKED: ['INVALID_TICKET_STATE', 'EMPTY_TICKET_CODE', 'TICKET_NOT_FOUND'],
  PRE_RESERVED: ['INVALID_TICKET_STATE', 'EMPTY_TICKET_CODE', 'TICKET_NOT_FOUND'],
  INVALIDATED: ['INVALID_TICKET_STATE', 'EMPTY_TICKET_CODE', 'TICKET_NOT_FOUND'],
  CANCELLED: ['INVALID_TICKET_STATE', 'EMPTY_TICKET_CODE', 'TICKET_NOT_FOUND'],
  EXPIRED: ['INVALID_TICKET_STATE', 'EMPTY_TICKET_CODE', 'TICKET_NOT_FOUND'],
} as const satisfies Record<TicketStatus, readonly [string, string, string]>

describe.each(TICKET_STATUSES)('a ticket that is %s', ticketStatus => {
  const [scanned, badge, paying] = TABLE[ticketStatus]

  test('with its right code', () => {
    expect(judgeScan(aScan({ ticketStatus }))).toBe(scanned)
  })

  test('with a wrong code is refused for the code, whatever its status', () => {
    expect(judgeScan(aScan({ ticketStatus, code: 'wrong' }))).toBe('INVALID_TICKET_CODE')
  })

  test('without a code is refused for it', () => {
    expect(judgeScan(aScan({ ticketStatus, code: 'none' }))).toBe('EMPTY_TICKET_CODE')
  })

  test('without a code, in a category that is scanned daily', () => {
    expect(judgeScan(aScan({ ticketStatus, code: 'none', entry: daily }))).toBe(badge)
  })

  test('without a category comes in by no means', () => {
    for (const code of ['right', 'wrong', 'none'] as const) {
      expect(judgeScan(aScan({ ticketStatus, code, entry: null }))).toBe('INVALID_TICKET_STATE')
    }
  })

  test('whose holder pays at the desk', () => {
    expect(judgePayingScan(aScan({ ticketStatus }))).toBe(paying)
  })
})

describe('the check-in time of a category', () => {
  test.each([
    ['has just begun', { checkInFrom: now }, 'OK_READY_TO_BE_CHECKED_IN'],
    ['begins later', { checkInFrom: after(now, 1) }, 'INVALID_TICKET_CATEGORY_CHECK_IN_DATE'],
    ['is about to end', { checkInTo: now }, 'OK_READY_TO_BE_CHECKED_IN'],
    ['is over', { checkInTo: after(now, -1) }, 'INVALID_TICKET_CATEGORY_CHECK_IN_DATE'],
    ['is open', { checkInFrom: after(now, -1), checkInTo: after(now, 1) }, 'OK_READY_TO_BE_CHECKED_IN'],
  ] as const)('%s', (_, times, verdict) => {
    expect(judgeScan(aScan({ entry: { ...anytime, ...times } }))).toBe(verdict)
  })

  test('is reported before the code, the payment and an earlier check-in', () => {
    const entry = { ...anytime, checkInTo: after(now, -1) }
    for (const wrong of [
      { code: 'wrong' as const },
      { ticketStatus: 'TO_BE_PAID' as const },
      { ticketStatus: 'CHECKED_IN' as const },
    ]) {
      expect(judgeScan(aScan({ entry, ...wrong }))).toBe('INVALID_TICKET_CATEGORY_CHECK_IN_DATE')
    }
    expect(judgePayingScan(aScan({ entry, ticketStatus: 'TO_BE_PAID' }))).toBe('INVALID_TICKET_CATEGORY_CHECK_IN_DATE')
  })

  test('does not matter where no code was scanned', () => {
    const entry = { ...anytime, checkInTo: after(now, -1) }
    expect(judgeScan(aScan({ entry, code: 'none' }))).toBe('EMPTY_TICKET_CODE')
  })
})

describe('the badge of an attendee who is in', () => {
  const badge = (changes: Partial<Scan> = {}) =>
    judgeScan(aScan({ ticketStatus: 'CHECKED_IN', code: 'none', entry: daily, ...changes }))

  test('is good once a day', () => {
    expect(badge()).toBe('OK_READY_FOR_BADGE_SCAN')
    expect(badge({ isScannedToday: true })).toBe('BADGE_SCAN_ALREADY_DONE')
  })

  test.each([
    ['before the ticket is valid', { validFrom: after(now, minutes(1)) }],
    ['after it', { validTo: after(now, -minutes(1)) }],
  ])('is refused %s, scanned today or not', (_, times) => {
    for (const isScannedToday of [true, false]) {
      expect(badge({ entry: { ...daily, ...times }, isScannedToday })).toBe('INVALID_TICKET_CATEGORY_CHECK_IN_DATE')
    }
  })

  test('needs no open check-in', () => {
    expect(badge({ entry: { ...daily, checkInTo: after(now, -1) } })).toBe('OK_READY_FOR_BADGE_SCAN')
  })
})

test.each(TICKET_STATUSES)('by hand only a good ticket is let in: %s', status => {
  expect(canCheckInByHand(status)).toBe(status === 'ACQUIRED' || status === 'TO_BE_PAID')
})

test.each(TICKET_STATUSES)('only a check-in can be taken back: %s', status => {
  const isCheckedIn = status === 'CHECKED_IN'
  expect(statusAfterRevert(status, { isPaidAtDesk: false })).toBe(isCheckedIn ? 'ACQUIRED' : undefined)
  expect(statusAfterRevert(status, { isPaidAtDesk: true })).toBe(isCheckedIn ? 'TO_BE_PAID' : undefined)
})
