import { beforeEach, describe, expect, test } from 'vitest'
import { getReservation } from '#contract/booking.ts'
import { getTicketCategories } from '#contract/event.ts'
import { codeLinkPath, followCodePath, pathTo, shortCodeLinkPath, validateCodePath } from '#contract/paths.ts'
import { checkDiscount, getCodeOffer, validateCode } from '#contract/promo-code.ts'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { type CodeChanges, hideCategory, storeCode } from '#tests/builders/stored-codes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { ticketsOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, app } = await testShop({ clock })
const { db, catalog } = shop
const organiser = await anOrganiser(url, apiKey)
const { organizationId } = organiser
const buyer = aBuyer(url)
const shortName = await organiser.open(
  anEventFile(SOME_DAY, {
    seats: 100,
    description: ['en', 'de'].map(lang => ({ lang, body: 'A day' })),
    categories: [
      aCategoryFile(SOME_DAY, { ordinal: 1 }),
      aCategoryFile(SOME_DAY, { name: 'Free entry', maxTickets: 10, price: 0 }),
      aCategoryFile(SOME_DAY, { name: 'Members', maxTickets: 3, price: 50 }),
      aCategoryFile(SOME_DAY, { name: 'Linked', maxTickets: 1 }),
      aCategoryFile(SOME_DAY, { name: 'Rush', maxTickets: 8 }),
      aCategoryFile(SOME_DAY, { name: 'Later', maxTickets: 5, startSellingDate: localTime(SOME_DAY, { days: 2 }) }),
    ],
  }),
)
const { context: event, categories } = await catalog
  .offeredEvent(shortName)
  .then(offer => offer ?? Promise.reject(new Error()))
const idOf = (name: string) => categories.find(category => category.name === name)?.id ?? 0
await hideCategory(db, idOf('Members'), [{ code: 'TOKEN2' }, { code: 'TOKEN3' }, { code: 'NAMED2', recipient: 'Ada' }])
await hideCategory(
  db,
  idOf('Rush'),
  ['RUSH22', 'RUSH33', 'RUSH44', 'RUSH55'].map(code => ({ code })),
)
for (const [name, code] of [
  ['Members', 'OPEN-MEMBERS'],
  ['Linked', 'OPEN-LINKED'],
  ['Rush', 'OPEN-RUSH'],
  ['Later', 'OPEN-LATER'],
] as const) {
  await db.kysely.updateTable('ticket_category').set({ code }).where('id', '=', idOf(name)).execute()
}
await storeCode(db, organizationId, 'EARLY10')
catalog.offerChanged({ id: event.id, shortName })

beforeEach(() => clock.set(SOME_DAY))

