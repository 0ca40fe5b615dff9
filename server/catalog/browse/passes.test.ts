import { beforeEach, describe, expect, test } from 'vitest'
import { getEvent, listEvents } from '#contract/event.ts'
import { createSubscription, linkEvents, updateSubscription } from '#contract/organiser-subscription.ts'
import type { SubscriptionRequest } from '#contract/subscription-file.ts'
import {
  UNLIMITED_PASSES,
  getSubscription,
  listEventsOfSubscription,
  listSubscriptions,
  listSubscriptionsOfEvent,
} from '#contract/subscription.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { storeBoughtPass } from '#tests/builders/bought-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { holdPass } from '#tests/support/buyer/pass-purchase.ts'
import { cancel } from '#tests/support/buyer/purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const start = instant(Date.UTC(2027, 0, 15, 8))
const clock = manualClock(start)
const { url, apiKey, shop } = await testShop({ clock })
const club = await anOrganiser(url, apiKey, 'Film Club')
const opera = await anOrganiser(url, apiKey, 'Opera')
const visitor = aBuyer(url)

beforeEach(() => clock.set(start))

const TRANSFER = { BANK_TRANSFER_ENABLED: true }

async function put(changes: SubscriptionRequest = {}, by = club): Promise<string> {
  return by.api.expect(createSubscription, 200, { body: aPassFile({ isPublic: true, settings: TRANSFER, ...changes }) })
}
const shown = (id: string) => visitor.expect(getSubscription, 200, { params: { id } })
const isShown = async (id: string) => (await visitor.ask(getSubscription, { params: { id } })).status === 200
const listed = (query: Readonly<Record<string, string>> = {}) => visitor.expect(listSubscriptions, 200, { query })
const listedAs = async (id: string) => (await listed()).find(pass => pass.id === id)
const at = (local: string): Instant =>
  instant(Temporal.PlainDateTime.from(local).toZonedDateTime('Europe/Zurich').epochMilliseconds)

test('list and detail present the same pass in two ways', async () => {
  const id = await put({ websiteUrl: 'https://club.example' })
  const both = {
    fileBlobId: null,
    title: { en: 'Season pass', it: 'Abbonamento' },
    salePeriod: {
      startDateTime: at('2027-01-01T00:00'),
      startTimeZoneOffset: 3600,
      endDateTime: 0,
      endTimeZoneOffset: 0,
    },
    validityType: 'STANDARD',
    usageType: 'UNLIMITED',
    timeZone: 'Europe/Zurich',
    validityTimeUnit: 'MONTHS',
    validityUnits: 6,
    formattedPrice: '120.00',
    currency: 'CHF',
    vatIncluded: true,
    formattedOnSaleFrom: { en: 'Fri 01 Jan 2027', it: 'ven 01 gen 2027' },
    formattedOnSaleTo: null,
    formattedValidFrom: null,
    formattedValidTo: null,
    leastPrice: { total: '120.00', before: null, ticket: '120.00', fees: [], vatOnTop: null },
  }
  expect(await listedAs(id)).toMatchObject({
    ...both,
    id,
    description: { en: 'Every **concert** of the season.', it: 'Tutti i concerti.' },
    vat: 8.1,
    maxEntries: -1,
    organizationName: null,
    organizationEmail: null,
  })
  const detail = await shown(id.toUpperCase())
  expect(detail).toMatchObject({
    ...both,
    description: { en: '<p>Every <strong>concert</strong> of the season.</p>', it: '<p>Tutti i concerti.</p>' },
    vat: '8.10',
    maxEntries: null,
    numAvailable: UNLIMITED_PASSES,
    saleState: 'ON_SALE',
    free: false,
    organizationName: 'Film Club',
    organizationEmail: 'hello@film-club.example',
    termsAndConditionsUrl: 'https://club.example/terms',
    assignmentConfiguration: { forceAssignment: false, enableAttendeeAutocomplete: false, enableTicketTransfer: false },
    offlinePaymentConfiguration: null,
    canApplySubscriptions: false,
    websiteUrl: 'https://club.example',
    transferable: true,
    withdrawal: { days: 14, reason: {} },
  })
  expect(detail.contentLanguages.map(({ locale }) => locale)).toEqual(['en', 'it'])
  // As it is stored, however the address spells it (specification, browsing 3).
  expect(detail.id).toBe(id)
})

