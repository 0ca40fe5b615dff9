import { expect, test } from 'vitest'
import { getFullTicket, getTicket, getTicketCode, releaseTicket } from '#contract/ticket.ts'
import { joinWaitingList } from '#contract/waiting-list.ts'
import { days } from '#domain/foundation/instant.ts'
import {
  aCategoryFile,
  aFreeEventFile,
  aHiddenCategoryFile,
  aQuestionFile,
  anEventFile,
} from '#tests/builders/event-file.ts'
import { linkGroup } from '#tests/support/organiser/attendee-group.ts'
import { stockCountsOf, countAudit, expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import {
  PAY_BY,
  buy,
  filledIn,
  infoOf,
  pay,
  readyToPay,
  sendDetails,
  statusOf,
  ticketsOf,
} from '#tests/support/buyer/purchase.ts'
import { type OrderToPlace, setUpEvent } from '#tests/support/organiser/event-setup.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const ALLOWED = { ALLOW_FREE_TICKETS_CANCELLATION: true }
const meetup = await organiser.open(aFreeEventFile(clock.now(), { seats: 50, settings: ALLOWED }))

const ids = async (order: string) => ticketsOf(await infoOf(buyer, order)).map(({ uuid }) => uuid)
const at = (ticketIdentifier: string, eventName: string) => ({ params: { eventName, ticketIdentifier } })
const release = async (id: string, event = meetup) => {
  const { status, value } = await buyer.ask(releaseTicket, at(id, event))
  return [status, value]
}
/** Does its page offer to release the ticket? */
const isOffered = async (id: string, event: string, by = buyer) =>
  (await by.expect(getFullTicket, 200, at(id, event))).tickets[0]?.cancellationEnabled
const free = (count = 1, event = meetup) => buy(buyer, event, { Everybody: count }, { by: 'NONE' })

const mails = (recipient: string) =>
  shop.db.kysely
    .selectFrom('mail')
    .select(['subject', 'text_body', 'status'])
    .where('recipient', '=', recipient)
    .execute()

async function idOf(event: string): Promise<number> {
  const row = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', event)
    .executeTakeFirstOrThrow()
  return row.id
}

test('a free ticket is released: nothing of the person is left, its ids are dead, and holder and organiser are notified', async () => {
  const event = await organiser.open(
    aFreeEventFile(clock.now(), {
      slug: 'leaving',
      settings: ALLOWED,
      additionalInfo: [aQuestionFile()],
      polls: [
        {
          title: [{ lang: 'en', body: 'Best' }],
          options: [[{ lang: 'en', body: 'A' }], [{ lang: 'en', body: 'B' }]],
          status: 'OPEN',
        },
      ],
    }),
  )
  const order = await readyToPay(buyer, event, { Everybody: 2 })
  const info = await infoOf(buyer, order)
  const form = filledIn(info)
  const [first = '', second = ''] = await ids(order)
  await sendDetails(buyer, order, {
    ...form,
    tickets: { ...form.tickets, [first]: { ...form.tickets?.[first], additional: { meal: ['vegan'] } } },
  })
  await pay(buyer, order, PAY_BY.NONE)
  await linkGroup(shop.db, event, { members: ['ada1@example.org'] })
  const seat = await shop.db.kysely
    .selectFrom('ticket')
    .select(['id', 'uuid'])
    .where('public_uuid', '=', first)
    .executeTakeFirstOrThrow()
  await shop.db.pool.query(
    `insert into attendee_group_place (ticket_id, link_id, member_id)
     select $1, link.id, member.id from attendee_group_link as link join attendee_group_member as member using (group_id)
     where link.event_id = $2`,
    [seat.id, await idOf(event)],
  )
  await shop.db.pool.query(
    `insert into poll_vote (poll_id, ticket_id, option_id) select poll_id, $1, min(id) from poll_option group by poll_id`,
    [seat.id],
  )
  expect(ticketsOf(await infoOf(buyer, order)).map(ticket => ticket.cancellationEnabled)).toEqual([true, true])

  expect(await release(first, event)).toEqual([200, true])

  const { rows } = await shop.db.pool.query(`select * from ticket where id = $1`, [seat.id])
  expect(rows[0]).toMatchObject({
    status: 'RELEASED',
    reservation_id: null,
    first_name: null,
    last_name: null,
    email: null,
    language: null,
    locked: false,
  })
  expect([rows[0].uuid, rows[0].public_uuid]).not.toContain(seat.uuid)
  for (const table of ['field_value', 'poll_vote', 'attendee_group_place']) {
    expect((await shop.db.pool.query(`select from ${table} where ticket_id = $1`, [seat.id])).rows).toEqual([])
  }
  expect((await buyer.ask(getTicket, at(first, event))).status).toBe(404)
  expect((await buyer.ask(getTicketCode, at(first, event))).status).toBe(403)
  expect(await ids(order)).toEqual([second])
  expect(await countAudit(shop.db, order, 'CANCEL_TICKET')).toBe(1)
  const toHolder = (await mails('ada1@example.org')).filter(({ status }) => status === 'WAITING')
  expect(toHolder.map(({ subject }) => subject)).toEqual(['Your ticket for Meetup is given back'])
  const toOrganiser = (await mails('hello@alpine-systems.example')).filter(({ subject }) => /given back/.test(subject))
  expect(toOrganiser[0]?.text_body).toContain(first)
  expect(await release(first, event)).toEqual([200, true])
  await expectConsistentData(shop.db, event, { sold: 1, released: 1 })
})

test('the last ticket takes its order with it', async () => {
  const order = await free(2)
  const [first = '', second = ''] = await ids(order)
  await release(first)
  expect(await statusOf(buyer, order)).toBe('COMPLETE')
  expect(await release(second)).toEqual([200, true])
  expect(await statusOf(buyer, order)).toBeUndefined()
  await expectConsistentData(shop.db, meetup)
})

test('the seat is offered to the person who has waited longest', async () => {
  const settings = { ...ALLOWED, ENABLE_WAITING_QUEUE: true }
  const event = await organiser.open(aFreeEventFile(clock.now(), { slug: 'waited-for', seats: 1, settings }))
  const [ticket = ''] = await ids(await free(1, event))
  const body = {
    firstName: 'Eva',
    lastName: 'Noether',
    email: 'eva@example.org',
    userLanguage: 'en',
    termAndConditionsAccepted: true,
  }
  const joined = await buyer.expect(joinWaitingList, 200, { params: { shortName: event }, body })
  expect(joined.value).toBe(true)
  await release(ticket, event)
  await runJobs()
  expect(await stockCountsOf(shop.db, event)).toMatchObject({ held: 1, free: 0 })
  await expectConsistentData(shop.db, event)
})

const forbidden: readonly [string, () => Promise<[string, string]>][] = [
  [
    'the organiser has not allowed it',
    async () => {
      const event = await organiser.open(aFreeEventFile(clock.now(), { slug: 'strict' }))
      return [(await ids(await free(1, event)))[0] ?? '', event]
    },
  ],
  [
    'it has cost something',
    async () => {
      const event = await organiser.open(anEventFile(clock.now(), { slug: 'paid', settings: ALLOWED }))
      const order = await buy(buyer, event, { Conference: 1 }, { by: 'OFFLINE' })
      await organiser.confirm(order)
      return [(await ids(order))[0] ?? '', event]
    },
  ],
  [
    'its holder is in',
    async () => {
      const [id = ''] = await ids(await free())
      await shop.db.kysely.updateTable('ticket').set({ status: 'CHECKED_IN' }).where('public_uuid', '=', id).execute()
      return [id, meetup]
    },
  ],
  [
    'its category is hidden and shares no pool',
    async () => {
      const categories = [aHiddenCategoryFile(clock.now(), { price: 0 })]
      const file = anEventFile(clock.now(), { slug: 'only-hidden', seats: 5, settings: ALLOWED, categories })
      const event = await organiser.open(file)
      await runJobs()
      const setup = await setUpEvent(shop, event)
      await setup.code({ code: 'ONLYDOOR', opens: 'Backstage' })
      const order = await setup.hold(buyer, { tickets: { Backstage: 1 }, code: 'ONLYDOOR' })
      await sendDetails(buyer, order, filledIn(await infoOf(buyer, order)))
      await pay(buyer, order, PAY_BY.NONE)
      const [id = ''] = await ids(order)
      return [id, event]
    },
  ],
]

test.each(forbidden)('a ticket stays where %s', async (_, ticket) => {
  const [id, event] = await ticket()
  expect(await isOffered(id, event)).toBe(false)
  expect(await release(id, event)).toEqual([400, false])
  expect((await buyer.ask(getTicket, at(id, event))).status).toBe(200)
})

test('when the event is over a ticket stays', async () => {
  const [id = ''] = await ids(await free())
  const before = clock.now()
  expect(await isOffered(id, meetup)).toBe(true)
  clock.move(days(61))
  const offered = await isOffered(id, meetup, aBuyer(url))
  const { status } = await aBuyer(url).ask(releaseTicket, at(id, meetup))
  clock.set(before)
  expect([offered, status]).toEqual([false, 400])
})

test('an unknown ticket, and one of another event, is not found', async () => {
  const [id = ''] = await ids(await free())
  expect(await release('00000000-0000-4000-8000-000000000000')).toEqual([404, undefined])
  expect(await release(id, 'unknown')).toEqual([404, undefined])
})

/** A shop with free and paid tickets and extras; returns an order of it that has been paid, and its tickets. */
async function mixed(
  slug: string,
  parts: OrderToPlace,
  prepare: (setup: Awaited<ReturnType<typeof setUpEvent>>) => Promise<unknown>,
) {
  const categories = [
    aCategoryFile(clock.now(), { name: 'Gift', price: 0 }),
    aCategoryFile(clock.now(), { name: 'Conference', price: 50 }),
    aHiddenCategoryFile(clock.now(), { price: 0, maxTickets: 3 }),
  ]
  const event = await organiser.open(anEventFile(clock.now(), { slug, seats: 20, settings: ALLOWED, categories }))
  await runJobs()
  const setup = await setUpEvent(shop, event)
  await prepare(setup)
  const order = await setup.hold(buyer, parts)
  await sendDetails(buyer, order, filledIn(await infoOf(buyer, order)))
  const total = (await infoOf(buyer, order)).orderSummary.priceInCents
  await pay(buyer, order, total === 0 ? PAY_BY.NONE : PAY_BY.OFFLINE)
  if (total > 0) await organiser.confirm(order)
  return { event, order, tickets: await ids(order) }
}

test('a free ticket leaves a paid order as dear as it was, and takes the extras along that cost nothing', async () => {
  const { event, order, tickets } = await mixed(
    'mixed',
    { tickets: { Gift: 1, Conference: 1 }, extras: { Map: 2, Lamp: 2, Donation: { amount: 5 } } },
    async setup => {
      await setup.extra({ title: 'Map', price: 0 })
      await setup.extra({ title: 'Lamp', price: 0, stock: 3 })
      await setup.extra({ title: 'Donation', type: 'DONATION', policy: null })
    },
  )
  const before = (await infoOf(buyer, order)).orderSummary.totalPrice
  expect(await release(tickets[0] ?? '', event)).toEqual([200, true])
  const info = await infoOf(buyer, order)
  expect(info.orderSummary.totalPrice).toBe(before)
  expect(info.additionalServiceWithData.map(({ title, ticketUUID }) => [title['en'], ticketUUID])).toEqual([
    ['Map', tickets[1]],
    ['Lamp', tickets[1]],
    ['Donation', tickets[1]],
  ])
  await expectConsistentData(shop.db, event)
  expect(await release(tickets[1] ?? '', event)).toEqual([400, false])
})

test('a ticket that a code made free can be released, and the order stays right', async () => {
  const { event, tickets } = await mixed('given', { tickets: { Conference: 2 }, code: 'ALLFREE' }, setup =>
    setup.code({ code: 'ALLFREE', off: '100%', maximum: 2 }),
  )
  expect(await release(tickets[0] ?? '', event)).toEqual([200, true])
  await expectConsistentData(shop.db, event)
  expect(await release(tickets[1] ?? '', event)).toEqual([200, true])
  await expectConsistentData(shop.db, event, { sold: 0 })
})

test('a paid supplement, or a donation that has this ticket alone, keeps it', async () => {
  const supplement = await mixed('supplement', { tickets: { Gift: 2 }, extras: { Dinner: 1 } }, setup =>
    setup.extra({ title: 'Dinner', price: 3000 }),
  )
  for (const id of supplement.tickets) {
    expect(await isOffered(id, supplement.event)).toBe(false)
    expect(await release(id, supplement.event)).toEqual([400, false])
  }
  const donation = await mixed('donation', { tickets: { Gift: 2 }, extras: { Donation: { amount: 5 } } }, setup =>
    setup.extra({ title: 'Donation', type: 'DONATION', policy: null }),
  )
  expect(await release(donation.tickets[0] ?? '', donation.event)).toEqual([200, true])
  expect(await release(donation.tickets[1] ?? '', donation.event)).toEqual([400, false])
  await expectConsistentData(shop.db, donation.event)
})

test('a hidden category gives its seat to the pool and loses a token; its last one keeps both', async () => {
  const { event, tickets } = await mixed('hidden', { tickets: { Backstage: 3 }, code: 'BACKDOOR' }, setup =>
    setup.code({ code: 'BACKDOOR', opens: 'Backstage' }),
  )
  const tokens = async () => {
    const { rows } = await shop.db.pool.query(
      `select token.status, max_tickets from token join ticket_category as category on category.id = category_id
       where category.event_id = $1 order by token.status`,
      [await idOf(event)],
    )
    return rows.map(({ status, max_tickets }) => `${status} of ${max_tickets}`)
  }
  expect(await tokens()).toEqual(['TAKEN of 3', 'TAKEN of 3', 'TAKEN of 3'])
  expect(await release(tickets[0] ?? '', event)).toEqual([200, true])
  expect(await tokens()).toEqual(['CANCELLED of 2', 'TAKEN of 2', 'TAKEN of 2'])
  await expectConsistentData(shop.db, event)
  await runJobs()
  expect(await release(tickets[1] ?? '', event)).toEqual([200, true])
  expect(await release(tickets[2] ?? '', event)).toEqual([200, true])
  expect(await tokens()).toEqual(['CANCELLED of 1', 'CANCELLED of 1', 'FREE of 1'])
  await runJobs()
  await expectConsistentData(shop.db, event, { sold: 0, released: 0, free: 20 })
})