describe('is this code good', () => {
  const check = (code: string, name = shortName) =>
    buyer.ask(validateCode, { params: { shortName: name }, query: { code } })

  test.each([
    ['EARLY10', {}, { type: 'DISCOUNT', discountType: 'PERCENTAGE', discountAmount: '10', categories: [] }],
    ['HALF105', { amount: 10.5 }, { discountType: 'PERCENTAGE', discountAmount: '10.5' }],
    [
      'MINUSFIVE',
      { type: 'FIXED_AMOUNT', amount: 500, categories: [idOf('Linked')] },
      { type: 'DISCOUNT', discountType: 'FIXED_AMOUNT', discountAmount: '5.00', categories: [idOf('Linked')] },
    ],
    ['NOTHING', { type: 'FIXED_AMOUNT', amount: 0 }, { discountType: 'FIXED_AMOUNT', discountAmount: '0' }],
    [
      'OFFORDER',
      { type: 'FIXED_AMOUNT_RESERVATION', amount: 2000, categories: [idOf('Linked')] },
      { discountType: 'FIXED_AMOUNT_RESERVATION', discountAmount: '20.00', categories: [] },
    ],
    [
      'VIPENTRY',
      { opens: idOf('Members') },
      { type: 'ACCESS', discountType: 'NONE', discountAmount: '0', categories: [idOf('Members')] },
    ],
  ] satisfies [string, CodeChanges, object][])('%s is, and for what', async (code, stored, expected) => {
    if (code !== 'EARLY10') {
      await storeCode(db, organizationId, code, stored)
    }
    expect(await check(code)).toMatchObject({
      status: 200,
      value: { success: true, errorCount: 0, validationErrors: [], value: { code, ...expected } },
    })
  })

  test('a token is, for one category; and what was typed is repeated as it was', async () => {
    expect((await check(' TOKEN2 ')).value).toMatchObject({
      value: { code: ' TOKEN2 ', type: 'SPECIAL_PRICE', discountType: 'NONE', discountAmount: null },
    })
  })

  test.each(['NOPE', 'EARLY1', '', 'ENDED77', 'SOON777', 'EUROS77'])(
    '"%s" is not, and the reason is not shown',
    async code => {
      if (code === 'ENDED77') await storeCode(db, organizationId, code, { to: SOME_DAY })
      if (code === 'SOON777') await storeCode(db, organizationId, code, { from: SOME_DAY })
      if (code === 'EUROS77') {
        await storeCode(db, organizationId, code, { type: 'FIXED_AMOUNT', amount: 1, currency: 'EUR' })
      }
      expect(await check(code)).toMatchObject({
        status: 422,
        value: {
          success: false,
          errorCount: 1,
          validationErrors: [{ fieldName: 'promoCode', code: 'error.STEP_1_CODE_NOT_FOUND', arguments: null }],
          value: { code, type: null, discountType: null, discountAmount: null, categories: [] },
        },
      })
    },
  )

  test('at an event that is not there, the event is what was not found', async () => {
    expect(await check('EARLY10', 'unknown')).toMatchObject({
      status: 422,
      value: {
        validationErrors: [{ fieldName: 'eventName', code: null, arguments: null }],
        value: { code: 'EARLY10', type: null },
      },
    })
  })
})

describe('a discount without a code', () => {
  const check = (counts: Readonly<Record<string, number>>, name = shortName) =>
    buyer.ask(checkDiscount, {
      params: { shortName: name },
      body: {
        reservation: Object.entries(counts).map(([category, amount]) => ({ ticketCategoryId: idOf(category), amount })),
      },
    })

  async function storeRules(): Promise<void> {
    await db.kysely.deleteFrom('discount_rule').where('event_id', '=', event.id).execute()
    await db.kysely
      .insertInto('discount_rule')
      .values([
        { event_id: event.id, minimum_tickets: 3, discount_type: 'PERCENTAGE', percentage: '10' },
        {
          event_id: event.id,
          minimum_tickets: 5,
          discount_type: 'FIXED_AMOUNT',
          amount: 500n,
          categories: [idOf('Conference')],
          message: JSON.stringify({ de: 'Fünf auf einmal: 5 Franken weniger' }),
        },
      ])
      .execute()
    catalog.offerChanged({ id: event.id, shortName })
  }

  test('is shown with its words in every language of the event', async () => {
    await storeRules()
    expect(await check({ Conference: 3 })).toMatchObject({
      status: 200,
      value: {
        discount: '10',
        discountType: 'PERCENTAGE',
        categories: [],
        formattedMessage: { en: expect.stringContaining('10%'), de: expect.stringContaining('10\u00a0%') },
      },
    })
    expect(await check({ Conference: 5 })).toMatchObject({
      status: 200,
      value: {
        discount: '5.00',
        discountType: 'FIXED_AMOUNT',
        categories: [idOf('Conference')],
        formattedMessage: {
          en: expect.stringContaining('CHF 5.00'),
          de: 'Fünf auf einmal: 5 Franken weniger',
        },
      },
    })
  })

  test.each([
    ['too few', { Conference: 2 }],
    ['nothing', {}],
    ['a number below nothing', { Conference: -9 }],
    ['what is free', { 'Free entry': 3 }],
    ['an unknown category', { Nobody: 3 }],
  ])('is not there for %s', async (_, counts) => {
    await storeRules()
    expect((await check(counts)).status).toBe(204)
  })

  test('is not there at an unknown event, nor for a form without tickets', async () => {
    await storeRules()
    expect((await check({ Conference: 3 }, 'unknown')).status).toBe(204)
    for (const body of [{}, { reservation: null }, { reservation: [{}] }]) {
      expect((await buyer.ask(checkDiscount, { params: { shortName }, body })).status).toBe(204)
    }
  })
})