test('a pass for nothing is free, and its price a plain 0', async () => {
  const id = await put({ price: 0, paymentMethods: [], taxPolicy: 'NONE' })
  expect(await shown(id)).toMatchObject({ free: true, formattedPrice: '0', vat: '0.00', vatIncluded: false })
  expect(await listedAs(id)).toMatchObject({ formattedPrice: '0', vat: 0 })
})

test('a price without VAT is shown without it, with what comes to it', async () => {
  const id = await put({ taxPolicy: 'NOT_INCLUDED', taxPercentage: 7.7 })
  const leastPrice = { total: '129.24', ticket: '120.00', vatOnTop: '9.24' }
  expect(await shown(id)).toMatchObject({ formattedPrice: '120.00', vat: '7.70', vatIncluded: false, leastPrice })
  expect(await listedAs(id)).toMatchObject({ leastPrice })
})

test('currencies keep their own decimals', async () => {
  const id = await put({ currencyCode: 'JPY', price: 900 })
  expect(await shown(id)).toMatchObject({
    formattedPrice: '900',
    currencyDescriptor: { code: 'JPY', fractionDigits: 0 },
  })
})

describe('validity', () => {
  test('by entries has no dates', async () => {
    const id = await put({ termType: 'numEntries', term: { numEntries: 3 }, usageType: 'ONCE_PER_EVENT' })
    const expected = { validityType: 'NOT_SET', usageType: 'ONCE_PER_EVENT', maxEntries: 3, validityUnits: null }
    expect(await shown(id)).toMatchObject({ ...expected, validityTimeUnit: null, formattedValidTo: null })
    expect(await listedAs(id)).toMatchObject(expected)
  })

  test('by dates states the days of the place, either end open', async () => {
    const term = { validityFrom: '2027-04-01T00:00', validityTo: '2027-10-31T23:59:59' }
    const id = await put({ termType: 'custom', term })
    expect(await shown(id)).toMatchObject({
      validityType: 'CUSTOM',
      formattedValidFrom: { en: 'Thu 01 Apr 2027' },
      formattedValidTo: { en: 'Sun 31 Oct 2027' },
      validFrom: at('2027-04-01T00:00'),
      validTo: at('2027-10-31T23:59:59'),
      validityUnits: null,
    })
    const open = await put({ termType: 'custom', term: { validityTo: '2027-12-31T23:59' } })
    expect(await shown(open)).toMatchObject({ formattedValidFrom: null, formattedValidTo: { en: 'Fri 31 Dec 2027' } })
  })
})

describe('the sale', () => {
  // Summer time begins in Zurich on 28 March 2027 at 02:00.
  const sale = { onSaleFrom: '2027-03-27T12:00', onSaleTo: '2027-03-28T12:00', maxAvailable: 4 }

  test('has the offset of each of its ends', async () => {
    const id = await put(sale)
    expect((await shown(id)).salePeriod).toEqual({
      startDateTime: at('2027-03-27T12:00'),
      startTimeZoneOffset: 3600,
      endDateTime: at('2027-03-28T12:00'),
      endTimeZoneOffset: 7200,
    })
  })

  test.each([
    ['before', '2027-03-27T11:59:59', 0, 'NOT_STARTED'],
    ['at the first moment of', '2027-03-27T12:00', 4, 'ON_SALE'],
    ['at the last moment of', '2027-03-28T11:59:59', 4, 'ON_SALE'],
    ['after', '2027-03-28T12:00', 0, 'ENDED'],
  ])('%s it, the page is there and the list and the number follow the clock', async (_, local, left, saleState) => {
    const id = await put(sale)
    clock.set(at(local))
    expect(await shown(id)).toMatchObject({ numAvailable: left, saleState })
    expect((await listedAs(id)) !== undefined).toBe(left > 0)
  })

  test('counts down with each pass that is held, and up again when it is released', async () => {
    const id = await put({ maxAvailable: 2, price: 0 })
    const order = await holdPass(visitor, id)
    expect(await shown(id)).toMatchObject({ numAvailable: 1 })
    await holdPass(aBuyer(url), id)
    expect(await shown(id)).toMatchObject({ numAvailable: 0, saleState: 'SOLD_OUT' })
    expect(await listedAs(id)).toBeDefined()
    await cancel(visitor, order)
    expect(await shown(id)).toMatchObject({ numAvailable: 1 })
  })
})

