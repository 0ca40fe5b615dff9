import { beforeEach, describe, expect, test } from 'vitest'
import { getTicketCategories } from '#contract/event.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, cancel, codesOf, filledIn, infoOf, pay, sendDetails, statusOf } from '#tests/support/buyer/purchase.ts'
import { type EventSetup, type OrderToPlace, setUpEvent } from '#tests/support/organiser/event-setup.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

let number = 0
let setup: EventSetup

beforeEach(async () => {
  clock.set(SOME_DAY)
  number += 1
  const categories = [
    aCategoryFile(clock.now(), { price: 100 }),
    aCategoryFile(clock.now(), { name: 'Student', price: 40 }),
    aCategoryFile(clock.now(), { name: 'Members', price: 80, maxTickets: 10 }),
  ]
  setup = await setUpEvent(
    shop,
    await organiser.open(anEventFile(clock.now(), { slug: `event-${number}`, seats: 40, categories })),
  )
})

async function readyToPay(order: OrderToPlace): Promise<string> {
  const id = await setup.hold(buyer, order)
  const answer = await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  expect(answer.status).toBe(200)
  return id
}

const eventId = async (): Promise<number> => (await shop.catalog.offeredEvent(setup.shortName))?.context.id ?? 0

async function tokens(): Promise<(string | null)[][]> {
  const rows = await shop.db.kysely
    .selectFrom('token')
    .innerJoin('ticket_category as category', 'category.id', 'category_id')
    .select(['token.code', 'status', 'recipient_email'])
    .where('event_id', '=', await eventId())
    .orderBy('token.id')
    .execute()
  return rows.map(row => [row.code, row.status, row.recipient_email])
}

async function items(title: string): Promise<string[]> {
  const rows = await shop.db.kysely
    .selectFrom('additional_service_item as item')
    .innerJoin('additional_service as service', 'service.id', 'service_id')
    .select(['status', 'title'])
    .where('event_id', '=', await eventId())
    .orderBy('item.id')
    .execute()
  return rows.filter(row => (row.title as { en: string }).en === title).map(({ status }) => status)
}

