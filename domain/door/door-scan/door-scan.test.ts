import { describe, expect, test } from 'vitest'
import { after, days, hours, instant } from '#domain/foundation/instant.ts'
import type { EntryRules, Scan } from '#domain/door/check-in/judge-scan.ts'
import { judgeAtDoor } from './judge-at-door.ts'
import { isGoodKeyAt, maySendScans, momentOfScan, reportOf, undoOf } from './merge-scan.ts'
import { DOOR_OUTCOMES, signOf } from './outcome.ts'
import { readCode } from './read-code.ts'

const now = instant(Date.UTC(2027, 4, 15, 9))
const entry: EntryRules = {
  checkInFrom: null,
  checkInTo: null,
  validFrom: after(now, -hours(1)),
  validTo: after(now, hours(8)),
  isScannedDaily: false,
}
const aScan = (changes: Partial<Scan> = {}): Scan => ({
  ticketStatus: 'ACQUIRED',
  entry,
  code: 'right',
  isScannedToday: false,
  now,
  ...changes,
})
const HERE = { isLetInHere: true, isPaid: false }
const daily = { ...entry, isScannedDaily: true }
const closed = { ...entry, checkInFrom: after(now, hours(1)) }

describe('a scan at a door', () => {
  test.each([
    ['a good ticket', aScan(), 'LET_IN', 'checkIn'],
    ['who is in', aScan({ ticketStatus: 'CHECKED_IN' }), 'ALREADY_IN', null],
    [
      'who is in, where badges are scanned daily',
      aScan({ ticketStatus: 'CHECKED_IN', entry: daily }),
      'LET_IN',
      'badge',
    ],
    [
      'who was scanned today',
      aScan({ ticketStatus: 'CHECKED_IN', entry: daily, isScannedToday: true }),
      'ALREADY_IN',
      null,
    ],
    ['an old code', aScan({ code: 'wrong' }), 'PASSED_ON', null],
    ['an old code of who is in', aScan({ code: 'wrong', ticketStatus: 'CHECKED_IN', entry: daily }), 'PASSED_ON', null],
    ['half a code', aScan({ code: 'none' }), 'UNKNOWN', null],
    ['what is due', aScan({ ticketStatus: 'TO_BE_PAID' }), 'UNPAID', null],
    ['an awaited transfer', aScan({ ticketStatus: 'PENDING' }), 'UNPAID', null],
    ['a ticket that is none any more', aScan({ ticketStatus: 'CANCELLED' }), 'CANCELLED', null],
    ['a ticket before its time', aScan({ entry: closed }), 'WRONG_DAY', null],
    ['a ticket without category', aScan({ entry: null }), 'CANCELLED', null],
  ] as const)('%s', (_, scan, outcome, move) => {
    expect(judgeAtDoor(scan, HERE)).toMatchObject({ outcome, move })
  })

  test('what was due and has been taken lets in; where nothing was due it is a scan like any other', () => {
    const paid = { isLetInHere: true, isPaid: true }
    expect(judgeAtDoor(aScan({ ticketStatus: 'TO_BE_PAID' }), paid)).toMatchObject({
      outcome: 'LET_IN',
      move: 'checkIn',
    })
    expect(judgeAtDoor(aScan(), paid)).toMatchObject({ outcome: 'LET_IN', move: 'checkIn' })
    expect(judgeAtDoor(aScan({ ticketStatus: 'CHECKED_IN' }), paid)).toMatchObject({
      outcome: 'ALREADY_IN',
      move: null,
    })
    expect(judgeAtDoor(aScan({ ticketStatus: 'TO_BE_PAID', entry: closed }), paid)).toMatchObject({
      outcome: 'WRONG_DAY',
    })
  })

  test('a good ticket of a category that another door lets in is sent there; what is not good is named first', () => {
    const elsewhere = { isLetInHere: false, isPaid: false }
    const outcomes = (['ACQUIRED', 'TO_BE_PAID', 'CHECKED_IN'] as const).map(
      ticketStatus => judgeAtDoor(aScan({ ticketStatus }), elsewhere).outcome,
    )
    expect(outcomes).toEqual(['WRONG_CATEGORY', 'WRONG_CATEGORY', 'ALREADY_IN'])
    expect(judgeAtDoor(aScan({ code: 'wrong' }), elsewhere).outcome).toBe('PASSED_ON')
  })

  test('each answer has a colour, and only one of them lets in', () => {
    expect(DOOR_OUTCOMES.filter(outcome => signOf(outcome) === 'in')).toEqual(['LET_IN'])
    expect(DOOR_OUTCOMES.filter(outcome => signOf(outcome) === 'stop')).toEqual([
      'CANCELLED',
      'PASSED_ON',
      'OTHER_EVENT',
      'UNKNOWN',
      'DOOR_CLOSED',
    ])
  })
})

