import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { putSettings } from '#server/foundation/setting/stated-settings.ts'
import { RESERVE_CODES, type ReserveCode } from '#contract/error-codes.ts'
import { type ReservationForm, reserveTickets } from '#contract/reserve.ts'
import { after } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { type Reply, aBuyer } from '../support/buyer/buyer.ts'
import { untilWaiting } from '../support/database/database-waits.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { buy, categoryIds, codesOf, hold, infoOf, reserve, selection, ticketsOf } from '../support/buyer/purchase.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { stripeInTests } from '../fakes/stripe/in-tests.ts'
import { setUpEvent } from '../support/organiser/event-setup.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// The tables are typed by the lists of the contract: a new code doesn't compile here without a case that provokes it.

const clock = manualClock()
const stripe = await stripeInTests({ notify: 'http://127.0.0.1:9', now: () => clock.now() })
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

const refusing = { PAYMENT_METHODS_BLACKLIST: 'BANK_TRANSFER,ON_SITE' }
const shortName = await organiser.open(
  anEventFile(clock.now(), {
    seats: 500,
    categories: [
      aCategoryFile(clock.now()),
      aCategoryFile(clock.now(), {
        name: 'Student',
        maxTickets: 100,
        settings: { MAX_AMOUNT_OF_TICKETS_BY_RESERVATION: 2 },
      }),
      aCategoryFile(clock.now(), { name: 'Later', startSellingDate: localTime(clock.now(), { days: 1 }) }),
      aCategoryFile(clock.now(), { name: 'Over', endSellingDate: localTime(clock.now(), { days: -1 }) }),
      aCategoryFile(clock.now(), { name: 'Unpayable', maxTickets: 10, settings: refusing }),
      aCategoryFile(clock.now(), { name: 'Members', maxTickets: 10 }),
      aCategoryFile(clock.now(), { name: 'One seat', maxTickets: 1 }),
      aCategoryFile(clock.now(), { name: 'Gone', maxTickets: 1 }),
    ],
  }),
)
// No code of it exists.
await shop.db.kysely
  .updateTable('ticket_category')
  .set({ access_restricted: true })
  .where('name', '=', 'Members')
  .execute()
await hold(buyer, shortName, { Gone: 1 })
const ids = await idsByName()
await putSettings(shop.db, { level: 'system' }, [
  ['RECAPTCHA_API_KEY', 'site-key'],
  ['RECAPTCHA_SECRET', 'secret'],
])
const asking = await organiser.open(
  anEventFile(clock.now(), { slug: 'asking', settings: { ENABLE_CAPTCHA_FOR_TICKET_SELECTION: true } }),
)

const { tickets, ...centsFile } = anEventFile(clock.now(), { slug: 'cents', settings: stripe.settings })
const cents = await organiser.open({
  ...centsFile,
  tickets: { ...tickets, paymentMethods: ['STRIPE'], categories: [aCategoryFile(clock.now(), { price: 0.2 })] },
})

const paid = await buy(buyer, shortName, { Conference: 1 })

beforeEach(() => clock.set(SOME_DAY))

async function idsByName(): Promise<ReadonlyMap<string, number>> {
  const rows = await shop.db.kysely.selectFrom('ticket_category').select(['name', 'id']).execute()
  return new Map(rows.map(({ name, id }) => [name, id]))
}

function send(body: ReservationForm, by = buyer): Promise<Reply> {
  return by.ask(reserveTickets, { params: { shortName }, query: { lang: 'en' }, body })
}

const ask = (counts: Readonly<Record<string, number>>, others: ReservationForm = {}) =>
  send({ ...selection(ids, counts), ...others })

/** Another process has the last seat in an open transaction; it commits while the buyer waits. */
async function takeTheLastSeatMeanwhile(): Promise<Reply> {
  const other = await shop.db.pool.connect()
  try {
    await other.query('begin')
    await other.query(`update ticket set status = 'RELEASED' where category_id = $1`, [ids.get('One seat')])
    const answer = ask({ 'One seat': 1 })
    await untilWaiting(shop.db.pool, answer)
    await other.query('commit')
    return await answer
  } finally {
    other.release()
  }
}

async function useACodeTooOften(): Promise<Reply> {
  const setup = await setUpEvent(shop, shortName)
  await setup.code({ code: 'ONCE-ONLY', off: '10%', maximum: 1 })
  return ask({ Conference: 2 }, { promoCode: 'ONCE-ONLY' })
}

