import { expect, test } from 'vitest'
import { type TicketCategory, getEvent, getTicketCategories } from '#contract/event.ts'
import { ticketCategoriesPath, pathTo } from '#contract/paths.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { hideCategory, storeCode } from '#tests/builders/stored-codes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy, cancel, selection } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { db, catalog } = shop
const organiser = await anOrganiser(url, apiKey)
const { organizationId } = organiser
const buyer = aBuyer(url)
const shortName = await organiser.open(
  anEventFile(SOME_DAY, {
    seats: 100,
    settings: { DISPLAY_TICKETS_LEFT_INDICATOR: true },
    categories: [
      aCategoryFile(SOME_DAY, { ordinal: 1 }),
      aCategoryFile(SOME_DAY, { name: 'Cheap', maxTickets: 20, price: 3, ordinal: 2 }),
      aCategoryFile(SOME_DAY, {
        name: 'Later',
        maxTickets: 20,
        ordinal: 3,
        startSellingDate: localTime(SOME_DAY, { days: 2 }),
      }),
      aCategoryFile(SOME_DAY, { name: 'Members', maxTickets: 10, price: 50, ordinal: 4 }),
      aCategoryFile(SOME_DAY, { name: 'Crew', maxTickets: 10, price: 0, ordinal: 5 }),
    ],
  }),
)
const { context: event, categories } = await catalog
  .offeredEvent(shortName)
  .then(offer => offer ?? Promise.reject(new Error()))
const idOf = (name: string) => categories.find(category => category.name === name)?.id ?? 0
await hideCategory(db, idOf('Members'), [{ code: 'TOKEN2' }, { code: 'TAKEN2', status: 'TAKEN' }])
await hideCategory(db, idOf('Crew'))
catalog.offerChanged({ id: event.id, shortName })

const itemsWith = (code?: string) =>
  buyer.expect(getTicketCategories, 200, { params: { shortName }, ...(code !== undefined && { query: { code } }) })
const shown = async (code?: string): Promise<ReadonlyMap<string, TicketCategory>> =>
  new Map((await itemsWith(code)).ticketCategories.map(category => [category.name, category]))
const maxima = async (code: string) =>
  Object.fromEntries([...(await shown(code))].map(([name, { maximumSaleableTickets: most }]) => [name, most]))

test('a percentage is taken off every category that is on sale', async () => {
  await storeCode(db, organizationId, 'EARLY10')
  const cards = await shown('EARLY10')
  expect([...cards.values()]).toMatchObject([
    { name: 'Conference', formattedFinalPrice: '120.00', hasDiscount: true, formattedDiscountedPrice: '108.00' },
    { name: 'Cheap', formattedFinalPrice: '3.00', hasDiscount: true, formattedDiscountedPrice: '2.70' },
    { name: 'Later', hasDiscount: false, formattedDiscountedPrice: '' },
  ])
  expect([...(await shown()).values()].some(({ hasDiscount }) => hasDiscount)).toBe(false)
})

test('an amount is taken off the categories it is for, never more than they cost', async () => {
  const [type, amount] = ['FIXED_AMOUNT', 500] as const
  await storeCode(db, organizationId, 'FIVEOFF', { type, amount, categories: [idOf('Cheap')] })
  const cards = await shown('FIVEOFF')
  expect(cards.get('Conference')).toMatchObject({ hasDiscount: false, formattedDiscountedPrice: '' })
  expect(cards.get('Cheap')).toMatchObject({ hasDiscount: true, formattedDiscountedPrice: '0.00' })
})

test('an amount off the whole order changes no card', async () => {
  await storeCode(db, organizationId, 'TENOFF', { type: 'FIXED_AMOUNT_RESERVATION', amount: 1000 })
  expect((await shown('TENOFF')).get('Conference')).toMatchObject({
    formattedFinalPrice: '120.00',
    formattedDiscountedPrice: '120.00',
  })
})

test('a limited code lowers the maximum of its categories to what is left of it', async () => {
  await storeCode(db, organizationId, 'ONLYTWO', { maximumUsage: 2, categories: [idOf('Conference')] })
  expect(await maxima('ONLYTWO')).toEqual({ Conference: 2, Cheap: 5, Later: 5 })
})

test('hidden categories stay hidden', async () => {
  expect([...(await shown()).keys()]).toEqual(['Conference', 'Cheap', 'Later'])
})

test('a token opens its category, first in the list, for one ticket, and says nothing of what is left', async () => {
  const { ticketCategories } = await itemsWith('TOKEN2')
  expect(ticketCategories.map(({ name }) => name)).toEqual(['Members', 'Conference', 'Cheap', 'Later'])
  expect(ticketCategories[0]).toMatchObject({
    accessRestricted: true,
    ordinal: -1,
    maximumSaleableTickets: 1,
    availableTickets: null,
    hasDiscount: false,
    saleableAndLimitNotReached: true,
  })
  expect(ticketCategories[2]).toMatchObject({ accessRestricted: false, availableTickets: 20 })
})