describe('merging', () => {
  test('a scan is no later than it arrives, and no earlier than the key of its door', () => {
    const times = { madeAt: after(now, -hours(3)), arrivedAt: now }
    const put = (stated: number) => momentOfScan(after(now, stated), times)
    expect(put(-hours(1))).toBe(after(now, -hours(1)))
    expect(put(days(1))).toBe(now)
    expect(put(-days(1))).toBe(times.madeAt)
  })

  test('what was scanned before a key ended counts, and is taken for a week', () => {
    const key = { madeAt: after(now, -days(1)), validUntil: after(now, hours(5)), revokedAt: now }
    expect([isGoodKeyAt(key, after(now, -1)), isGoodKeyAt(key, now)]).toEqual([true, false])
    expect([maySendScans(key, after(now, days(7) - 1)), maySendScans(key, after(now, days(7)))]).toEqual([true, false])
    const unrevoked = { ...key, revokedAt: null }
    expect([isGoodKeyAt(unrevoked, after(now, hours(4))), isGoodKeyAt(unrevoked, key.validUntil)]).toEqual([
      true,
      false,
    ])
    const lateRevoked = { ...key, revokedAt: after(now, hours(6)) }
    expect(isGoodKeyAt(lateRevoked, key.validUntil)).toBe(false)
  })

  test('a person whom a device let in and the shop would not have is reported', () => {
    expect(reportOf('LET_IN', 'LET_IN')).toBeNull()
    expect(reportOf('LET_IN', 'ALREADY_IN')).toBe('TWICE')
    for (const outcome of ['CANCELLED', 'PASSED_ON', 'DOOR_CLOSED', 'UNPAID', 'WRONG_DAY'] as const)
      expect(reportOf('LET_IN', outcome)).toBe('NOT_GOOD')
    expect(reportOf('ALREADY_IN', 'ALREADY_IN')).toBeNull()
    expect(reportOf(null, 'ALREADY_IN')).toBeNull()
  })

  test('an undo takes the check-in back, unless another person came in with the same ticket', () => {
    const letting = { outcome: 'LET_IN', isBadge: false, isUndone: false } as const
    expect(undoOf(letting, 0)).toBe('takeBack')
    expect(undoOf(letting, 1)).toBe('mark')
    expect(undoOf({ ...letting, isBadge: true }, 0)).toBe('mark')
    expect(undoOf({ ...letting, outcome: 'ALREADY_IN' }, 0)).toBe('mark')
    expect(undoOf({ ...letting, isUndone: true }, 0)).toBe('nothing')
  })
})

describe('a code', () => {
  const uuid = '6f1e7a3c-0b1d-4c3e-9f55-1c2d3e4f5a6b'

  test.each([
    [`${uuid}/c2ln+/=`, { kind: 'TICKET', uuid, code: `${uuid}/c2ln+/=` }],
    [` ${uuid.toUpperCase()}/x\n`, { kind: 'TICKET', uuid, code: `${uuid.toUpperCase()}/x` }],
    [uuid, { kind: 'TICKET', uuid, code: '' }],
    [`https://shop.example/events-all?subscription=${uuid}&lang=it`, { kind: 'PASS', id: uuid }],
    ['https://shop.example/?subscription=x', { kind: 'OTHER' }],
    ['', { kind: 'OTHER' }],
    ['Ada Lovelace', { kind: 'OTHER' }],
    [`${uuid}/${'x'.repeat(300)}`, { kind: 'OTHER' }],
  ])('%j', (text, read) => {
    expect(readCode(text)).toEqual(read)
  })
})
