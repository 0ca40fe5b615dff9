import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { putSettings } from '#server/setting/put-settings.ts'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import {
  CONFIRM_CODES,
  type ConfirmCode,
  DETAILS_CODES,
  DETAILS_WARNINGS,
  type DetailsCode,
  RESERVE_CODES,
  type ReserveCode,
} from '#contract/error-codes.ts'
import { type ReservationForm, reserveTickets } from '#contract/reserve.ts'
import { after, minutes } from '#domain/instant.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { linkGroup } from '#tests/support/attendee-group.ts'
import { type Answer, aBuyer } from '#tests/support/buyer.ts'
import { untilWaiting } from '#tests/support/database-waits.ts'
import { anOrganiser } from '#tests/support/organiser.ts'
import {
  ADA,
  CONSENT,
  PAY_BY,
  categoryIds,
  codesOf,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  reserve,
  selection,
  sendDetails,
  ticketsOf,
} from '#tests/support/purchase.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aShelf } from '#tests/support/shelf.ts'
import { standingClock } from '#tests/support/standing-clock.ts'
import { testShop } from '#tests/support/test-shop.ts'

// The tables are typed by the lists of the contract: a new code doesn't compile here until somebody provokes it.

const clock = standingClock()
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
      aCategoryFile(clock.now(), {
        name: 'Cash only',
        maxTickets: 10,
        settings: { PAYMENT_METHODS_BLACKLIST: 'BANK_TRANSFER' },
      }),
      aCategoryFile(clock.now(), { name: 'Members', maxTickets: 10 }),
      aCategoryFile(clock.now(), { name: 'One seat', maxTickets: 1 }),
      aCategoryFile(clock.now(), { name: 'Gone', maxTickets: 1 }),
      aCategoryFile(clock.now(), { name: 'Guests', maxTickets: 10 }),
    ],
  }),
)
// Restricted categories come with codes; the organiser's API does not sell them yet.
await shop.db.kysely
  .updateTable('ticket_category')
  .set({ access_restricted: true })
  .where('name', '=', 'Members')
  .execute()
await linkGroup(shop.db, shortName, { members: ['grace@example.org'], category: 'Guests' })
await hold(buyer, shortName, { Gone: 1 })
// Two events ask for a captcha, each at another place.
const captchaKeys = [
  ['RECAPTCHA_API_KEY', 'site-key'],
  ['RECAPTCHA_SECRET', 'secret'],
] as const
await putSettings(shop.db, { level: 'system' }, captchaKeys)
const asksWhenChoosing = await openAsking('ENABLE_CAPTCHA_FOR_TICKET_SELECTION')
const asksWhenPaying = await openAsking('ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS')

function openAsking(setting: 'ENABLE_CAPTCHA_FOR_TICKET_SELECTION' | 'ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS') {
  const categories = [aCategoryFile(clock.now(), { name: setting })]
  const slug = setting.toLowerCase().replaceAll('_', '-')
  return organiser.open(anEventFile(clock.now(), { slug, categories, settings: { [setting]: true } }))
}

const ids = await idsByName()

beforeEach(() => clock.set(SOME_DAY))

async function idsByName(): Promise<ReadonlyMap<string, number>> {
  const rows = await shop.db.kysely.selectFrom('ticket_category').select(['name', 'id']).execute()
  return new Map(rows.map(({ name, id }) => [name, id]))
}

function send(body: ReservationForm, by = buyer): Promise<Answer> {
  return by.ask(reserveTickets, { params: { shortName }, query: { lang: 'en' }, body })
}

const ask = (wanted: Readonly<Record<string, number>>, others: ReservationForm = {}) =>
  send({ ...selection(ids, wanted), ...others })

