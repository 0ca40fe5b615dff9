import { describe, expect, test } from 'vitest'
import { type TicketReservationCreationRequest, createTicketsReservation } from '#contract/organiser-reservations.ts'
import { reserveTickets } from '#contract/reserve.ts'
import type { CreationResponse } from '#contract/organiser-subscription.ts'
import { after, minutes } from '#domain/foundation/instant.ts'
import {
  aCategoryFile,
  aPromoCodeFile,
  aQuestionFile,
  aServiceFile,
  anEventFile,
  localTime,
} from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import {
  ADA,
  PAY_BY,
  categoryIds,
  infoOf,
  pay,
  sendDetails,
  statusOf,
  ticketsOf,
  selection,
} from '#tests/support/buyer/purchase.ts'
import { expectConsistentData, stockCountsOf } from '#tests/support/database/consistency.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const { api } = organiser
const stranger = await anOrganiser(url, apiKey, 'Other House')
const buyer = aBuyer(url)
const now = clock.now()
const event = await organiser.open(
  anEventFile(now, {
    slug: 'concert',
    seats: 40,
    categories: [
      aCategoryFile(now),
      aCategoryFile(now, { name: 'Few', maxTickets: 1 }),
      aCategoryFile(now, { name: 'Later', startSellingDate: localTime(now, { days: 1 }) }),
    ],
    additionalServices: [aServiceFile()],
    additionalInfo: [aQuestionFile()],
    promoCodes: [aPromoCodeFile()],
  }),
)
// A code holds from the moment after it is made.
clock.move(1000)
const ids = await categoryIds(buyer, event)
const category = (name = 'Conference') => ids.get(name) ?? 0

const NOT_ON_SALE = 'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'
const GRACE = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }
const IDA = { firstName: 'Ida', lastName: 'Rhodes', email: 'ida@example.org' }

const reserve = (body: TicketReservationCreationRequest, who = api, slug = event) =>
  who.ask(createTicketsReservation, { params: { slug }, body })
const reserved = async (body: TicketReservationCreationRequest) => {
  const { status, value } = await reserve(body)
  const created = value as CreationResponse
  expect([status, created.errors]).toEqual([200, null])
  return { id: created.id ?? '', href: created.href ?? '' }
}
const rowsOf = (id: string) =>
  shop.db.kysely
    .selectFrom('ticket')
    .select(['first_name', 'email', 'language', 'locked', 'external_reference', 'metadata'])
    .where('reservation_id', '=', id)
    .orderBy('id')
    .execute()

