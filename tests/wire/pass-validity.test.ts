import { expect, test } from 'vitest'
import type { SubscriptionRequest } from '#contract/subscription-file.ts'
import { createSubscription, linkEvents } from '#contract/organiser-subscription.ts'
import { applyCode } from '#contract/pass-use.ts'
import { type Instant, after, instant, minutes } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buyPass, passOf } from '../support/buyer/pass-purchase.ts'
import { codesOf, hold } from '../support/buyer/purchase.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// From when until when a pass pays for tickets (domain rules 7.1), bought and used over HTTP while the clock is moved. The zone is
// Europe/Zurich, whose clocks go forward on 28 March and back on 31 October 2027.

const clock = manualClock()
const { url, apiKey } = await testShop({ clock })
const { api, open } = await anOrganiser(url, apiKey)

const at = (moment: string) => instant(Date.parse(moment))
const APPLIED = 'applied'
const [TOO_EARLY, EXPIRED] = ['subscription.not.valid', 'subscription.expired']

type Probe = readonly [moment: string, gathered: string]

const standard = (units: number, timeUnit: 'DAYS' | 'MONTHS' | 'YEARS'): SubscriptionRequest => ({
  termType: 'standard',
  term: { units, timeUnit },
})
const dates = (validityFrom: string | null, validityTo: string | null): SubscriptionRequest => ({
  termType: 'custom',
  term: { validityFrom, validityTo },
})

test.each<[title: string, term: SubscriptionRequest, boughtAt: string, probes: readonly Probe[]]>([
  [
    'a day, which the beginning of summer time makes an hour shorter',
    standard(1, 'DAYS'),
    '2027-03-27T11:00:00Z',
    [
      ['2027-03-27T11:00:00Z', APPLIED],
      ['2027-03-28T21:59:59Z', APPLIED],
      ['2027-03-28T22:00:00Z', EXPIRED],
    ],
  ],
  [
    'a day, which the end of summer time makes an hour longer',
    standard(1, 'DAYS'),
    '2027-10-30T11:00:00Z',
    [
      ['2027-10-31T22:59:59Z', APPLIED],
      ['2027-10-31T23:00:00Z', EXPIRED],
    ],
  ],
  [
    'a month from the last day of January, to the last of February',
    standard(1, 'MONTHS'),
    '2027-01-31T11:00:00Z',
    [
      ['2027-02-28T22:59:59Z', APPLIED],
      ['2027-02-28T23:00:00Z', EXPIRED],
    ],
  ],
  [
    'two months from winter into summer',
    standard(2, 'MONTHS'),
    '2027-02-15T11:00:00Z',
    [
      ['2027-04-15T21:59:59Z', APPLIED],
      ['2027-04-15T22:00:00Z', EXPIRED],
    ],
  ],
  [
    'a year from a day that the next year does not have',
    standard(1, 'YEARS'),
    '2028-02-29T11:00:00Z',
    [
      ['2029-02-28T22:59:59Z', APPLIED],
      ['2029-02-28T23:00:00Z', EXPIRED],
    ],
  ],
  [
    'bought late in the evening: the day is that of its own zone',
    standard(1, 'DAYS'),
    '2027-06-14T22:30:00Z',
    [
      ['2027-06-16T21:59:59Z', APPLIED],
      ['2027-06-16T22:00:00Z', EXPIRED],
    ],
  ],
  [
    'dates on both sides of the beginning of summer time',
    dates('2027-03-28T01:30', '2027-03-28T03:30'),
    '2027-03-20T11:00:00Z',
    [
      ['2027-03-28T00:29:59Z', TOO_EARLY],
      ['2027-03-28T00:30:00Z', APPLIED],
      ['2027-03-28T01:30:00Z', APPLIED],
      ['2027-03-28T01:31:00Z', EXPIRED],
    ],
  ],
  [
    'a beginning alone',
    dates('2027-05-01T00:00', null),
    '2027-04-01T11:00:00Z',
    [
      ['2027-04-30T21:59:59Z', TOO_EARLY],
      ['2027-04-30T22:00:00Z', APPLIED],
      ['2035-01-01T00:00:00Z', APPLIED],
    ],
  ],
  [
    'an end alone',
    dates(null, '2027-05-01T00:00'),
    '2027-04-01T11:00:00Z',
    [
      ['2027-04-01T11:00:00Z', APPLIED],
      ['2027-04-30T22:00:01Z', EXPIRED],
    ],
  ],
  [
    'no end',
    { termType: 'numEntries', term: { numEntries: 10 } },
    '2027-04-01T11:00:00Z',
    [
      ['2027-04-01T11:00:00Z', APPLIED],
      ['2067-04-01T11:00:00Z', APPLIED],
    ],
  ],
])('%s', async (_, term, boughtAt, probes) => {
  clock.set(at(boughtAt))
  const pass = await put(term)
  const buyer = aBuyer(url)
  const { id } = await passOf(buyer, await buyPass(buyer, pass, { by: 'NONE' }))
  const gathered: Probe[] = []
  for (const [moment] of probes) gathered.push([moment, await use(pass, id ?? '', at(moment))])
  expect(gathered).toEqual(probes)
})

/** A free pass on sale; returns its public id. */
async function put(changes: SubscriptionRequest): Promise<string> {
  const free: SubscriptionRequest = { price: 0, taxPolicy: 'NONE', paymentMethods: [] }
  const body = aPassFile({ ...free, onSaleFrom: '2026-01-01T00:00', isPublic: true, ...changes })
  return api.expect(createSubscription, 200, { body })
}

/** Has it pay for a ticket of a new event at this moment; returns `applied`, or the code it was refused with. */
async function use(pass: string, code: string, moment: Instant): Promise<string> {
  clock.set(after(moment, -minutes(5)))
  const slug = await open(anEventFile(clock.now(), { slug: `event-${crypto.randomUUID()}` }))
  await api.expect(linkEvents, 200, { params: { id: pass }, body: [{ slug }] })
  clock.set(moment)
  const buyer = aBuyer(url)
  const reservationId = await hold(buyer, slug, { Conference: 1 })
  const answer = await buyer.expect(applyCode, 200, { params: { reservationId }, body: { code, type: 'SUBSCRIPTION' } })
  return answer.success && answer.value === true ? APPLIED : codesOf({ value: answer }).join()
}
