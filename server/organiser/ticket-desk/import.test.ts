import { beforeEach, describe, expect, test } from 'vitest'
import {
  type ImportAnswer,
  type TicketReservationCreationRequest,
  bulkStatus,
  importReservations,
} from '#contract/organiser-reservations.ts'
import { days } from '#domain/foundation/instant.ts'
import { erasePersonalData } from '#server/order/retention/erase-personal-data.ts'
import { findFailures } from '#server/foundation/jobs/failures.ts'
import {
  aCategoryFile,
  aPromoCodeFile,
  aQuestionFile,
  aServiceFile,
  anEventFile,
  localTime,
} from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { categoryIds, hold, infoOf, reserve, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { breakRows } from '#tests/support/database/broken-row.ts'
import { expectConsistentData, mailsOf, stockCountsOf } from '#tests/support/database/consistency.ts'
import { linkGroup } from '#tests/support/organiser/attendee-group.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { anOrderFor, bring, progressOf } from '#tests/support/organiser/ticket-desk.ts'
import { rowsWith } from '#tests/support/personal-data/needles.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { makeImportedOrders } from './make-imported-orders.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const { api } = organiser
const stranger = await anOrganiser(url, apiKey, 'Other House')
const buyer = aBuyer(url)
const OTHER_PERSON = '00000000-0000-4000-8000-000000000000'

let event = ''
let ids: ReadonlyMap<string, number> = new Map()
let number = 0
const category = (name = 'Conference') => ids.get(name) ?? 0

beforeEach(async () => {
  clock.set(SOME_DAY)
  number += 1
  const now = clock.now()
  event = await organiser.open(
    anEventFile(now, {
      slug: `concert-${number}`,
      seats: 60,
      settings: {
        VAT_NR: 'CHE-123.456.788',
        INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano',
        GENERATE_ONLY_INVOICE: true,
      },
      categories: [
        aCategoryFile(now),
        aCategoryFile(now, { name: 'Few', maxTickets: 1 }),
        aCategoryFile(now, { name: 'Later', startSellingDate: localTime(now, { days: 1 }) }),
      ],
      additionalInfo: [aQuestionFile({ required: true })],
      additionalServices: [aServiceFile()],
      promoCodes: [aPromoCodeFile()],
    }),
  )
  ids = await categoryIds(buyer, event)
})

const send = (body: TicketReservationCreationRequest[], who = api, slug = event) =>
  who.ask(importReservations, { params: { slug }, query: { language: 'de' }, body })
const rowsOf = (importId: string) =>
  shop.db.kysely
    .selectFrom('order_import_row')
    .select(['place', 'status', 'reservation_id', 'error', 'request'])
    .where('import_id', '=', importId)
    .orderBy('place')
    .execute()
const orderAt = async (importId: string, place: number) => (await rowsOf(importId))[place]?.reservation_id ?? ''
const people = (count: number) => Array.from({ length: count }, (_, index) => `Guest${number}x${index}y`)

describe('orders that an organiser imports', () => {
  test('are made and confirmed, each with its own tickets; the one without a seat is an error', async () => {
    await hold(buyer, event, { Few: 1 })
    const orders = people(30).map((name, index) => anOrderFor(name, category(index === 17 ? 'Few' : 'Conference')))
    const list = await bring(api, event, orders)
    expect(await progressOf(api, event, list)).toEqual([0, 30, 0])
    await runJobs()
    expect(await progressOf(api, event, list)).toEqual([29, 0, 1])
    const rows = await rowsOf(list)
    expect(rows[17]).toMatchObject({
      status: 'REFUSED',
      reservation_id: null,
      error: 'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE',
    })
    expect(new Set(rows.map(row => row.reservation_id)).size).toBe(30)
    await expectConsistentData(shop.db, event, { sold: 29, held: 1 })
    await runJobs()
    expect(await progressOf(api, event, list)).toEqual([29, 0, 1])
  })

  test('are complete as orders that were paid elsewhere; no person gets a mail, and no holder is changed any more', async () => {
    const [name = ''] = people(1)
    const order = anOrderFor(name, category(), {
      language: 'fr',
      externalReference: 'A-1',
      configuration: { hideContactData: true },
    })
    const tickets = [{ ticketCategoryId: category(), quantity: 2, attendees: order.tickets[0]?.attendees ?? [] }]
    const list = await bring(api, event, [{ ...order, tickets }])
    await runJobs()
    const id = await orderAt(list, 0)
    const info = await infoOf(buyer, id)
    expect(info).toMatchObject({ status: 'COMPLETE', firstName: name, metadata: { hideContactData: true } })
    expect(ticketsOf(info)).toMatchObject([
      { firstName: name, assigned: true, locked: true },
      { firstName: null, assigned: false, locked: false },
    ])
    expect(await mailsOf(shop.db, id)).toEqual([])
    const row = await shop.db.kysely
      .selectFrom('reservation')
      .select(['payment_proxy', 'language', 'invoice_number'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ payment_proxy: 'ADMIN', language: 'fr', invoice_number: expect.any(String) })
  })

  test('are in the language of the call where they name none', async () => {
    const { value } = await send(people(1).map(name => anOrderFor(name, category())))
    await runJobs()
    expect(await infoOf(buyer, await orderAt((value as ImportAnswer).batchId ?? '', 0))).toMatchObject({
      status: 'COMPLETE',
    })
    const { language } = await shop.db.kysely
      .selectFrom('reservation')
      .select('language')
      .where('id', '=', await orderAt((value as ImportAnswer).batchId ?? '', 0))
      .executeTakeFirstOrThrow()
    expect(language).toBe('de')
  })

  test('come with extras and a code as those of a buyer, and answers that were sent', async () => {
    const [name = ''] = people(1)
    clock.move(1000)
    const [service] = await shop.db.kysely
      .selectFrom('additional_service')
      .select('id')
      .where('event_id', '=', await eventId())
      .execute()
    const person = { firstName: name, lastName: 'Brought', email: `${name.toLowerCase()}@example.org` }
    const list = await bring(api, event, [
      anOrderFor(name, category(), {
        promoCode: 'TENOFF10',
        additionalServices: [{ additionalServiceId: service?.id ?? 0 }],
        tickets: [
          { ticketCategoryId: category(), quantity: 1, attendees: [{ ...person, additional: { meal: ['vegan'] } }] },
        ],
      }),
    ])
    await runJobs()
    const info = await infoOf(buyer, await orderAt(list, 0))
    expect(info).toMatchObject({ status: 'COMPLETE', orderSummary: { totalPrice: '117.00' } })
    const [ticket] = ticketsOf(info)
    const answered = [
      ...(ticket?.ticketFieldConfigurationBeforeStandard ?? []),
      ...(ticket?.ticketFieldConfigurationAfterStandard ?? []),
    ]
    expect(answered).toMatchObject([{ name: 'meal', value: 'vegan' }])
    await expectConsistentData(shop.db, event, { sold: 1, held: 0 })
  })

  test('are within the sale: a category that is not on sale yet, and an unknown code, are errors', async () => {
    const [later = '', coded = '', good = ''] = people(3)
    const list = await bring(api, event, [
      anOrderFor(later, category('Later')),
      anOrderFor(coded, category(), { promoCode: 'NO-SUCH-CODE' }),
      anOrderFor(good, category()),
    ])
    await runJobs()
    expect((await rowsOf(list)).map(({ error }) => error)).toEqual([
      'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE',
      'error.STEP_1_CODE_NOT_FOUND',
      null,
    ])
    await expectConsistentData(shop.db, event, { sold: 1, held: 0 })
  })

  test('need no provider that could take their money', async () => {
    await organiser.change(event, { settings: { BANK_TRANSFER_ENABLED: false, ON_SITE_ENABLED: false } })
    const reserved = await reserve(buyer, event, { Conference: 1 })
    expect(reserved.status).toBe(422)
    const list = await bring(
      api,
      event,
      people(1).map(name => anOrderFor(name, category())),
    )
    await runJobs()
    expect(await progressOf(api, event, list)).toEqual([1, 0, 0])
  })

  test('for a group are for its members, each as often as they may', async () => {
    const [member = '', guest = ''] = people(2)
    await linkGroup(shop.db, event, { members: [`${member.toLowerCase()}@example.org`], category: 'Conference' })
    const list = await bring(api, event, [
      anOrderFor(member, category()),
      anOrderFor(member, category()),
      anOrderFor(guest, category()),
    ])
    await runJobs()
    expect((await rowsOf(list)).map(({ error }) => error)).toEqual([
      null,
      'error.STEP2_WHITELIST',
      'error.STEP2_WHITELIST',
    ])
    await expectConsistentData(shop.db, event, { sold: 1, held: 0 })
  })

  const eventId = async () => (await shop.catalog.offeredEvent(event))?.context.id ?? 0

  test('are all refused when anything is wrong with one, and all problems are reported', async () => {
    const [name = ''] = people(1)
    const good = anOrderFor(name, category())
    const [group = { ticketCategoryId: 0, quantity: 0 }] = good.tickets
    const before = await stockCountsOf(shop.db, event)
    const { status, value } = await send([
      good,
      { ...good, user: { firstName: name, email: 'nobody' }, subscriptionId: OTHER_PERSON },
      { tickets: [{ ...group, quantity: 0, attendees: [] }] },
      {
        tickets: [
          {
            ...group,
            quantity: 1,
            attendees: [
              { firstName: name, email: 'none', additional: { meal: ['stone'] } },
              { lastName: 'a'.repeat(256) },
            ],
          },
        ],
      },
    ])
    const { batchId, errors } = value as ImportAnswer
    expect([status, batchId]).toEqual([400, null])
    expect(errors?.map(({ fieldName, description }) => [fieldName, description])).toEqual([
      ['[1].subscriptionId', 'error.restrictedValue'],
      ['[1].user.email', 'error.STEP_2_INVALID_EMAIL'],
      ['[2].tickets', 'error.STEP_1_SELECT_AT_LEAST_ONE'],
      ['[3].tickets[0].attendees', 'error.STEP_1_NOT_ENOUGH_TICKETS'],
      ['[3].tickets[0].attendees[0].email', 'error.email'],
      ['[3].tickets[0].attendees[0].additional[meal][0]', 'error.restrictedValue'],
      ['[3].tickets[0].attendees[1].lastName', 'error.STEP_2_MAX_LENGTH_LASTNAME'],
    ])
    expect(new Set(errors?.map(({ code }) => code))).toEqual(new Set(['invalid.reservation']))
    const foreign = await send([good, { tickets: [{ ...group, ticketCategoryId: 999_999 }] }])
    expect(foreign.status).toBe(403)
    await runJobs()
    expect(await stockCountsOf(shop.db, event)).toEqual(before)
    expect(await rowsWith(shop.db, name)).toEqual([])
  })

  test('are a thousand at most, and one at least', async () => {
    const [name = ''] = people(1)
    expect((await send([])).status).toBe(400)
    expect((await send(Array.from({ length: 1001 }, () => anOrderFor(name, category())))).status).toBe(400)
    expect(await rowsWith(shop.db, name)).toEqual([])
  })

  test('are of the own organisation, and so is what is returned about them', async () => {
    const orders = people(1).map(name => anOrderFor(name, category()))
    expect((await send(orders, stranger.api)).status).toBe(403)
    expect((await send(orders, buyer)).status).toBe(403)
    expect((await send(orders, api, 'nowhere')).status).toBe(403)
    const requestId = await bring(api, event, orders)
    const ask = (who = api, slug = event, id = requestId) =>
      who.ask(bulkStatus, { params: { slug, requestId: id } }).then(({ status }) => status)
    expect(await ask()).toBe(200)
    expect([await ask(stranger.api), await ask(buyer), await ask(api, 'nowhere')]).toEqual([403, 403, 403])
    const other = await organiser.open(anEventFile(clock.now(), { slug: `other-${number}` }))
    expect([await ask(api, other), await ask(api, event, OTHER_PERSON), await ask(api, event, 'x')]).toEqual([
      400, 400, 400,
    ])
  })

  test('show whose key they came with', async () => {
    const requestId = await bring(api, event, [anOrderFor('Ada', category())])
    const status = await api.expect(bulkStatus, 200, { params: { slug: event, requestId } })
    const { id: keyId } = await shop.db.kysely
      .selectFrom('api_key')
      .select('id')
      .where('organization_id', '=', organiser.organizationId)
      .executeTakeFirstOrThrow()
    expect(status).toMatchObject({ requestId, userId: keyId, eventId: await eventId() })
    await shop.db.kysely.updateTable('order_import').set({ api_key_id: null }).where('id', '=', requestId).execute()
    expect(await api.expect(bulkStatus, 200, { params: { slug: event, requestId } })).toMatchObject({ userId: 0 })
  })
})

describe('an imported order that can not be made now', () => {
  test('keeps no other from being made, is tried again later, and made once it can be', async () => {
    const [bad = '', good = ''] = people(2)
    const list = await bring(
      api,
      event,
      [bad, good].map(name => anOrderFor(name, category())),
    )
    const broken = await breakRows(shop.db.pool, 'order_import_row', `old.place = 0 and old.import_id = '${list}'`)
    await runJobs()
    expect(await progressOf(api, event, list)).toEqual([1, 1, 0])
    expect(await findFailures(shop.db, 10)).toMatchObject([{ job: 'make-imported-orders', kind: 'imported-order' }])
    await expectConsistentData(shop.db, event, { sold: 1, held: 0 })
    await broken.mend()
    clock.move(days(1))
    await runJobs()
    expect(await progressOf(api, event, list)).toEqual([2, 0, 0])
    expect(await findFailures(shop.db, 10)).toEqual([])
    await expectConsistentData(shop.db, event, { sold: 2, held: 0 })
  })
})

describe('what was sent of people', () => {
  test('is erased with its order, made or not, and the list after a week', async () => {
    await hold(buyer, event, { Few: 1 })
    const [made = '', refused = ''] = people(2)
    const list = await bring(api, event, [anOrderFor(made, category()), anOrderFor(refused, category('Few'))])
    expect(await rowsWith(shop.db, refused)).toEqual([expect.stringContaining('order_import_row')])
    await runJobs()
    expect((await rowsOf(list)).map(({ request }) => request)).toEqual([null, null])
    expect(await rowsWith(shop.db, refused)).toEqual([])
    expect((await rowsWith(shop.db, made)).some(row => row.startsWith('order_import_row'))).toBe(false)
    clock.move(days(7) - 1)
    await erasePersonalData(shop)
    expect(await progressOf(api, event, list)).toEqual([1, 0, 1])
    clock.move(1)
    await erasePersonalData(shop)
    expect((await api.ask(bulkStatus, { params: { slug: event, requestId: list } })).status).toBe(400)
    expect(await rowsOf(list)).toEqual([])
  })

  test('is not kept for longer than a month, whatever keeps its order from being made', async () => {
    const [name = ''] = people(1)
    const list = await bring(api, event, [anOrderFor(name, category())])
    clock.move(days(30) - 1)
    await erasePersonalData(shop)
    expect(await progressOf(api, event, list)).toEqual([0, 1, 0])
    clock.move(1)
    await erasePersonalData(shop)
    expect(await rowsWith(shop.db, name)).toEqual([])
    expect(await makeImportedOrders(shop)).toBe(0)
  })
})