describe('a link with a code', () => {
  const follow = (code: string, { method = 'GET', path = followCodePath, name = shortName, headers = {} } = {}) =>
    fetch(url + pathTo(path, { shortName: name, code }), { method, redirect: 'manual', headers })
  const placeOf = async (code: string, name = shortName) => {
    const answer = await follow(code, { name })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([307, 'no-store'])
    return answer.headers.get('location') ?? ''
  }
  /** Presses the button of the page; each call is another visitor, but for those with the cookie of one. */
  const take = async (code: string, headers: Record<string, string> = {}) => {
    const answer = await follow(code, { method: 'POST', path: codeLinkPath, headers })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store'])
    return { place: answer.headers.get('location') ?? '', cookie: cookieOf(answer) }
  }
  const cookieOf = ({ headers }: Response) =>
    headers
      .getSetCookie()
      .map(cookie => cookie.split(';', 1)[0])
      .join('; ')
  const offerOf = (code: string) => buyer.ask(getCodeOffer, { params: { shortName, code } })
  const reservations = async () => (await db.kysely.selectFrom('reservation').select('id').execute()).length
  const BOOK = /^\/event\/alpine\/reservation\/([0-9a-f-]{36})\/book$/

  test('hands a promo code to the page of the event, and reserves nothing', async () => {
    const before = await reservations()
    expect(await placeOf('EARLY10')).toBe('/event/alpine?code=EARLY10')
    expect((await take('EARLY10')).place).toBe('/event/alpine?code=EARLY10')
    expect(await reservations()).toBe(before)
  })

  test.each(['NOPE', '%20', 'a%2Fb', "'%22%3C"])('that is unknown (%s) leads to the page of the event', async code => {
    expect(await placeOf(decodeURIComponent(code))).toBe('/event/alpine?errors=error.STEP_1_CODE_NOT_FOUND')
  })

  test('of an unknown event leads there all the same, without an error of its own', async () => {
    expect(await placeOf('EARLY10', 'unknown')).toBe('/event/unknown')
  })

  const READERS = ['Mozilla/5.0', 'facebookexternalhit/1.1', 'Barracuda Sentinel (EE)', 'WhatsApp/2.23']

  test.each(READERS)('reserves nothing by a GET, whatever sends it: %s', async reader => {
    const before = await reservations()
    for (const code of ['TOKEN2', 'OPEN-LINKED', 'OPEN-MEMBERS']) {
      for (const path of [followCodePath, codeLinkPath, shortCodeLinkPath]) {
        for (const method of ['GET', 'HEAD']) await follow(code, { method, path, headers: { 'user-agent': reader } })
      }
    }
    expect(await reservations()).toBe(before)
    expect(await placeOf('TOKEN2')).toBe('/event/alpine/code/TOKEN2')
  })

  test('says what it opens', async () => {
    const offered = { status: 200, value: { categoryName: 'Members', price: '50.00', heldUntil: null } }
    expect(await offerOf('TOKEN2')).toMatchObject(offered)
    expect(await offerOf('OPEN-MEMBERS')).toMatchObject(offered)
    for (const code of ['EARLY10', 'NOPE', 'OPEN-LATER']) expect(await offerOf(code)).toMatchObject({ status: 404 })
  })

  test('of a token reserves its ticket by the button, in the language of the visitor, and leads back to the order', async () => {
    const { place, cookie } = await take('TOKEN2', { 'accept-language': 'de-CH,en;q=0.8' })
    const id = BOOK.exec(place)?.[1] ?? ''
    const order = await buyer.expect(getReservation, 200, { params: { reservationId: id } })
    expect(order.ticketsByCategory).toMatchObject([{ name: 'Members' }])
    expect(ticketsOf(order)).toHaveLength(1)
    const stored = await db.kysely.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(stored.language).toBe('de')
    expect((await take('TOKEN2', { cookie })).place).toBe(place)
    const again = await follow('TOKEN2', { path: codeLinkPath, headers: { cookie } })
    expect([again.status, again.headers.get('location')]).toEqual([302, place])
  })

  test('says until when it is held to every other visitor, and reserves nothing', async () => {
    const before = await reservations()
    expect(await offerOf('TOKEN2')).toMatchObject({
      status: 200,
      value: { categoryName: 'Members', heldUntil: after(SOME_DAY, minutes(25)) },
    })
    expect((await take('TOKEN2')).place).toBe('/event/alpine/code/TOKEN2')
    expect(await reservations()).toBe(before)
  })

  test('reserves nothing for a page of another site', async () => {
    const before = await reservations()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://elsewhere.example' }]) {
      expect((await take('TOKEN3', headers)).place).toBe('/event/alpine/code/TOKEN3')
    }
    expect(await reservations()).toBe(before)
  })

  test('of a hidden category takes a token without a recipient, until none is left', async () => {
    expect((await take('OPEN-MEMBERS')).place).toMatch(BOOK)
    expect((await take('OPEN-MEMBERS')).place).toBe('/event/alpine/code/OPEN-MEMBERS')
    expect(await offerOf('OPEN-MEMBERS')).toMatchObject({ value: { heldUntil: after(SOME_DAY, minutes(25)) } })
    const named = await db.kysely.selectFrom('token').select('status').where('code', '=', 'NAMED2').executeTakeFirst()
    expect(named?.status).toBe('FREE')
  })

  test('of a hidden category gives each token to one of many who follow it at once', async () => {
    const taken = await Promise.all(Array.from({ length: 9 }, () => take('OPEN-RUSH')))
    const places = taken.map(({ place }) => place)
    expect(new Set(places.filter(place => BOOK.test(place))).size).toBe(4)
    expect(places.filter(place => place === '/event/alpine/code/OPEN-RUSH')).toHaveLength(5)
  })

  test('of any category reserves one ticket; when that fails, the page of the event says why', async () => {
    expect((await take('OPEN-LINKED')).place).toMatch(BOOK)
    const soldOut = '/event/alpine?errors=error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'
    expect([await placeOf('OPEN-LINKED'), (await take('OPEN-LINKED')).place]).toEqual([soldOut, soldOut])
    expect(await placeOf('OPEN-LATER')).toBe(soldOut)
  })

  test.each(['EARLY10', 'a b/ü', 'x?y&z'])(
    'the short form leads to the long one, whatever the code: %s',
    async code => {
      const answer = await follow(code, { path: shortCodeLinkPath })
      expect([answer.status, answer.headers.get('location')]).toEqual([302, pathTo(codeLinkPath, { shortName, code })])
    },
  )
})

