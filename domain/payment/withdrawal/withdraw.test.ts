import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Withdrawal } from '#domain/catalog/catalog/pass.ts'
import { type Instant, after, days, instant } from '#domain/foundation/instant.ts'
import { ZERO, minor } from '#domain/foundation/money/money.ts'
import { type UseSoFar, amountToReturn, judgeWithdrawal } from './withdraw.ts'
import { withdrawalPeriod } from './withdrawal-period.ts'

const at = (text: string): Instant => instant(Date.parse(text))
const ZURICH = 'Europe/Zurich'
const CONFIRMED = at('2027-03-01T12:00:00Z')
const POSSIBLE = { kind: 'possible', days: 14, afterUse: 'PRO_RATA' } as const

describe('the period', () => {
  test.each([
    ['ends with the fourteenth day after the contract', '2027-03-01T12:00:00Z', 14, '2027-03-15', '2027-03-15T23:00Z'],
    ['counts the days of its zone', '2027-03-01T23:30:00Z', 14, '2027-03-16', '2027-03-16T23:00Z'],
    ['ends an hour earlier in summer time', '2027-03-16T12:00:00Z', 14, '2027-03-30', '2027-03-30T22:00Z'],
    ['ends an hour later in winter time', '2027-10-20T12:00:00Z', 14, '2027-11-03', '2027-11-03T23:00Z'],
    ['that ends on a Saturday goes on until Monday', '2027-03-06T12:00:00Z', 14, '2027-03-22', '2027-03-22T23:00Z'],
    ['that ends on a Sunday goes on until Monday', '2027-03-07T12:00:00Z', 14, '2027-03-22', '2027-03-22T23:00Z'],
    ['that ends on a Friday does not', '2027-03-05T12:00:00Z', 14, '2027-03-19', '2027-03-19T23:00Z'],
  ])('%s', (_, confirmed, count, lastDay, until) => {
    expect(withdrawalPeriod({ confirmedAt: at(confirmed), timeZone: ZURICH, days: count })).toEqual({
      lastDay,
      until: at(until),
    })
  })

  test('is never shorter than its days, and at most two days and an hour longer than the last one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_700_000_000, max: 2_500_000_000 }),
        fc.integer({ min: 1, max: 365 }),
        fc.constantFrom('Europe/Zurich', 'America/Santiago', 'Pacific/Apia', 'Asia/Kolkata'),
        (seconds, count, timeZone) => {
          const confirmedAt = instant(seconds * 1000)
          const { until } = withdrawalPeriod({ confirmedAt, timeZone, days: count })
          expect(until).toBeGreaterThan(after(confirmedAt, days(count) - days(1 / 12)))
          expect(until).toBeLessThanOrEqual(after(confirmedAt, days(count + 3) + days(1 / 12)))
        },
      ),
    )
  })
})

describe('withdrawing', () => {
  const judge = (now: Instant, withdrawal: Withdrawal = POSSIBLE, status: 'COMPLETE' | 'CANCELLED' = 'COMPLETE') =>
    judgeWithdrawal({ withdrawal, order: { status, confirmedAt: CONFIRMED }, timeZone: ZURICH, now })
  const { until } = withdrawalPeriod({ confirmedAt: CONFIRMED, timeZone: ZURICH, days: 14 })

  test.each([
    ['at the moment of the contract', CONFIRMED, 'possible'],
    ['in the last moment of the last day', after(until, -1), 'possible'],
    ['a moment later', until, 'refused'],
  ])('%s', (_, now, kind) => expect(judge(now).kind).toBe(kind))

  test('is refused with what prevents it', () => {
    const reason = (...input: Parameters<typeof judge>) => {
      const decision = judge(...input)
      return decision.kind === 'refused' ? decision.reason : decision.kind
    }
    expect(reason(until)).toBe('over')
    expect(reason(CONFIRMED, { kind: 'none', reason: { en: 'A gift' } })).toBe('not-offered')
    expect(reason(CONFIRMED, POSSIBLE, 'CANCELLED')).toBe('has-ended')
    const open = { status: 'OFFLINE_PAYMENT', confirmedAt: null } as const
    expect(judgeWithdrawal({ withdrawal: POSSIBLE, order: open, timeZone: ZURICH, now: CONFIRMED })).toMatchObject({
      reason: 'not-confirmed',
    })
  })
})

describe('what comes back', () => {
  const use = (changes: Partial<UseSoFar> = {}): UseSoFar => ({
    paid: minor(10_000n),
    used: 1,
    maxEntries: 3,
    valid: { from: null, to: null },
    confirmedAt: CONFIRMED,
    timeZone: ZURICH,
    now: after(CONFIRMED, days(4)),
    ...changes,
  })
  const valid = { from: CONFIRMED, to: at('2027-03-10T22:59:59Z') }

  test.each<[string, Partial<UseSoFar>, 'PRO_RATA' | 'NOTHING' | 'EVERYTHING', bigint]>([
    ['everything while nothing was used', { used: 0 }, 'NOTHING', 10_000n],
    ['nothing once something was used, where the organiser says so', {}, 'NOTHING', 0n],
    ['everything, where the organiser says so', { used: 3 }, 'EVERYTHING', 10_000n],
    ['what is not used, rounded for the buyer', {}, 'PRO_RATA', 6_667n],
    ['nothing of a pass that is used up', { used: 3 }, 'PRO_RATA', 0n],
    ['the days to come, of a pass for any number', { maxEntries: null, valid }, 'PRO_RATA', 5_000n],
    ['everything where nothing measures a share', { maxEntries: null }, 'PRO_RATA', 10_000n],
    ['nothing of a free pass', { paid: ZERO }, 'PRO_RATA', 0n],
    [
      'everything of days that have not begun',
      { maxEntries: null, valid: { from: at('2027-04-01T00:00:00Z'), to: at('2027-05-01T00:00:00Z') } },
      'PRO_RATA',
      10_000n,
    ],
  ])('%s', (_, changes, rule, expected) => expect(amountToReturn(use(changes), rule)).toBe(expected))

  test('is never more than was paid, and falls with each entry', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.integer({ min: 1, max: 500 }), (paid, maxEntries) => {
        const amounts = Array.from({ length: maxEntries + 1 }, (_, used) =>
          amountToReturn(use({ paid: minor(paid), maxEntries, used }), 'PRO_RATA'),
        )
        expect(amounts[0]).toBe(paid)
        expect(amounts.at(-1)).toBe(0n)
        for (const [index, amount] of amounts.slice(1).entries()) expect(amount <= (amounts[index] ?? 0n)).toBe(true)
      }),
    )
  })
})