describe('reserve', () => {
  /** Another process has the last seat in an open transaction; it commits while the buyer waits. */
  async function takeTheLastSeatMeanwhile(): Promise<Answer> {
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

  async function useACodeTooOften(): Promise<Answer> {
    const shelf = await aShelf(shop, shortName)
    await shelf.code({ code: 'ONCE-ONLY', off: '10%', maximum: 1 })
    return ask({ Conference: 2 }, { promoCode: 'ONCE-ONLY' })
  }

  const PROVOKED: Record<ReserveCode, () => Promise<Answer>> = {
    'error.STEP_1_SELECT_AT_LEAST_ONE': () => send({}),
    'error.STEP_1_OVER_MAXIMUM': () => ask({ Student: 3 }),
    'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE': () => ask({ Later: 1 }),
    'error.STEP_1_NOT_ENOUGH_TICKETS': takeTheLastSeatMeanwhile,
    'error.STEP_1_ACCESS_RESTRICTED': () => ask({ Members: 1 }),
    'error.STEP_1_CODE_NOT_FOUND': () => ask({ Conference: 1 }, { promoCode: 'ANY' }),
    'error.STEP2_DISCOUNT_CODE_USAGE_EXCEEDED': useACodeTooOften,
    'error.STEP_1_CATEGORIES_NOT_COMPATIBLE': () => ask({ Unpayable: 1 }),
    'error.STEP_2_CAPTCHA_VALIDATION_FAILED': () =>
      reserve(buyer, asksWhenChoosing, { ENABLE_CAPTCHA_FOR_TICKET_SELECTION: 1 }),
  }

  test.each(RESERVE_CODES)('%s', async code => {
    const before = await shop.db.kysely.selectFrom('reservation').select('id').execute()
    const answer = await PROVOKED[code]()
    expect(answer).toMatchObject({ status: 422, value: { success: false, value: null, errorCount: 1 } })
    expect(answer.value).toHaveProperty('validationErrors.0.fieldName', 'reservationForm')
    expect(codesOf(answer)).toEqual([code])
    expect(await shop.db.kysely.selectFrom('reservation').select('id').execute()).toEqual(before)
  })

  test.each<[string, () => Promise<Answer>, string[]]>([
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
      'an unknown code is told, and the checks go on',
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
      'a category of nobody',
      () => send({ reservation: [{ ticketCategoryId: 999_999, quantity: 1 }] }),
      ['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'],
    ],
    ['no seat left', () => ask({ Gone: 1 }), ['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE']],
    [
      'an extra of nobody',
      () => ask({ Conference: 1 }, { additionalService: [{ additionalServiceId: 1 }] }),
      ['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'],
    ],
  ])('%s', async (_, provoke, codes) => {
    expect(codesOf(await provoke())).toEqual(codes)
  })

  test('the maximum is told, and two lines of one category count together', async () => {
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
    const { onSale } =
      (await shop.catalog.eventForSale(shortName))?.categories.find(({ name }) => name === 'Later') ?? {}
    if (!onSale) throw new Error('no category')
    const moments = [onSale.start, after(onSale.start, 1), after(onSale.end, -1), onSale.end]
    const statuses: number[] = []
    for (const moment of moments) {
      clock.set(moment)
      statuses.push((await send(selection(ids, { Later: 1 }), aBuyer(url))).status)
    }
    expect(statuses).toEqual([422, 200, 200, 422])
  })
})