describe('what comes of it', () => {
  const everything: OrderToPlace = {
    tickets: { Conference: 1, Members: 1 },
    extras: { Dinner: 2, Coffee: 1 },
    code: 'MEMBERS-ONLY',
  }

  beforeEach(async () => {
    await setup.hide('Members', [`TOKEN-${number}`])
    await shop.db.kysely
      .updateTable('token')
      .set({ recipient_name: 'Ada', recipient_email: 'ada@example.org' })
      .where('code', '=', `TOKEN-${number}`)
      .execute()
    await setup.extra({ title: 'Dinner', price: 3000, stock: 3 })
    await setup.extra({ title: 'Coffee', price: 400 })
  })

  const order = (): OrderToPlace => ({ ...everything, code: `TOKEN-${number}` })

  async function someWaiting(reservation_id: string) {
    await shop.db.kysely
      .insertInto('waiting_list_entry')
      .values({
        event_id: await eventId(),
        kind: 'SOLD_OUT',
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.org',
        language: 'en',
        status: 'PENDING',
        reservation_id,
        created_at: new Date(clock.now()),
      })
      .execute()
    return async () =>
      shop.db.kysely
        .selectFrom('waiting_list_entry')
        .select(['status', 'reservation_id'])
        .where('event_id', '=', await eventId())
        .executeTakeFirstOrThrow()
  }

  async function aPlaceInAGroup(reservation: string): Promise<void> {
    await shop.db.pool.query(
      `with club as (insert into attendee_group (organization_id, name) values ($1, $2) returning id),
       member as (
         insert into attendee_group_member (group_id, value) select id, 'ada@example.org' from club returning id
       ),
       link as (insert into attendee_group_link (group_id, event_id, type, match_type)
         select id, $3, 'ONCE_PER_VALUE', 'FULL' from club returning id)
       insert into attendee_group_place (ticket_id, link_id, member_id)
       select ticket.id, link.id, member.id from link, member, ticket where reservation_id = $4 limit 1`,
      [organiser.organizationId, setup.shortName, await eventId(), reservation],
    )
  }

  test.each(['cancelled', 'expired'])('a reservation that is %s releases everything', async how => {
    const id = await setup.hold(buyer, order())
    const entry = await someWaiting(id)
    await aPlaceInAGroup(id)
    expect(await tokens()).toEqual([[`TOKEN-${number}`, 'PENDING', 'ada@example.org']])
    expect(await items('Dinner')).toEqual(['PENDING', 'PENDING', 'FREE'])
    await expectConsistentData(shop.db, setup.shortName, { held: 2 })

    if (how === 'cancelled') await cancel(buyer, id)
    clock.move(minutes(36))
    await runJobs()
    expect(await statusOf(buyer, id)).toBeUndefined()
    expect(await tokens()).toEqual([[`TOKEN-${number}`, 'FREE', null]])
    expect(await items('Dinner')).toEqual(['FREE', 'FREE', 'FREE'])
    expect(await items('Coffee')).toEqual([])
    expect(await entry()).toEqual({ status: 'EXPIRED', reservation_id: null })
    expect(await shop.db.kysely.selectFrom('attendee_group_place').selectAll().execute()).toEqual([])
    await expectConsistentData(shop.db, setup.shortName, { held: 0 })
    await setup.hold(buyer, order())
  })

  test('the catalogue shows at once what is left of an extra', async () => {
    const left = async () => {
      const ask = { params: { shortName: setup.shortName } }
      const { additionalServices } = await buyer.expect(getTicketCategories, 200, ask)
      return additionalServices.map(({ availableQuantity }) => availableQuantity)
    }
    expect(await left()).toEqual([3, 999])
    const id = await setup.hold(buyer, order())
    expect(await left()).toEqual([1, 999])
    await cancel(buyer, id)
    expect(await left()).toEqual([3, 999])
  })

  test('paid at the desk: tickets and extras are still to be paid, the token is taken', async () => {
    const id = await readyToPay(order())
    const entry = await someWaiting(id)
    expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
    expect(await tokens()).toEqual([[`TOKEN-${number}`, 'TAKEN', 'ada@example.org']])
    expect(await items('Dinner')).toEqual(['TO_BE_PAID', 'TO_BE_PAID', 'FREE'])
    expect(await items('Coffee')).toEqual(['TO_BE_PAID'])
    expect(await entry()).toEqual({ status: 'ACQUIRED', reservation_id: id })
    await expectConsistentData(shop.db, setup.shortName, { sold: 2 })
  })

  test('by bank transfer: everything stays held until the money has come', async () => {
    const id = await readyToPay(order())
    expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
    expect(await tokens()).toEqual([[`TOKEN-${number}`, 'PENDING', 'ada@example.org']])
    expect(await items('Coffee')).toEqual(['PENDING'])
    await expectConsistentData(shop.db, setup.shortName, { held: 2 })
    expect((await organiser.confirm(id)).status).toBe(200)
    expect(await tokens()).toEqual([[`TOKEN-${number}`, 'TAKEN', 'ada@example.org']])
    expect(await items('Dinner')).toEqual(['ACQUIRED', 'ACQUIRED', 'FREE'])
    expect(await items('Coffee')).toEqual(['ACQUIRED'])
    await expectConsistentData(shop.db, setup.shortName, { sold: 2 })
  })

  test('an order that a code makes free is confirmed without a payment', async () => {
    await setup.code({ code: 'ON-THE-HOUSE', off: '100%' })
    const id = await readyToPay({ tickets: { Conference: 2 }, extras: { Coffee: 1 }, code: 'ON-THE-HOUSE' })
    expect((await infoOf(buyer, id)).orderSummary).toMatchObject({ totalPrice: '0', free: true, totalVAT: '0' })
    expect((await pay(buyer, id, PAY_BY.NONE)).status).toBe(200)
    expect(await items('Coffee')).toEqual(['ACQUIRED'])
    await expectConsistentData(shop.db, setup.shortName, { sold: 2 })
  })
})

describe('Pay checks the uses of a code again', () => {
  test('and says in words when they are gone', async () => {
    const code = await setup.code({ code: 'SUMMER-27', off: '10%', maximum: 2 })
    const id = await readyToPay({ tickets: { Conference: 2 }, code: 'SUMMER-27' })
    await shop.db.kysely.updateTable('promo_code').set({ max_usage: 1 }).where('id', '=', code).execute()
    const answer = await pay(buyer, id, PAY_BY.ON_SITE)
    expect(codesOf(answer)).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
    expect(answer.value).toHaveProperty(
      'validationErrors.0.arguments.0',
      shop.texts.text('en', 'error.STEP2_DISCOUNT_CODE_USAGE_EXCEEDED'),
    )
    expect(await statusOf(buyer, id)).toBe('PENDING')
    await shop.db.kysely.updateTable('promo_code').set({ max_usage: 2 }).where('id', '=', code).execute()
    expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
  })

  test('a code that has ended meanwhile keeps its effect', async () => {
    const code = await setup.code({ code: 'SUMMER-27', off: '10%', maximum: 1 })
    const id = await readyToPay({ tickets: { Conference: 1 }, code: 'SUMMER-27' })
    const valid_to = new Date(clock.now())
    await shop.db.kysely.updateTable('promo_code').set({ valid_to }).where('id', '=', code).execute()
    expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
    expect((await infoOf(buyer, id)).orderSummary.totalPrice).toBe('90.00')
    expect(codesOf(await setup.order(buyer, { tickets: { Conference: 1 }, code: 'SUMMER-27' }))).toEqual([
      'error.STEP_1_CODE_NOT_FOUND',
    ])
  })
})
