import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type {
  DiscountRequest,
  PromoCodeRequest,
  ServiceRequest,
} from '#domain/organiser/event-editing/event-request.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { createEvent } from '../save-event.ts'
import { eventStats } from '#server/organiser/event-statistics/event-stats.ts'
import { loadDraft } from '../event-store.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { savedEvents } from '#tests/support/organiser/saved-events.ts'
import { aShop, anEventRequest, now } from '#tests/support/organiser/editing-shop.ts'

const { db } = await testDatabase()
const shop = aShop(db)
const { organizationOfTest, create, change } = savedEvents(shop)

type Row = Record<string, unknown>
const rows = async (text: string, ...values: unknown[]): Promise<Row[]> => (await db.pool.query<Row>(text, values)).rows

/** A pending order of the event, with a code if one is named. */
async function order(event: EventOwner, code: string | null = null): Promise<string> {
  const id = randomUUID()
  await db.pool.query(
    `insert into reservation (id, purchase_context_id, status, validity, language, vat_status, vat_percentage,
       source_price, final_price, vat, created_at, promo_code_id)
     values ($1, $2, 'PENDING', now(), 'en', 'NONE', 0, 0, 0, 0, now(),
       (select id from promo_code where code = $3 and organization_id = $4 order by event_id limit 1))`,
    [id, event.id, code, event.organizationId],
  )
  return id
}

const booklet: ServiceRequest = {
  title: [{ lang: 'en', body: 'Booklet' }],
  supplementPolicy: 'OPTIONAL_UNLIMITED_AMOUNT',
  price: 10,
}
const withBooklets = (availableQuantity: number) => ({ additionalServices: [{ ...booklet, availableQuantity }] })