describe('details', () => {
  const tooLong = 'a'.repeat(256)

  async function sent(change: (form: ContactAndTicketsForm, ticket: string) => ContactAndTicketsForm): Promise<Answer> {
    const id = await hold(buyer, shortName, { Conference: 1 })
    const info = await infoOf(buyer, id)
    return sendDetails(buyer, id, change(filledIn(info), ticketsOf(info)[0]?.uuid ?? ''))
  }
  const contact = (changes: ContactAndTicketsForm) => () => sent(form => ({ ...form, ...changes }))
  const attendee = (changes: object) => () =>
    sent((form, ticket) => ({ ...form, tickets: { [ticket]: { ...ADA, ...changes } } }))

  async function comeUninvited(): Promise<Answer> {
    const id = await hold(buyer, shortName, { Guests: 1 })
    return sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  }

  async function expire(): Promise<Answer> {
    const id = await hold(buyer, shortName, { Conference: 1 })
    clock.move(minutes(25))
    return sendDetails(buyer, id, {})
  }

  const wholeForm = /^contactAndTicketsForm$/

  const PROVOKED: Record<DetailsCode, [() => Promise<Answer>, RegExp, object | null]> = {
    'error.STEP_2_ORDER_HAS_EXPIRED': [expire, wholeForm, null],
    'error.generic': [() => sent(form => ({ ...form, tickets: { [randomUUID()]: ADA } })), wholeForm, null],
    'error.STEP_2_EMPTY_EMAIL': [contact({ email: '  ' }), /^email$/, null],
    'error.STEP_2_EMAIL_IS_TOO_LONG': [contact({ email: `${tooLong}@example.org` }), /^email$/, { 0: 255 }],
    'error.STEP_2_INVALID_EMAIL': [contact({ email: 'ada@' }), /^email$/, null],
    'error.STEP_2_EMPTY_FIRSTNAME': [contact({ firstName: '' }), /^firstName$/, null],
    'error.STEP_2_EMPTY_LASTNAME': [contact({ lastName: null }), /^lastName$/, null],
    'error.STEP_2_MAX_LENGTH_FIRSTNAME': [contact({ firstName: tooLong }), /^firstName$/, { 0: 255 }],
    'error.STEP_2_MAX_LENGTH_LASTNAME': [contact({ lastName: tooLong }), /^lastName$/, { 0: 255 }],
    'error.email': [attendee({ email: 'ada' }), /^tickets\[[0-9a-f-]{36}\]\.email$/, null],
    'error.STEP_2_WHITELIST_CHECK_FAILED': [comeUninvited, /^tickets\[[0-9a-f-]{36}\]\.email$/, null],
    'error.STEP_2_MISSING_ATTENDEE_DATA': [() => sent(form => ({ ...form, tickets: {} })), wholeForm, null],
  }

  test.each(DETAILS_CODES)('%s', async code => {
    const [provoke, field, args] = PROVOKED[code]
    const answer = await provoke()
    expect(answer).toMatchObject({ status: 422, value: { success: false, value: false } })
    const { validationErrors } = answer.value as {
      validationErrors: { code: string; fieldName: string; arguments: object | null }[]
    }
    const told = validationErrors.filter(error => error.code === code)
    expect(told.map(({ arguments: given }) => given)).toContainEqual(args)
    expect(told.every(({ fieldName }) => field.test(fieldName))).toBe(true)
  })

  test.each([
    ['firstName', '', 'error.STEP_2_EMPTY_FIRSTNAME'],
    ['firstName', tooLong, 'error.STEP_2_MAX_LENGTH_FIRSTNAME'],
    ['lastName', ' ', 'error.STEP_2_EMPTY_LASTNAME'],
    ['lastName', tooLong, 'error.STEP_2_MAX_LENGTH_LASTNAME'],
    ['email', '', 'error.email'],
  ])('a holder whose %s is "%s" is told at the ticket, and once for the whole form', async (member, value, code) => {
    expect(codesOf(await attendee({ [member]: value })())).toEqual([code, 'error.STEP_2_MISSING_ATTENDEE_DATA'])
  })

  test.each(DETAILS_WARNINGS)('%s is a warning: asked about once, and no error', async code => {
    const id = await hold(buyer, shortName, { Conference: 1 })
    const form = { ...filledIn(await infoOf(buyer, id)), email: 'ada@example' }
    const first = await sendDetails(buyer, id, form)
    expect(first).toMatchObject({
      status: 200,
      value: { success: true, warnings: [{ code, params: ['ada@example'] }] },
    })
    expect((await infoOf(buyer, id)).validatedBookingInformation).toBe(false)
    expect((await sendDetails(buyer, id, form, true)).status).toBe(200)
    expect((await infoOf(buyer, id)).validatedBookingInformation).toBe(true)
  })

  test('expired: nothing is judged any more', async () => {
    expect(codesOf(await expire())).toEqual(['error.STEP_2_ORDER_HAS_EXPIRED'])
  })
})

