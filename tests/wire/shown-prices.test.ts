import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getListedEvents } from '#contract/listed-events.ts'
import { getTicketCategories } from '#contract/event.ts'
import type { AdditionalServiceRequest } from '#contract/event-file.ts'
import { lowestPriceOf, unavoidablePrice } from '#client/shop/catalog/sale-state.ts'
import { aCategoryFile, aServiceFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { cancel, hold, infoOf } from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
clock.set(SOME_DAY)
const { url, apiKey } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

const anyPrice = fc.integer({ min: 0, max: 12_000 }).map(cents => cents / 100)
const label = (body: string) => [{ lang: 'en', body }]

const anyFee: fc.Arbitrary<AdditionalServiceRequest> = fc.oneof(
  anyPrice.map(price => ({
    supplementPolicy: 'MANDATORY_ONE_FOR_TICKET' as const,
    price,
    vatType: 'INHERITED' as const,
  })),
  fc
    .record({
      supplementPolicy: fc.constantFrom('MANDATORY_PERCENTAGE_FOR_TICKET', 'MANDATORY_PERCENTAGE_RESERVATION'),
      price: fc.integer({ min: 1, max: 200 }).map(tenths => tenths / 10),
      vatType: fc.constantFrom('INHERITED', 'NONE'),
    })
    .chain(fee =>
      fc.option(fc.integer({ min: 0, max: 300 }), { nil: undefined }).map(cents => ({
        ...fee,
        ...(cents !== undefined && { minPrice: cents / 100 }),
      })),
    ),
  anyPrice.map(price => ({ supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET' as const, price })),
)

const anyEvent = fc.record({
  prices: fc.array(anyPrice, { minLength: 1, maxLength: 3 }),
  fees: fc.array(anyFee, { maxLength: 3 }),
  taxPercentage: fc.constantFrom(0, 7.7, 19),
  isTaxIncluded: fc.boolean(),
})

test('by random events: what is shown of a category is what one ticket of it costs, and "from" is the least of that', async () => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(anyEvent, async ({ prices, fees, taxPercentage, isTaxIncluded }) => {
      const named = prices.map((price, position) => ({ name: `Category ${position + 1}`, price }))
      const file = anEventFile(clock.now(), {
        slug: `shown-${(seen += 1)}`,
        title: `shown-${seen}-`,
        status: 'PUBLIC',
        categories: named.map(category => aCategoryFile(clock.now(), category)),
        additionalServices: fees.map((fee, position) => aServiceFile({ title: label(`Fee ${position + 1}`), ...fee })),
      })
      const shortName = await organiser.open({
        ...file,
        tickets: { ...file.tickets, taxPercentage, taxIncludedInPrice: isTaxIncluded },
      })
      const items = await buyer.expect(getTicketCategories, 200, { params: { shortName } })
      const charged = new Map<string, number>()
      for (const { name } of named) {
        const id = await hold(buyer, shortName, { [name]: 1 })
        charged.set(name, Number((await infoOf(buyer, id)).orderSummary.totalPrice))
        await cancel(buyer, id)
      }
      const shown = new Map(
        items.ticketCategories.map(category => [category.name, Number(unavoidablePrice(category).total)]),
      )
      expect(shown).toEqual(charged)
      const paid = [...charged.values()].filter(total => total > 0)
      expect(lowestPriceOf(items)).toEqual({
        amount: paid.length === 0 ? '0' : Math.min(...paid).toFixed(2),
        hasFreeBesides: paid.length > 0 && paid.length < charged.size,
      })
      // The list computes it by another way: from one statement for all its events.
      const { events } = await buyer.expect(getListedEvents, 200, { query: { search: `${shortName}-` } })
      expect(events.map(({ sale }) => [sale?.state, Number(sale?.price), sale?.hasFree])).toEqual([
        ['ON_SALE', Number(lowestPriceOf(items)?.amount), lowestPriceOf(items)?.hasFreeBesides],
      ])
    }),
    { numRuns: 25 },
  )
  expect(seen).toBeGreaterThanOrEqual(25)
})