test('an access code opens its category; its own maximum replaces the usual one there', async () => {
  await hideCategory(
    db,
    idOf('Members'),
    Array.from({ length: 11 }, (_, index) => ({ code: `MANY${index}` })),
  )
  await storeCode(db, organizationId, 'MEMBERS', { opens: idOf('Members') })
  await storeCode(db, organizationId, 'MEMBERS8', { opens: idOf('Members'), maximumUsage: 8 })
  await storeCode(db, organizationId, 'MEMBERS80', { opens: idOf('Members'), maximumUsage: 80 })
  expect(await maxima('MEMBERS')).toEqual({ Members: 5, Conference: 5, Cheap: 5, Later: 5 })
  expect(await maxima('MEMBERS8')).toMatchObject({ Members: 8, Conference: 5 })
  expect(await maxima('MEMBERS80')).toMatchObject({ Members: 10 })
})

test('an access code opens no more than there are free tokens for without a recipient', async () => {
  await hideCategory(db, idOf('Crew'), [
    { code: 'CREW1' },
    { code: 'CREW2' },
    { code: 'CREW3', recipient: 'Ada' },
    { code: 'CREW4', status: 'TAKEN' },
  ])
  await storeCode(db, organizationId, 'CREWMANY', { opens: idOf('Crew') })
  await storeCode(db, organizationId, 'CREWONCE', { opens: idOf('Crew'), maximumUsage: 1 })
  expect(await maxima('CREWMANY')).toEqual({ Crew: 2, Conference: 5, Cheap: 5, Later: 5 })
  expect(await maxima('CREWONCE')).toMatchObject({ Crew: 1 })
  const body = { ...selection(new Map([['Crew', idOf('Crew')]]), { Crew: 2 }), promoCode: 'CREWMANY' }
  const held = await buyer.expect(reserveTickets, 200, { params: { shortName }, query: { lang: 'en' }, body })
  const crew = async () => (await shown('CREWMANY')).get('Crew')
  expect(await crew()).toMatchObject({
    maximumSaleableTickets: 0,
    saleableAndLimitNotReached: false,
    soldOutOrLimitReached: true,
    containsPendingTickets: true,
  })
  await cancel(buyer, held.value ?? '')
  expect(await crew()).toMatchObject({ maximumSaleableTickets: 2, saleableAndLimitNotReached: true })
})

test.each(['', ' ', 'UNKNOWN', 'TAKEN2', 'ENDED77', 'USEDUP7'])(
  'a code that is not valid now ("%s") shows what all visitors see',
  async code => {
    if (code === 'ENDED77') await storeCode(db, organizationId, code, { to: SOME_DAY })
    if (code === 'USEDUP7') {
      const used = await storeCode(db, organizationId, code, { maximumUsage: 1 })
      const id = await buy(buyer, shortName, { Conference: 1 })
      await db.kysely.updateTable('reservation').set({ promo_code_id: used }).where('id', '=', id).execute()
    }
    const ask = async (query: string) => (await fetch(url + pathTo(ticketCategoriesPath, { shortName }) + query)).text()
    expect(await ask(`?code=${encodeURIComponent(code)}`)).toBe(await ask(''))
  },
)

test('the first answer without a code and one with a code do not get into each other', async () => {
  await storeCode(db, organizationId, 'APART77')
  const catalogues = await Promise.all([itemsWith(), itemsWith('APART77'), itemsWith(), itemsWith('TOKEN2')])
  const facts = catalogues.map(({ ticketCategories: [first] }) => [first?.name, first?.hasDiscount])
  expect(facts).toEqual([
    ['Conference', false],
    ['Conference', true],
    ['Conference', false],
    ['Members', false],
  ])
})

test('the field for codes is offered where there can be one, unless the organiser hides it', async () => {
  const other = await anOrganiser(url, apiKey, 'Other Club')
  const slug = await other.open(anEventFile(SOME_DAY, { slug: 'other' }))
  const isOffered = async (name: string) =>
    (await buyer.expect(getEvent, 200, { params: { shortName: name } })).promotionsConfiguration.hasAccessPromotions
  const found = (await catalog.offeredEvent(slug))?.context ?? event
  expect(await isOffered(slug)).toBe(false)
  await storeCode(db, other.organizationId, 'LONGGONE', { to: SOME_DAY })
  catalog.offerChanged(found)
  expect(await isOffered(slug)).toBe(true)
  await other.change(slug, { settings: { DISPLAY_DISCOUNT_CODE_BOX: false } })
  expect(await isOffered(slug)).toBe(false)
  const hidden = await (await anOrganiser(url, apiKey, 'Third Club')).open(anEventFile(SOME_DAY, { slug: 'third' }))
  const third = await catalog.offeredEvent(hidden)
  await hideCategory(db, third?.categories[0]?.id ?? 0)
  if (third) catalog.offerChanged(third.context)
  expect(await isOffered(hidden)).toBe(true)
})
