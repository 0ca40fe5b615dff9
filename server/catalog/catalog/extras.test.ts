import { expect, test } from 'vitest'
import { getTicketCategories } from '#contract/event.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { storeCode } from '#tests/builders/stored-codes.ts'
import { storeService } from '#tests/builders/stored-services.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { db, catalog } = shop
const organiser = await anOrganiser(url, apiKey)
await storeCode(db, organiser.organizationId, 'EARLY10')
await storeCode(db, organiser.organizationId, 'FIVEOFF', { type: 'FIXED_AMOUNT', amount: 500 })

let count = 0

/** An event with these extras, one a member of the list. */
async function anEventWith(services: readonly object[], file: object = {}) {
  count += 1
  const shortName = await organiser.open(anEventFile(SOME_DAY, { slug: `extras-${count}`, ...file }))
  const event = (await catalog.offeredEvent(shortName))?.context
  if (!event) throw new Error('no event')
  const ids: number[] = []
  for (const service of services) ids.push(await storeService(db, event.id, service))
  catalog.offerChanged(event)
  const extras = async (code?: string) =>
    (
      await aBuyer(url).expect(getTicketCategories, 200, {
        params: { shortName },
        ...(code !== undefined && { query: { code } }),
      })
    ).additionalServices
  return { event, ids, extras }
}

test('an extra says what it is, when it is sold and what it costs', async () => {
  const { extras, ids } = await anEventWith([
    {
      title: JSON.stringify({ en: 'Booklet' }),
      description: JSON.stringify({ en: '*Printed*' }),
      max_qty_per_order: 2,
    },
  ])
  expect(await extras()).toEqual([
    {
      id: ids[0],
      type: 'SUPPLEMENT',
      supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET',
      fixPrice: true,
      availableQuantity: 999,
      maxQtyPerOrder: 2,
      free: false,
      formattedFinalPrice: '10.00',
      hasDiscount: false,
      formattedDiscountedPrice: '10.00',
      minimumFee: null,
      maximumFee: null,
      vatApplies: true,
      vatIncluded: true,
      vatPercentage: '8.10',
      expired: false,
      saleInFuture: false,
      formattedInception: { en: '14.01.2027 09:00' },
      formattedExpiration: { en: '16.01.2027 09:00' },
      saleStart: Date.parse('2027-01-14T09:00:00+01:00'),
      saleEnd: Date.parse('2027-01-16T09:00:00+01:00'),
      title: { en: 'Booklet' },
      description: { en: '<p><em>Printed</em></p>' },
    },
  ])
})

test('extras come in the order of the organiser, without one that is over, with one that begins later', async () => {
  const title = (text: string) => JSON.stringify({ en: text })
  const { extras } = await anEventWith([
    { title: title('Last'), ordinal: 2 },
    { title: title('Over'), ordinal: 0, expiration: timestamp(SOME_DAY) },
    { title: title('Later'), ordinal: 1, inception: timestamp(after(SOME_DAY, days(0.5))) },
    { title: title('One a ticket'), ordinal: 0, supplement_policy: 'MANDATORY_ONE_FOR_TICKET' },
  ])
  expect((await extras()).map(extra => [extra.title['en'], extra.saleInFuture])).toEqual([
    ['One a ticket', false],
    ['Later', true],
    ['Last', false],
  ])
})

test.each([
  ['a price of nothing', { price: 0n }, { formattedFinalPrice: '0', free: true, fixPrice: true }],
  [
    'an amount that the visitor names',
    { price: null, type: 'DONATION', supplement_policy: null },
    { formattedFinalPrice: '0', free: false, fixPrice: false, supplementPolicy: null },
  ],
  [
    'a percentage',
    { price: null, percentage: '2.50', supplement_policy: 'MANDATORY_PERCENTAGE_FOR_TICKET', min_price: 150n },
    { formattedFinalPrice: '2.5', fixPrice: true, minimumFee: '1.50', maximumFee: null, free: false },
  ],
  [
    'a percentage with a highest fee',
    { price: null, percentage: '5', supplement_policy: 'MANDATORY_PERCENTAGE_RESERVATION', max_price: 2000n },
    { formattedFinalPrice: '5', minimumFee: null, maximumFee: '20.00' },
  ],
  ['no VAT', { vat_type: 'NONE' }, { vatApplies: false, vatIncluded: false, vatPercentage: '0.00' }],
])('an extra with %s', async (_, service, expected) => {
  const { extras } = await anEventWith([service])
  expect(await extras()).toMatchObject([expected])
})

test('the price with the VAT that is added is shown beside the price', async () => {
  const tickets = { ...anEventFile(SOME_DAY).tickets, taxPercentage: 8, taxIncludedInPrice: false }
  const { extras } = await anEventWith([{}], { tickets })
  expect(await extras()).toMatchObject([
    { formattedFinalPrice: '10.00', formattedDiscountedPrice: '10.80', vatApplies: true, vatIncluded: false },
  ])
})

test('a percentage code lowers supplements, not donations; an amount lowers neither', async () => {
  const { extras } = await anEventWith([{}, { type: 'DONATION', supplement_policy: 'OPTIONAL_UNLIMITED_AMOUNT' }])
  expect(await extras('EARLY10')).toMatchObject([
    { hasDiscount: true, formattedFinalPrice: '10.00', formattedDiscountedPrice: '9.00' },
    { hasDiscount: false, formattedDiscountedPrice: '10.00' },
  ])
  expect(await extras('FIVEOFF')).toMatchObject([{ hasDiscount: false }, { hasDiscount: false }])
})

test('a limited extra shows its free units as they are now', async () => {
  const { extras, ids, event } = await anEventWith([{ available_quantity: 3 }, { available_quantity: 0 }, {}])
  const quantities = async () => (await extras()).map(({ availableQuantity }) => availableQuantity)
  expect(await quantities()).toEqual([3, 0, 999])
  await db.kysely
    .deleteFrom('additional_service_item')
    .where('service_id', '=', ids[0] ?? 0)
    .where('id', 'in', query =>
      query
        .selectFrom('additional_service_item')
        .select('id')
        .where('service_id', '=', ids[0] ?? 0)
        .limit(1),
    )
    .execute()
  catalog.stockChanged(event.id)
  expect(await quantities()).toEqual([2, 0, 999])
})

test('an extra has a title in each language of the event, also where the organiser gave none', async () => {
  const description = ['en', 'de', 'fr'].map(lang => ({ lang, body: 'A day' }))
  const title = JSON.stringify({ en: 'Booklet', de: 'Programmheft' })
  const { extras } = await anEventWith([{ title, description: JSON.stringify({ de: 'Gedruckt' }) }], { description })
  expect(await extras()).toMatchObject([
    { title: { en: 'Booklet', de: 'Programmheft', fr: 'Booklet' }, description: { de: '<p>Gedruckt</p>' } },
  ])
})