const PROVOKED: Record<ReserveCode, () => Promise<Reply>> = {
  'error.STEP_1_SELECT_AT_LEAST_ONE': () => send({}),
  'error.STEP_1_OVER_MAXIMUM': () => ask({ Student: 3 }),
  'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE': () => ask({ Later: 1 }),
  'error.STEP_1_NOT_ENOUGH_TICKETS': takeTheLastSeatMeanwhile,
  'error.STEP_1_ACCESS_RESTRICTED': () => ask({ Members: 1 }),
  'error.STEP_1_CODE_NOT_FOUND': () => ask({ Conference: 1 }, { promoCode: 'ANY' }),
  'error.STEP2_DISCOUNT_CODE_USAGE_EXCEEDED': useACodeTooOften,
  'error.STEP_1_CATEGORIES_NOT_COMPATIBLE': () => ask({ Unpayable: 1 }),
  'error.STEP_2_CAPTCHA_VALIDATION_FAILED': () => reserve(buyer, asking, { Conference: 1 }),
  'error.STEP_2_ORDER_HAS_EXPIRED': () => ask({ Conference: 1 }, { replaces: randomUUID() }),
  'foyer.error.total-not-payable': () => reserve(buyer, cents, { Conference: 1 }),
  'foyer.error.order-is-fixed': () => ask({ Conference: 1 }, { replaces: paid }),
}

test.each(RESERVE_CODES)('%s', async code => {
  const before = await shop.db.kysely.selectFrom('reservation').select('id').execute()
  const answer = await PROVOKED[code]()
  expect(answer).toMatchObject({ status: 422, value: { success: false, value: null, errorCount: 1 } })
  expect(answer.value).toHaveProperty('validationErrors.0.fieldName', 'reservationForm')
  expect(codesOf(answer)).toEqual([code])
  expect(await shop.db.kysely.selectFrom('reservation').select('id').execute()).toEqual(before)
})

test.each<[string, () => Promise<Reply>, string[]]>([
  [
    'lines of nothing count as nothing',
    () => ask({ Conference: 0, Student: -3 }),
    ['error.STEP_1_SELECT_AT_LEAST_ONE'],
  ],
  [
    'nulls count as nothing',
    () => send({ reservation: [{ ticketCategoryId: null, amount: null }] }),
    ['error.STEP_1_SELECT_AT_LEAST_ONE'],
  ],
  [
    'an unknown code is reported, and the checks go on',
    () => ask({}, { promoCode: 'X' }),
    ['error.STEP_1_CODE_NOT_FOUND', 'error.STEP_1_SELECT_AT_LEAST_ONE'],
  ],
  ['the maximum comes before the sale', () => ask({ Later: 6 }), ['error.STEP_1_OVER_MAXIMUM']],
  [
    'the sale comes before the payment',
    () => ask({ Unpayable: 1, Over: 1 }),
    ['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'],
  ],
  ['a sale that is over', () => ask({ Over: 1 }), ['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE']],
  [
    'an unknown category',
    () => send({ reservation: [{ ticketCategoryId: 999_999, quantity: 1 }] }),
    ['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'],
  ],
  ['no seat left', () => ask({ Gone: 1 }), ['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE']],
  [
    'an unknown extra',
    () => ask({ Conference: 1 }, { additionalService: [{ additionalServiceId: 1 }] }),
    ['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'],
  ],
])('%s', async (_, provoke, codes) => {
  expect(codesOf(await provoke())).toEqual(codes)
})

test('the refusal states the maximum, and two lines of one category count together', async () => {
  const line = { ticketCategoryId: ids.get('Student') ?? 0 }
  const answer = await send({
    reservation: [
      { ...line, amount: 1 },
      { ...line, quantity: 2 },
    ],
  })
  expect(answer.value).toMatchObject({
    validationErrors: [{ code: 'error.STEP_1_OVER_MAXIMUM', arguments: { 0: 2 } }],
  })
})

test('the maximum limits a category, not the order', async () => {
  expect((await ask({ Conference: 5, Student: 2 })).status).toBe(200)
  expect(codesOf(await ask({ Conference: 6 }))).toEqual(['error.STEP_1_OVER_MAXIMUM'])
})

test('"amount" and "quantity" mean the same', async () => {
  const ticketCategoryId = ids.get('Conference') ?? 0
  const answer = await send({
    reservation: [
      { ticketCategoryId, amount: 2 },
      { ticketCategoryId, quantity: 1 },
    ],
  })
  expect(answer.status).toBe(200)
  const { value } = answer.value as { value: string }
  expect(ticketsOf(await infoOf(buyer, value))).toHaveLength(3)
})

test('a sale begins after its first moment and ends before its last', async () => {
  const { onSale } = (await shop.catalog.offeredEvent(shortName))?.categories.find(({ name }) => name === 'Later') ?? {}
  if (!onSale) throw new Error('no category')
  const moments = [onSale.start, after(onSale.start, 1), after(onSale.end, -1), onSale.end]
  const statuses: number[] = []
  for (const moment of moments) {
    clock.set(moment)
    statuses.push((await send(selection(ids, { Later: 1 }), aBuyer(url))).status)
  }
  expect(statuses).toEqual([422, 200, 200, 422])
})

test('a category is found by the ids of its own event only', async () => {
  const other = await organiser.open(anEventFile(clock.now(), { slug: 'other' }))
  const foreign = (await categoryIds(buyer, other)).get('Conference') ?? 0
  const answer = await send({ reservation: [{ ticketCategoryId: foreign, quantity: 1 }] })
  expect(codesOf(answer)).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
  expect((await reserve(buyer, other, { Conference: 1 })).status).toBe(200)
})