describe('tickets that an organiser reserves for a buyer', () => {
  test('are held as those of any buyer, with attendees, extras and a code, and the link leads to what is filled in', async () => {
    const [service] = await shop.db.kysely.selectFrom('additional_service').select('id').execute()
    const { id, href } = await reserved({
      user: GRACE,
      language: 'de',
      promoCode: 'TENOFF10',
      externalReference: 'order-7',
      additionalServices: [{ additionalServiceId: service?.id ?? 0, quantity: 1 }],
      configuration: { lockEmailEdit: true, hideContactData: true },
      tickets: [
        {
          ticketCategoryId: category(),
          quantity: 2,
          attendees: [
            {
              ...IDA,
              userLanguage: 'fr',
              externalReference: 'staff-1',
              metadata: { desk: 'A' },
              additional: { meal: ['vegan'] },
            },
          ],
        },
      ],
    })
    expect(href).toBe(`${shop.config.baseUrl}/event/${event}/reservation/${id}?lang=de`)
    const info = await infoOf(buyer, id)
    expect(info).toMatchObject({
      status: 'PENDING',
      validatedBookingInformation: false,
      ...GRACE,
      metadata: { lockEmailEdit: true, hideContactData: true, hideConfirmationButtons: false },
      // Two tickets and a booklet, a tenth off the tickets and off the booklet.
      orderSummary: { totalPrice: '225.00' },
    })
    const [first, second] = ticketsOf(info)
    expect(first).toMatchObject({ ...IDA, userLanguage: 'fr' })
    expect(
      first?.ticketFieldConfigurationBeforeStandard.concat(first.ticketFieldConfigurationAfterStandard),
    ).toMatchObject([{ name: 'meal', value: 'vegan' }])
    expect(second).toMatchObject({ firstName: null, email: null })
    expect(await rowsOf(id)).toMatchObject([
      { external_reference: 'staff-1', metadata: { desk: 'A' }, locked: false },
      { external_reference: 'order-7', metadata: null, locked: false },
    ])
    expect(JSON.stringify(info)).not.toContain('staff-1')
    await expectConsistentData(shop.db, event)
  })

  test('are bought by them as any other, who may still write other names', async () => {
    const { id } = await reserved({ tickets: [{ ticketCategoryId: category(), quantity: 1, attendees: [GRACE] }] })
    const [ticket] = ticketsOf(await infoOf(buyer, id))
    const tickets = { [ticket?.uuid ?? '']: { ...IDA, additional: { meal: ['meat'] } } }
    expect((await sendDetails(buyer, id, { ...ADA, tickets })).status).toBe(200)
    expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
    await runJobs()
    expect(ticketsOf(await infoOf(buyer, id))[0]).toMatchObject({ ...IDA, locked: false })
    await expectConsistentData(shop.db, event)
  })

  test('may be changed to more by the buyer, and what the organiser has said of them stays', async () => {
    const attendee = { ...GRACE, externalReference: 'staff-2', metadata: { desk: 'B' } }
    const { id } = await reserved({
      configuration: { lockEmailEdit: true },
      tickets: [{ ticketCategoryId: category(), quantity: 1, attendees: [attendee] }],
    })
    const body = { ...selection(ids, { Conference: 2 }), replaces: id }
    const { value } = await buyer.expect(reserveTickets, 200, {
      params: { shortName: event },
      query: { lang: 'en' },
      body,
    })
    const changed = value ?? ''
    expect(await statusOf(buyer, id)).toBeUndefined()
    expect((await infoOf(buyer, changed)).metadata).toMatchObject({ lockEmailEdit: true })
    expect(await rowsOf(changed)).toMatchObject([
      { email: GRACE.email, external_reference: 'staff-2', metadata: { desk: 'B' } },
      { email: null, external_reference: null, metadata: null },
    ])
    await expectConsistentData(shop.db, event)
  })

  test('may have no name yet, and what is wrong about one is reported to the buyer, not to the organiser', async () => {
    const invalid = { ...IDA, email: 'nobody' }
    const { id } = await reserved({
      tickets: [
        { ticketCategoryId: category(), quantity: 2, attendees: [invalid], metadata: [{ row: '1' }, { row: '2' }] },
      ],
    })
    expect(await rowsOf(id)).toMatchObject([
      { email: 'nobody', metadata: { row: '1' } },
      { email: null, metadata: { row: '2' } },
    ])
    expect((await sendDetails(buyer, id, { ...ADA, tickets: {} })).status).toBe(422)
  })

  test('run out when they are not continued, and nothing of the named people is left', async () => {
    const before = await stockCountsOf(shop.db, event)
    const { id } = await reserved({
      externalReference: 'gone-1',
      tickets: [{ ticketCategoryId: category(), quantity: 1, attendees: [{ ...GRACE, metadata: { desk: 'gone-2' } }] }],
    })
    clock.move(minutes(36))
    await runJobs()
    expect(await statusOf(buyer, id)).toBeUndefined()
    const seats = await shop.db.kysely.selectFrom('ticket').selectAll().where('reservation_id', 'is', null).execute()
    expect(seats.filter(seat => seat.external_reference !== null || seat.metadata !== null)).toEqual([])
    expect((await stockCountsOf(shop.db, event)).held).toBeLessThanOrEqual(before.held)
    clock.set(after(now, 1000))
  })

  test('are linked with the pass that is to pay for them, and with the language of the event where none is said', async () => {
    const { id, href } = await reserved({
      subscriptionId: 'a b',
      tickets: [{ ticketCategoryId: category(), quantity: 1 }],
    })
    expect(href).toBe(`${shop.config.baseUrl}/event/${event}/reservation/${id}?lang=en&subscription=a%20b`)
  })

  test('are linked through sign-in where a buyer is named and can sign in', async () => {
    const configuration = { issuer: 'https://id.example', clientId: 'shop', clientSecret: 'secret' }
    await shop.db.kysely
      .insertInto('setting')
      .values([
        { key: 'OPENID_PUBLIC_ENABLED', value: 'true' },
        { key: 'OPENID_CONFIGURATION_JSON', value: JSON.stringify(configuration) },
      ])
      .execute()
    const tickets = [{ ticketCategoryId: category(), quantity: 1 }]
    // What was read of the settings a moment ago counts for a second.
    await expect
      .poll(
        async () => (await reserved({ user: GRACE, tickets: [{ ticketCategoryId: category(), quantity: 1 }] })).href,
        {
          timeout: 5000,
        },
      )
      .toContain(`${shop.config.baseUrl}/openid/event/${event}/reservation/`)
    expect((await reserved({ tickets })).href).toContain(`/event/${event}/reservation/`)
    await shop.db.kysely.deleteFrom('setting').where('key', 'like', 'OPENID%').execute()
  })

  const one = (name?: string) => [{ ticketCategoryId: category(name), quantity: 1 }]
  type ExpectedError = {
    readonly fieldName?: string
    readonly description: string
    readonly arguments?: readonly number[]
  }
  const REFUSED: readonly (readonly [string, TicketReservationCreationRequest, ExpectedError])[] = [
    ['nothing is asked for', { tickets: [] }, { description: 'error.STEP_1_SELECT_AT_LEAST_ONE' }],
    [
      'more is asked for than one may have',
      { tickets: [{ ticketCategoryId: category(), quantity: 6 }] },
      { description: 'error.STEP_1_OVER_MAXIMUM', arguments: [5] },
    ],
    ['a category is not on sale', { tickets: one('Later') }, { description: NOT_ON_SALE }],
    [
      'the code is unknown',
      { tickets: one(), promoCode: 'NO-SUCH-CODE' },
      { description: 'error.STEP_1_CODE_NOT_FOUND' },
    ],
    [
      'an address is none',
      { tickets: one(), user: { email: 'nobody' } },
      { fieldName: 'user.email', description: 'error.email' },
    ],
  ]

  test.each(REFUSED)('are refused when %s', async (_, body, expected) => {
    const before = await stockCountsOf(shop.db, event)
    const { status, value } = await reserve(body)
    const errors = [{ fieldName: '', code: 'invalid.reservation', ...expected }]
    expect([status, value]).toEqual([400, { id: null, href: null, errors, success: false }])
    expect(await stockCountsOf(shop.db, event)).toEqual(before)
  })

  test('are refused when none is left', async () => {
    await reserved({ tickets: one('Few') })
    expect(await reserve({ tickets: one('Few') })).toMatchObject({
      status: 400,
      value: { errors: [{ description: NOT_ON_SALE }] },
    })
  })

  test('are of the own organisation, and there', async () => {
    const before = await stockCountsOf(shop.db, event)
    expect((await reserve({ tickets: one() }, stranger.api)).status).toBe(403)
    expect((await reserve({ tickets: one() }, buyer)).status).toBe(403)
    expect((await reserve({ tickets: one() }, api, 'nowhere')).status).toBe(403)
    expect((await reserve({ tickets: [{ ticketCategoryId: 999_999, quantity: 1 }] })).status).toBe(403)
    expect(await stockCountsOf(shop.db, event)).toEqual(before)
  })
})