test('a private pass is shown to who knows it, and not listed; a disabled one is neither', async () => {
  const id = await put({ isPublic: false })
  expect(await listedAs(id)).toBeUndefined()
  expect(await isShown(id)).toBe(true)
  for (const unknownId of ['nonsense', crypto.randomUUID()]) expect(await isShown(unknownId)).toBe(false)
})

test('the list is narrowed by organiser and tags as that of events is, and not by a bought pass', async () => {
  const id = await put({ tags: ['music', 'film'] }, opera)
  const other = await put({ tags: ['music'] }, opera)
  const found = async (query: Readonly<Record<string, string>>) => (await listed(query)).map(pass => pass.id)
  const organizer = String(opera.organizationId)
  expect(await found({ organizerSlug: 'opera' })).toEqual([id, other])
  expect(await found({ organizerSlug: 'unknown' })).toEqual([])
  expect(await found({ organizer })).toEqual([id, other])
  expect(await found({ organizer: String(club.organizationId), organizerSlug: 'opera' })).toEqual([])
  expect(await found({ tags: 'film' })).toEqual([id])
  expect(await found({ organizer, tags: 'music' })).toEqual([id, other])
  expect(await found({ tags: 'film,music' })).toEqual([id])
  expect(await found({ tags: 'unheard' })).toEqual([])
  await opera.api.expect(updateSubscription, 200, { params: { id }, body: { tags: [] } })
  expect(await found({ tags: 'film' })).toEqual([])
  const all = await listed()
  expect(await listed({ subscription: crypto.randomUUID(), tags: '' })).toEqual(all)
})

describe('events', () => {
  const open = async (slug: string) => club.open(anEventFile(clock.now(), { slug, status: 'PUBLIC' }))
  const namesOf = (events: readonly { shortName: string }[]) => events.map(({ shortName }) => shortName).toSorted()
  const listedWith = async (subscription: string) =>
    namesOf(await visitor.expect(listEvents, 200, { query: { subscription } }))

  test('that take a pass say so, and are found by the pass and by the one that was bought', async () => {
    const one = await open('rain')
    const two = await open('snow')
    const id = await put()
    const canApply = async () =>
      (await visitor.expect(getEvent, 200, { params: { shortName: one } })).canApplySubscriptions
    expect(await canApply()).toBe(false)
    await club.api.expect(linkEvents, 200, { params: { id }, body: [{ slug: one }] })
    expect(await canApply()).toBe(true)
    expect(namesOf(await visitor.expect(listEventsOfSubscription, 200, { params: { id } }))).toEqual([one])
    const hidden = await put({ isPublic: false })
    await club.api.expect(linkEvents, 200, { params: { id: hidden }, body: [{ slug: one }] })
    const accepted = async (shortName: string) =>
      (await visitor.expect(listSubscriptionsOfEvent, 200, { params: { shortName } })).map(pass => pass.id)
    expect(await accepted(one)).toEqual([id])
    expect(await accepted(two)).toEqual([])
    const bought = await storeBoughtPass(shop.db, id, { status: 'ACQUIRED' })
    expect(await listedWith(bought)).toEqual([one])
    expect(await listedWith(await storeBoughtPass(shop.db, id, { status: 'CANCELLED' }))).toEqual([])
    expect(await listedWith(id)).toEqual([one])
    expect(await listedWith(crypto.randomUUID())).toEqual([])
    expect(await listedWith('nonsense')).toEqual(expect.arrayContaining([one, two]))
  })
})