describe('confirm', () => {
  const ready = () => readyToPay(buyer, shortName, { Conference: 1 })

  const PROVOKED: Record<ConfirmCode, () => Promise<Answer>> = {
    'error.STEP_2_ORDER_HAS_EXPIRED': async () => {
      const id = await ready()
      clock.move(minutes(25))
      return pay(buyer, id)
    },
    'error.STEP_2_MISSING_PAYMENT_METHOD': async () => pay(buyer, await ready(), CONSENT),
    'error.STEP_2_TERMS_CONDITIONS': async () =>
      pay(buyer, await ready(), { ...PAY_BY.ON_SITE, termAndConditionsAccepted: false }),
    'error.STEP_2_CAPTCHA_VALIDATION_FAILED': async () =>
      pay(buyer, await readyToPay(buyer, asksWhenPaying, { ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS: 1 })),
    'error.STEP_2_PAYMENT_PROCESSING_ERROR': async () => pay(buyer, await hold(buyer, shortName, { Conference: 1 })),
  }

  test.each(CONFIRM_CODES)('%s', async code => {
    const answer = await PROVOKED[code]()
    expect(answer).toMatchObject({
      status: 422,
      value: { success: false, value: { success: false, redirect: false, failure: true } },
    })
    expect(answer.value).toHaveProperty('validationErrors.0.fieldName', 'paymentForm')
    expect(codesOf(answer)).toEqual([code])
  })

  test('all that is wrong is told at once', async () => {
    const id = await ready()
    clock.move(minutes(25))
    expect(codesOf(await pay(buyer, id, {}))).toEqual([
      'error.STEP_2_ORDER_HAS_EXPIRED',
      'error.STEP_2_TERMS_CONDITIONS',
      'error.STEP_2_MISSING_PAYMENT_METHOD',
    ])
  })

  test('a method that a category refuses is neither offered nor taken', async () => {
    const id = await readyToPay(buyer, shortName, { 'Cash only': 1, Conference: 1 })
    expect(Object.keys((await infoOf(buyer, id)).activePaymentMethods)).toEqual(['ON_SITE'])
    expect(codesOf(await pay(buyer, id, PAY_BY.OFFLINE))).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
    expect((await pay(buyer, id, CONSENT)).status).toBe(200)
  })

  test.each(['STRIPE', 'PAYPAL', 'NONE', 'ADMIN'] as const)(
    '%s, which this event does not take, is refused',
    async paymentProxy => {
      expect(codesOf(await pay(buyer, await ready(), { ...CONSENT, paymentProxy }))).toEqual([
        'error.STEP_2_PAYMENT_PROCESSING_ERROR',
      ])
    },
  )

  test('a transfer that is awaited is not ordered again: its deadline stays', async () => {
    const id = await ready()
    expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
    const { validity } = await infoOf(buyer, id)
    clock.move(minutes(60))
    expect(codesOf(await pay(buyer, id, PAY_BY.OFFLINE))).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
    expect(await infoOf(buyer, id)).toMatchObject({ status: 'OFFLINE_PAYMENT', validity })
  })
})

test('a category is found by the ids of its own event only', async () => {
  const other = await organiser.open(anEventFile(clock.now(), { slug: 'other' }))
  const foreign = (await categoryIds(buyer, other)).get('Conference') ?? 0
  const answer = await send({ reservation: [{ ticketCategoryId: foreign, quantity: 1 }] })
  expect(codesOf(answer)).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
  expect((await reserve(buyer, other, { Conference: 1 })).status).toBe(200)
})