describe('extras', () => {
  const unitsOf = ({ id }: EventOwner) =>
    rows(
      `select title->>'en' as title, available_quantity as stock, item.status, count(item.id)::int as units
       from additional_service service left join additional_service_item item on item.service_id = service.id
       where event_id = $1 group by service.id, item.status order by service.id, item.status`,
      id,
    )
  const buy = async (event: EventOwner, units: number) =>
    db.pool.query(
      `update additional_service_item set status = 'PENDING', reservation_id = $1
       where id in (select item.id from additional_service_item item join additional_service service
         on service.id = service_id where event_id = $2 and status = 'FREE' order by id limit $3)`,
      [await order(event), event.id, units],
    )

  test('that are limited own one unit for each there is, and never fewer than are taken', async () => {
    const event = await create(anEventRequest(withBooklets(4)))
    expect(await unitsOf(event)).toEqual([{ title: 'Booklet', stock: 4, status: 'FREE', units: 4 }])
    await buy(event, 2)
    expect(await change(event, withBooklets(1))).toEqual(['service-units-sold'])
    expect(await change(event, withBooklets(6))).toEqual([])
    expect(await change(event, withBooklets(3))).toEqual([])
    expect(await unitsOf(event)).toEqual([
      { title: 'Booklet', stock: 3, status: 'FREE', units: 1 },
      { title: 'Booklet', stock: 3, status: 'PENDING', units: 2 },
    ])
    expect(await change(event, withBooklets(-1))).toEqual([])
    expect(await unitsOf(event)).toEqual([{ title: 'Booklet', stock: null, status: 'PENDING', units: 2 }])
  })

  test('that are missing in a list are ended when one was bought, and gone when none was', async () => {
    const map = { ...booklet, title: [{ lang: 'en', body: 'Map' }] }
    const event = await create(anEventRequest({ additionalServices: [{ ...booklet, availableQuantity: 2 }, map] }))
    await buy(event, 1)
    expect(await change(event, { additionalServices: [] })).toEqual([])
    const left = (await loadDraft(db, event.id)).services
    expect(left.map(({ title, onSale }) => [title['en'], onSale.end])).toEqual([['Booklet', now]])
    const again = { additionalServices: [{ ...booklet, expiration: '2027-05-15T09:00' }] }
    expect(await change(event, again)).toEqual([])
    expect((await loadDraft(db, event.id)).services[0]?.onSale.end).toBe(Date.UTC(2027, 4, 15, 7))
  })

  test('that have been bought keep their policy', async () => {
    const event = await create(anEventRequest(withBooklets(2)))
    await buy(event, 1)
    const mandatory: ServiceRequest = { ...booklet, supplementPolicy: 'MANDATORY_ONE_FOR_TICKET' }
    expect(await change(event, { additionalServices: [mandatory] })).toEqual(['service-bought'])
  })

  test('come back as they were stated, whatever their policy', async () => {
    const titled = (body: string) => ({ title: [{ lang: 'en', body }] })
    const event = await create(
      anEventRequest({
        additionalServices: [
          { ...titled('Cup'), supplementPolicy: 'MANDATORY_ONE_FOR_TICKET', price: 2, vatType: 'NONE' },
          { ...titled('Fee'), supplementPolicy: 'MANDATORY_PERCENTAGE_FOR_TICKET', price: 2.5 },
          { ...titled('Handling'), supplementPolicy: 'MANDATORY_PERCENTAGE_RESERVATION', price: 1, maxPrice: 5 },
          { ...titled('Book'), supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION', price: 9, maxQtyPerOrder: 2 },
          { ...titled('Lunch'), supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET', price: 20, availableQuantity: 0 },
          { ...titled('Gift'), type: 'DONATION' },
        ],
      }),
    )
    const before = await loadDraft(db, event.id)
    expect(before.services.map(({ charge, stock, vat }) => [charge.policy, stock, vat])).toEqual([
      ['MANDATORY_ONE_FOR_TICKET', null, 'NONE'],
      ['MANDATORY_PERCENTAGE_FOR_TICKET', null, 'INHERITED'],
      ['MANDATORY_PERCENTAGE_RESERVATION', null, 'INHERITED'],
      ['OPTIONAL_MAX_AMOUNT_PER_RESERVATION', null, 'INHERITED'],
      ['OPTIONAL_MAX_AMOUNT_PER_TICKET', 0, 'INHERITED'],
      [null, null, 'INHERITED'],
    ])
    expect(await change(event, { title: 'Other' })).toEqual([])
    expect((await loadDraft(db, event.id)).services).toEqual(before.services)
  })
})

describe('codes', () => {
  const codesOf = ({ id }: EventOwner) =>
    rows('select code, valid_to as "to", max_usage as most from promo_code where event_id = $1 order by code', id)
  const early: PromoCodeRequest = { name: 'early10', discountType: 'PERCENTAGE', discount: 10, categories: ['Student'] }
  const fiveOff: PromoCodeRequest = { name: 'FIVEOFF', discountType: 'FIXED_AMOUNT', discount: 500 }
  const withCodes = (...promoCodes: object[]) => ({ tickets: { promoCodes } })
  const createWith = (...promoCodes: object[]) => {
    const request = anEventRequest()
    return create({ ...request, tickets: { ...request.tickets, promoCodes } })
  }
  const eventEnd = Date.UTC(2027, 4, 15, 15, 30)

  test('are found by what they say, and changed', async () => {
    const event = await createWith(early, fiveOff)
    expect(await change(event, withCodes({ name: 'EARLY10', maxUsage: 3 }, fiveOff))).toEqual([])
    expect(await codesOf(event)).toEqual([
      { code: 'EARLY10', to: eventEnd, most: 3 },
      { code: 'FIVEOFF', to: eventEnd, most: null },
    ])
  })

  test('that are missing in a list end now when an order has one, and are gone when none has', async () => {
    const event = await createWith(early, fiveOff)
    await order(event, 'EARLY10')
    expect(await change(event, withCodes())).toEqual([])
    expect(await codesOf(event)).toEqual([{ code: 'EARLY10', to: now, most: null }])
  })

  test('that an order has keep what they take off', async () => {
    const event = await createWith(early)
    await order(event, 'EARLY10')
    expect(await change(event, withCodes({ ...early, discount: 20 }))).toEqual(['code-in-use'])
    expect(await change(event, withCodes({ ...early, categories: [] }))).toEqual(['code-in-use'])
    expect(await change(event, withCodes({ ...early, maxUsage: 5 }))).toEqual([])
  })

  test('of the organisation hold for all of its events, and are found by the file of another event', async () => {
    const friends: PromoCodeRequest = { name: 'FRIENDS15', discountType: 'PERCENTAGE', discount: 15 }
    const event = await create(anEventRequest({ organizer: { promoCodes: [friends] } }))
    const other = await create(anEventRequest({ organizer: { promoCodes: [{ ...friends, maxUsage: 2 }] } }))
    await order(event, 'FRIENDS15')
    const changed = { organizer: { promoCodes: [{ ...friends, discount: 20 }] } }
    expect(await change(other, changed)).toEqual(['code-in-use'])
    expect(await change(other, { title: 'Nothing of codes' })).toEqual([])
    expect(
      await rows(
        'select code, event_id, max_usage as most from promo_code where organization_id = $1',
        organizationOfTest(),
      ),
    ).toEqual([{ code: 'FRIENDS15', event_id: null, most: 2 }])
  })
})

test('a discount that changes is retired, and a new one takes its place', async () => {
  const three: DiscountRequest = { minimumTickets: 3, discountType: 'PERCENTAGE', discount: 10 }
  const event = await create(anEventRequest({ discounts: [three] }))
  const rules = () =>
    rows(
      `select minimum_tickets as minimum, percentage::int, retired_at as retired from discount_rule
       where event_id = $1 order by id`,
      event.id,
    )
  expect(await change(event, { discounts: [three] })).toEqual([])
  expect(await rules()).toEqual([{ minimum: 3, percentage: 10, retired: null }])
  expect(await change(event, { discounts: [{ ...three, discount: 20 }] })).toEqual([])
  expect(await rules()).toEqual([
    { minimum: 3, percentage: 10, retired: now },
    { minimum: 3, percentage: 20, retired: null },
  ])
})

describe('groups', () => {
  const linksOf = ({ id }: EventOwner) =>
    rows(
      `select category.name as category, attendee_group.name as "group", type, max_allocation as most
       from attendee_group_link link join attendee_group on attendee_group.id = group_id
       left join ticket_category category on category.id = category_id
       where link.event_id = $1 order by category.name nulls first`,
      id,
    )
  const membersOf = () =>
    rows(
      `select value from attendee_group_member member join attendee_group on attendee_group.id = group_id
       where organization_id = $1 order by value`,
      organizationOfTest(),
    )
  const crew = (...members: string[]) => ({ name: 'Crew', members })
  const student = (groupLink: object) => ({ tickets: { categories: [{ name: 'Student', groupLink }] } })

  test('are stored with the event, linked by name, and then have exactly the stated members', async () => {
    const event = await create(
      anEventRequest({ groups: [crew('ada@example.org', 'bo@example.org')], groupLink: { group: 'Crew' } }),
    )
    const limited = { group: 'Crew', type: 'LIMITED_QUANTITY', maxAllocation: 2 }
    expect(await change(event, { ...student(limited), groups: [crew('bo@example.org', 'cy@example.org')] })).toEqual([])
    expect(await linksOf(event)).toEqual([
      { category: null, group: 'Crew', type: 'ONCE_PER_VALUE', most: null },
      { category: 'Student', group: 'Crew', type: 'LIMITED_QUANTITY', most: 2 },
    ])
    expect(await membersOf()).toEqual([{ value: 'bo@example.org' }, { value: 'cy@example.org' }])
    expect(await change(event, { groupLink: {}, ...student({ groupId: (await groupIds())[0] }) })).toEqual([])
    expect(await linksOf(event)).toEqual([{ category: 'Student', group: 'Crew', type: 'ONCE_PER_VALUE', most: null }])
  })

  const groupIds = async () =>
    (await rows('select id from attendee_group where organization_id = $1', organizationOfTest())).map(({ id }) =>
      Number(id),
    )

  test('that do not exist, or are of another organisation, are refused', async () => {
    const event = await create(anEventRequest())
    const [other] = await rows(
      `with organization as (insert into organization (name, email, description, created_at)
         values ($1, 'x@example.org', '', now()) returning id)
       insert into attendee_group (organization_id, name) select id, 'Theirs' from organization returning id`,
      randomUUID(),
    )
    expect(await change(event, student({ group: 'Theirs' }))).toEqual(['group-unknown'])
    expect(await change(event, { groupLink: { groupId: Number(other?.['id']) } })).toEqual(['group-unknown'])
  })
})

test('own texts are stored at the level of the event, and a blank one gives the own of the shop back', async () => {
  const texts = (text: string) => ({ i18nOverride: { en: { 'show-event.by': text } } })
  const event = await create(anEventRequest(texts('hosted by {0}')))
  const stored = () => rows('select language, key, value from text_override where purchase_context_id = $1', event.id)
  expect(await stored()).toEqual([{ language: 'en', key: 'show-event.by', value: 'hosted by {0}' }])
  expect(await change(event, texts('given by {0}'))).toEqual([])
  expect(await stored()).toMatchObject([{ value: 'given by {0}' }])
  expect(await change(event, texts(''))).toEqual([])
  expect(await stored()).toEqual([])
})

test('the statistics show how much of the parts has gone', async () => {
  const request = anEventRequest(withBooklets(5))
  const promoCodes: PromoCodeRequest[] = [{ name: 'EARLY10', discountType: 'PERCENTAGE', discount: 10, maxUsage: 9 }]
  const event = await create({ ...request, tickets: { ...request.tickets, promoCodes } })
  const id = await order(event, 'EARLY10')
  await db.pool.query(
    `update ticket set status = 'PENDING', reservation_id = $1, category_id = (select min(id) from ticket_category
       where event_id = $2) where id in (select min(id) from ticket where event_id = $2 and category_id is null)`,
    [id, event.id],
  )
  await db.pool.query(
    `update additional_service_item set status = 'ACQUIRED', reservation_id = $1 where id in (
       select min(item.id) from additional_service_item item join additional_service service on service.id = service_id
       where event_id = $2)`,
    [id, event.id],
  )
  expect(await eventStats(shop, event.id)).toMatchObject({
    additionalServices: [{ title: 'Booklet', availableQuantity: 5, soldItems: 1, pendingItems: 0 }],
    promoCodes: [{ promoCode: 'EARLY10', codeType: 'DISCOUNT', maxUsage: 9, confirmedTickets: 0, pendingTickets: 1 }],
  })
  await db.pool.query(`update reservation set status = 'OFFLINE_PAYMENT' where id = $1`, [id])
  expect(await eventStats(shop, event.id)).toMatchObject({ promoCodes: [{ confirmedTickets: 1, pendingTickets: 0 }] })
})

test('changes are noted by the names of what changed, without what was written', async () => {
  const event = await create(anEventRequest())
  await change(event, { title: 'Grace Hopper', ...withBooklets(2), groups: [{ name: 'Crew', members: ['a@b.org'] }] })
  expect(
    await rows('select type, modifications from audit where purchase_context_id = $1 order by id', event.id),
  ).toEqual([
    { type: 'EVENT_CREATE', modifications: null },
    { type: 'EVENT_UPDATE', modifications: { changed: ['title', 'services', 'organizer'] } },
  ])
})

test('a short name that two take at the same moment goes to one of them', async () => {
  const slug = randomUUID()
  const attempt = () =>
    createEvent(shop, { organizationId: organizationOfTest(), request: anEventRequest({ slug }), image: null })
  const outcomes = await Promise.all([attempt(), attempt(), attempt()])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  for (const outcome of outcomes.filter(({ ok }) => !ok)) {
    expect(outcome).toMatchObject({ problems: [{ code: 'slug-taken', field: 'slug' }] })
  }
  const title = `Jazz ${slug}`
  const made = await Promise.all(
    [1, 2, 3].map(() =>
      createEvent(shop, { organizationId: organizationOfTest(), request: anEventRequest({ title }), image: null }),
    ),
  )
  expect(made.filter(({ ok }) => ok)).toHaveLength(3)
})

test('units that a buyer takes at that moment stay', async () => {
  const event = await create(anEventRequest(withBooklets(3)))
  const buyer = await db.pool.connect()
  try {
    await buyer.query('begin')
    await buyer.query(
      `select id from additional_service_item where service_id in
         (select id from additional_service where event_id = $1) for update`,
      [event.id],
    )
    expect(await change(event, withBooklets(1))).toEqual(['seats-taken-meanwhile'])
  } finally {
    await buyer.query('rollback')
    buyer.release()
  }
  expect(await change(event, withBooklets(1))).toEqual([])
})
