import { wallTime } from '#domain/foundation/wall-clock.ts'
import { expect, test } from 'vitest'
import {
  type TransferTerms,
  daysForTransfer,
  isTransferPossible,
  transferDeadline,
} from '#domain/payment/pay/transfer-deadline.ts'

const wall = (text: string) => wallTime(Date.parse(`${text}:00Z`))
const minute = (time: number) => new Date(time).toISOString().slice(0, 16)

/** 21 November 2026 is a Saturday. */
function terms(
  changes: Partial<Record<'now' | 'startsAt' | 'endsAt', string>> &
    Partial<Pick<TransferTerms, 'event' | 'daysToPay' | 'isBusinessDaysOnly'>> = {},
): TransferTerms {
  const { now = '2026-11-23T09:30', startsAt = '2027-01-20T09:00', endsAt = '2027-01-20T18:00', ...others } = changes
  return {
    now: wall(now),
    event: { startsAt: wall(startsAt), endsAt: wall(endsAt) },
    daysToPay: 5,
    isBusinessDaysOnly: true,
    ...others,
  }
}

test.each<[string, TransferTerms, string]>([
  ['Monday morning plus five working days is Monday 08:00', terms(), '2026-11-30T08:00'],
  ['an afternoon counts from noon', terms({ now: '2026-11-23T14:00' }), '2026-11-30T12:00'],
  ['a Friday evening skips the weekend', terms({ now: '2026-11-27T20:00', daysToPay: 1 }), '2026-11-30T12:00'],
  ['a Saturday begins to count on Monday', terms({ now: '2026-11-21T10:00', daysToPay: 1 }), '2026-11-23T08:00'],
  ['calendar days keep midnight', terms({ isBusinessDaysOnly: false }), '2026-11-28T00:00'],
  [
    'never after the begin of a one-day event',
    terms({ startsAt: '2026-11-26T09:00', endsAt: '2026-11-26T18:00' }),
    '2026-11-26T08:00',
  ],
  [
    'a longer event can be paid until its end',
    terms({ startsAt: '2026-11-24T09:00', endsAt: '2026-11-26T18:00' }),
    '2026-11-26T08:00',
  ],
  [
    'working days that would end after it are cut',
    terms({ now: '2026-11-27T09:00', startsAt: '2026-11-29T09:00', endsAt: '2026-11-29T18:00' }),
    '2026-11-29T09:00',
  ],
  [
    'on the last day two hours are left',
    terms({ startsAt: '2026-11-23T18:00', endsAt: '2026-11-23T20:00' }),
    '2026-11-23T11:30',
  ],
  ['no days at all are two hours', terms({ daysToPay: 0 }), '2026-11-23T11:30'],
  ['a pass has the days of the organiser', terms({ event: null, daysToPay: 30 }), '2027-01-04T08:00'],
  ['a pass with no days has two hours', terms({ event: null, daysToPay: 0 }), '2026-11-23T11:30'],
])('%s', (_name, facts, expected) => {
  expect(minute(transferDeadline(facts))).toBe(expected)
})

test.each<[string, TransferTerms, number]>([
  ['five by default', terms(), 5],
  ['fewer when the event is near', terms({ startsAt: '2026-11-25T09:00', endsAt: '2026-11-25T18:00' }), 2],
  ['none on the day itself', terms({ startsAt: '2026-11-23T18:00', endsAt: '2026-11-23T20:00' }), 0],
  ['negative once it is over', terms({ startsAt: '2026-11-20T18:00', endsAt: '2026-11-20T20:00' }), -3],
])('days to pay: %s', (_name, facts, expected) => {
  expect(daysForTransfer(facts)).toBe(expected)
})

const sameDay = { startsAt: '2026-11-23T18:00', endsAt: '2026-11-23T20:00' }

test.each<[string, TransferTerms, boolean]>([
  ['days before the event', terms(), true],
  ['with no days to pay', terms({ daysToPay: 0 }), true],
  ['on the day itself, two hours before', terms({ ...sameDay, now: '2026-11-23T16:00' }), true],
  ['on the day itself, less than two hours before', terms({ ...sameDay, now: '2026-11-23T16:01' }), false],
  [
    'an hour before midnight, for half past twelve',
    terms({ startsAt: '2026-11-24T00:30', now: '2026-11-23T23:30', endsAt: '2026-11-24T03:00' }),
    false,
  ],
  ['once it is over', terms({ startsAt: '2026-11-20T18:00', endsAt: '2026-11-20T20:00' }), false],
  ['for a pass, whenever', terms({ event: null }), true],
])('a transfer is possible: %s', (_name, facts, expected) => {
  expect(isTransferPossible(facts)).toBe(expected)
})