describe('who tries codes', () => {
  const ask = (address: string, ip: string) =>
    app.inject({ url: address, headers: { 'x-forwarded-for': ip, 'user-agent': 'Mozilla' } })
  const check = (code: string) => `${pathTo(validateCodePath, { shortName })}?code=${code}`
  const catalogue = (query: string) => pathTo(getTicketCategories.path, { shortName }) + query

  test('is stopped after so many in a minute, however the code is tried, with the time to go on', async () => {
    const guesser = '203.0.113.7'
    const link = pathTo(followCodePath, { shortName, code: 'GUESS' })
    const ways = [check('GUESS'), catalogue('?code=GUESS'), link]
    for (let guess = 0; guess < 120; guess += 1) {
      expect((await ask(ways[guess % ways.length] ?? '', guesser)).statusCode).not.toBe(429)
    }
    for (const way of ways) {
      const answer = await ask(way, guesser)
      expect(answer.statusCode).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await ask(catalogue(''), guesser)).statusCode).toBe(200)
    expect((await ask(check('EARLY10'), '203.0.113.8')).statusCode).toBe(200)
  })

  test('is not stopped for reading the catalogue', async () => {
    const visitor = '203.0.113.9'
    for (let round = 0; round < 130; round += 1) {
      expect((await ask(catalogue(round % 2 === 0 ? '' : '?code='), visitor)).statusCode).toBe(200)
    }
  })
})

test('a code ends by the clock', async () => {
  await storeCode(db, organizationId, 'ONEDAY1', { to: after(SOME_DAY, days(1)) })
  const status = async () =>
    (await aBuyer(url).ask(validateCode, { params: { shortName }, query: { code: 'ONEDAY1' } })).status
  expect(await status()).toBe(200)
  clock.move(days(1))
  expect(await status()).toBe(422)
})
