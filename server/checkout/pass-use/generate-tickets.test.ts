import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { applyCode } from '#contract/pass-use.ts'
import { refundReservation } from '#contract/refund.ts'
import { releaseTicket } from '#contract/ticket.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { aCategoryFile, aQuestionFile, aServiceFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { storeBoughtPass, storePassOf } from '#tests/builders/bought-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { lettersOf } from '#tests/support/buyer/sent-mails.ts'
import {
  ADA,
  PAY_BY,
  sendDetails,
  cancel,
  hold,
  infoOf,
  pay,
  readyToPay,
  ticketsOf,
} from '#tests/support/buyer/purchase.ts'
import { breakRows } from '#tests/support/database/broken-row.ts'
import { inconsistencies } from '#tests/support/database/consistency.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { linkGroup } from '#tests/support/organiser/attendee-group.ts'
import { findFailures } from '#server/foundation/jobs/failures.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { askForAnswers } from '#server/order/reminder/ask-attendees.ts'
import { generateTickets, scheduleTickets } from './generate-tickets.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const { db } = shop
const now = clock.now()
const EVENT_BEGINS = after(now, days(60))
const ON = { GENERATE_TICKETS_FOR_SUBSCRIPTIONS: true, ALLOW_FREE_TICKETS_CANCELLATION: true }
let number = 0

type Opened = Omit<Parameters<typeof anEventFile>[1] & object, 'slug'>

async function open(changes: Opened = {}): Promise<string> {
  number += 1
  return organiser.open(anEventFile(now, { slug: `given-${number}`, settings: ON, ...changes }))
}

const passFor = (event: string, pass: Parameters<typeof storePassOf>[2] = {}) =>
  storePassOf(db, event, { generatesTickets: true, usage: 'ONCE_PER_EVENT', ...pass })

const link = (pass: number, event: string) =>
  sql`insert into event_pass (event_id, pass_id) select id, ${pass} from event where short_name = ${event}`.execute(
    db.kysely,
  )

/** A bought pass of an event that gives tickets by itself. */
const ownedPass = async (event: string, bought: Parameters<typeof storeBoughtPass>[2] = {}) =>
  storeBoughtPass(db, await passFor(event), bought)

async function ticketsBy(pass: string) {
  return db.kysely
    .selectFrom('ticket')
    .innerJoin('reservation', 'reservation.id', 'reservation_id')
    .innerJoin('ticket_category', 'ticket_category.id', 'category_id')
    .select([
      'reservation.id as order',
      'reservation.status',
      'ticket.status as ticket',
      'ticket.public_uuid as publicId',
      'ticket_category.name as category',
      'reservation.final_price as price',
      'reservation.language',
      'reservation.email as buyer',
      'ticket.email',
      'ticket.first_name as firstName',
      'ticket.last_name as lastName',
      'ticket.language as ticketLanguage',
    ])
    .where('bought_pass_id', '=', pass)
    .execute()
}

const countBy = async (pass: string) => (await ticketsBy(pass)).length

// Whatever is left of one test would be done by the next one.
afterEach(async () => {
  // A rule that applies is no failure: it delays no owner.
  const faults = [...(await inconsistencies(db)), ...(await findFailures(db, 10)).map(({ lastError }) => lastError)]
  if (faults.length > 0) throw new Error(faults.join('\n'))
  await db.kysely.updateTable('pass').set({ generates_tickets: false }).execute()
})

describe('an owner', () => {
  test('gets a ticket by a complete order of nothing, in the own name and language, with the mails of any order', async () => {
    const event = await open()
    const owner = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }
    const pass = await ownedPass(event, { owner, language: 'de' })
    expect(await generateTickets(shop)).toBe(1)
    const [ticket, ...others] = await ticketsBy(pass)
    expect(others).toEqual([])
    expect(ticket).toMatchObject({
      status: 'COMPLETE',
      ticket: 'ACQUIRED',
      price: 0n,
      language: 'de',
      buyer: owner.email,
      ...owner,
      ticketLanguage: 'de',
    })
    const order = ticket?.order ?? ''
    const audits = await db.kysely
      .selectFrom('audit')
      .select('type')
      .where('reservation_id', '=', order)
      .orderBy('id')
      .execute()
    expect(audits.map(({ type }) => type)).toEqual([
      'RESERVATION_CREATE',
      'SUBSCRIPTION_APPLIED',
      'RESERVATION_COMPLETE',
    ])
    const mails = await db.kysely.selectFrom('mail').select('recipient').where('reservation_id', '=', order).execute()
    expect(mails.map(({ recipient }) => recipient)).toContain(owner.email)
    expect(await infoOf(buyer, order)).toMatchObject({ orderSummary: { free: true, totalPrice: '0' } })
  })

  test('gets one, however often the job runs', async () => {
    const event = await open()
    const pass = await storeBoughtPass(db, await passFor(event, { usage: 'UNLIMITED' }))
    expect([await generateTickets(shop), await generateTickets(shop)]).toEqual([1, 0])
    expect(await countBy(pass)).toBe(1)
  })

  test('gets one of each event that takes the pass', async () => {
    const [one, two] = [await open(), await open()]
    const pass = await passFor(one)
    await link(pass, two)
    const bought = await storeBoughtPass(db, pass)
    expect(await generateTickets(shop)).toBe(2)
    expect(await countBy(bought)).toBe(2)
  })

  test('who has used the pass for the event gets no further one, and none while an order with it is open', async () => {
    const event = await open()
    const unlimited = await passFor(event, { usage: 'UNLIMITED' })
    const [used, held] = [await storeBoughtPass(db, unlimited), await storeBoughtPass(db, unlimited)]
    await orderedWith(event, used)
    const id = await hold(buyer, event, { Conference: 1 })
    await apply(id, held)
    expect(await generateTickets(shop)).toBe(0)
    await cancel(buyer, id)
    expect(await generateTickets(shop)).toBe(1)
    expect([await countBy(used), await countBy(held)]).toEqual([1, 1])
  })

  test('is served after those who have their pass longer', async () => {
    const event = await open({ seats: 1 })
    const pass = await passFor(event)
    const later = await storeBoughtPass(db, pass, { acquiredAt: after(now, -days(1)) })
    const earlier = await storeBoughtPass(db, pass, { acquiredAt: after(now, -days(2)) })
    expect(await generateTickets(shop)).toBe(1)
    expect([await countBy(earlier), await countBy(later)]).toEqual([1, 0])
  })

  test('whose data are broken keeps no other owner from a ticket', async () => {
    const event = await open()
    const pass = await passFor(event)
    const email = 'broken@example.org'
    const broken = await storeBoughtPass(db, pass, { email, acquiredAt: after(now, -days(2)) })
    const sound = await storeBoughtPass(db, pass, { acquiredAt: after(now, -days(1)) })
    const row = await breakRows(shop.db.pool, 'reservation', `old.email = '${email}'`)
    expect(await generateTickets(shop)).toBe(1)
    expect([await countBy(broken), await countBy(sound)]).toEqual([0, 1])
    const failures = await db.kysely.selectFrom('job_failure').select(['kind', 'last_error']).execute()
    expect(failures).toEqual([{ kind: 'bought-pass', last_error: 'this row is broken' }])
    await row.mend()
    clock.move(days(1))
    expect(await generateTickets(shop)).toBe(1)
    clock.set(now)
  })
})

/** What comes with every ticket, for CHF 10.00. */
const aFee = () =>
  aServiceFile({ supplementPolicy: 'MANDATORY_ONE_FOR_TICKET', inception: localTime(now, { days: -1 }) })

/** An order of one ticket that a pass pays for. */
async function orderedWith(event: string, pass: string): Promise<string> {
  const id = await readyToPay(buyer, event, { Conference: 1 })
  await apply(id, pass)
  expect((await pay(buyer, id, PAY_BY.NONE)).status).toBe(200)
  return id
}

const apply = async (id: string, code: string) =>
  buyer.expect(applyCode, 200, { params: { reservationId: id }, body: { code, email: null, type: 'SUBSCRIPTION' } })

describe('no owner gets a ticket', () => {
  const bought = (pass: Parameters<typeof storeBoughtPass>[2]) => async (event: string) => ownedPass(event, pass)
  type Case = readonly [why: string, owner: (event: string) => Promise<string>, event: Opened]
  const category = (changes: Parameters<typeof aCategoryFile>[1]): Opened => ({
    categories: [aCategoryFile(now, changes)],
  })

  const CASES: readonly Case[] = [
    ['where the setting is off', bought({}), { settings: {} }],
    [
      'by a pass that is not for it',
      async event => storeBoughtPass(db, await passFor(event, { generatesTickets: false })),
      {},
    ],
    [
      'by a pass that the event does not take',
      async event => storeBoughtPass(db, await passFor(event, { isLinked: false })),
      {},
    ],
    ['by a pass that is not paid', bought({ status: 'PENDING' }), {}],
    ['by a pass that was released', bought({ status: 'CANCELLED' }), {}],
    ['by a pass that ends before the event begins', bought({ to: after(EVENT_BEGINS, -days(1)) }), {}],
    ['by a pass that begins after the event has', bought({ from: after(EVENT_BEGINS, days(1)) }), {}],
    ['of an event that is not public', bought({}), { status: 'DRAFT' }],
    ['of a category that is not on sale yet', bought({}), category({ startSellingDate: localTime(now, { days: 10 }) })],
    ['of a hidden category', bought({}), category({ maxTickets: 5, accessRestricted: true })],
    ['of a category with which something comes that costs', bought({}), { additionalServices: [aFee()] }],
  ]

  test.each(CASES)('%s', async (_, owner, event) => {
    const pass = await owner(await open(event))
    expect(await generateTickets(shop)).toBe(0)
    expect(await countBy(pass)).toBe(0)
  })

  test('by a pass without an entry left', async () => {
    const [one, two] = [await open(), await open()]
    const pass = await passFor(one)
    await link(pass, two)
    const single = await storeBoughtPass(db, pass, { maxEntries: 1 })
    expect([await generateTickets(shop), await generateTickets(shop)]).toEqual([1, 0])
    expect(await countBy(single)).toBe(1)
  })

  test('that is for the members of a group', async () => {
    const event = await open()
    await linkGroup(db, event, { members: ['ada@example.org'] })
    const pass = await ownedPass(event)
    expect([await generateTickets(shop), await countBy(pass)]).toEqual([0, 0])
  })

  test('of an event that is sold out', async () => {
    const event = await open({ seats: 1 })
    await hold(buyer, event, { Conference: 1 })
    const pass = await ownedPass(event)
    expect([await generateTickets(shop), await countBy(pass)]).toEqual([0, 0])
  })

  test('once the event has begun', async () => {
    const event = await open({
      categories: [aCategoryFile(now, { endSellingDate: localTime(now, { days: 60, hours: 4 }) })],
    })
    const pass = await ownedPass(event)
    clock.set(after(EVENT_BEGINS, 1))
    expect([await generateTickets(shop), await countBy(pass)]).toEqual([0, 0])
    clock.set(now)
    expect([await generateTickets(shop), await countBy(pass)]).toEqual([1, 1])
  })

  test('by a pass of an owner who was erased', async () => {
    const event = await open()
    const pass = await ownedPass(event)
    await db.kysely.updateTable('bought_pass').set({ email: null }).where('id', '=', pass).execute()
    await sql`update reservation set erased_at = created_at from bought_pass
      where bought_pass.id = ${pass}::uuid and reservation.id = reservation_id`.execute(db.kysely)
    expect([await generateTickets(shop), await countBy(pass)]).toEqual([0, 0])
  })
})

test('a pass that is not good yet, and will be when the event begins, gives a ticket', async () => {
  const pass = await ownedPass(await open(), { from: EVENT_BEGINS, to: EVENT_BEGINS })
  expect([await generateTickets(shop), await countBy(pass)]).toEqual([1, 1])
})

describe('the category', () => {
  const categories = [
    aCategoryFile(now, { name: 'Box', price: 90 }),
    aCategoryFile(now, { name: 'Stalls', price: 40, maxTickets: 1 }),
    aCategoryFile(now, { name: 'Balcony', price: 12, maxTickets: 1 }),
  ]
  const categoryBy = async (pass: string) => (await ticketsBy(pass)).map(one => one.category)

  test('is the cheapest of which something is left', async () => {
    const event = await open({ categories })
    const pass = await passFor(event)
    const owners = []
    for (const age of [4, 3, 2, 1]) owners.push(await storeBoughtPass(db, pass, { acquiredAt: after(now, -days(age)) }))
    expect(await generateTickets(shop)).toBe(4)
    expect(await Promise.all(owners.map(categoryBy))).toEqual([['Balcony'], ['Stalls'], ['Box'], ['Box']])
  })

  test('is one that the pass is good for', async () => {
    const event = await open({ categories })
    const pass = await passFor(event, { categories: ['Stalls'] })
    const [first, second] = [await storeBoughtPass(db, pass), await storeBoughtPass(db, pass)]
    expect(await generateTickets(shop)).toBe(1)
    expect([...(await categoryBy(first)), ...(await categoryBy(second))]).toEqual(['Stalls'])
  })
})

describe('who has released a ticket', () => {
  const give = async (event: string) => {
    const pass = await passFor(event)
    const owned = await storeBoughtPass(db, pass)
    expect(await generateTickets(shop)).toBe(1)
    return { pass, owned, ticket: (await ticketsBy(owned))[0] }
  }
  const release = async (eventName: string, ticketIdentifier = '') =>
    buyer.expect(releaseTicket, 200, { params: { eventName, ticketIdentifier } })

  test('by its page gets no other one, and one of another event', async () => {
    const [event, other] = [await open(), await open()]
    const { pass, owned, ticket } = await give(event)
    await release(event, ticket?.publicId)
    // Released seats are free again after that.
    await runJobs()
    expect([await generateTickets(shop), await countBy(owned)]).toEqual([0, 0])
    await link(pass, other)
    expect([await generateTickets(shop), await countBy(owned)]).toEqual([1, 1])
  })

  test('that was ordered with the pass gets none either', async () => {
    const event = await open()
    const pass = await ownedPass(event)
    const [ticket] = ticketsOf(await infoOf(buyer, await orderedWith(event, pass)))
    await release(event, ticket?.uuid)
    expect([await generateTickets(shop), await countBy(pass)]).toEqual([0, 0])
  })

  test('because the organiser has taken the order back gets none', async () => {
    const { owned, ticket } = await give(await open())
    const params = { reservationId: ticket?.order ?? '' }
    await organiser.api.expect(refundReservation, 200, { params, body: { what: 'ORDER' } })
    expect([await generateTickets(shop), await countBy(owned)]).toEqual([0, 0])
  })
})

test('an owner whom the event has to ask something gets the ticket, and is asked for the answer once', async () => {
  const question = aQuestionFile({ required: true })
  const settings = { ...ON, OPTIONAL_DATA_REMINDER_ENABLED: true }
  const event = await open({ additionalInfo: [question], settings })
  const pass = await ownedPass(event)
  const ordered = await hold(buyer, event, { Conference: 1 })
  const [own] = ticketsOf(await infoOf(buyer, ordered))
  const answered = { [own?.uuid ?? '']: { ...ADA, userLanguage: 'en', additional: { meal: ['vegan'] } } }
  expect((await sendDetails(buyer, ordered, { ...ADA, tickets: answered })).status).toBe(200)
  expect((await pay(buyer, ordered, PAY_BY.ON_SITE)).status).toBe(200)
  expect(await generateTickets(shop)).toBe(1)
  clock.set(after(EVENT_BEGINS, -days(5)))
  expect([await askForAnswers(shop), await askForAnswers(shop)]).toEqual([1, 0])
  clock.set(now)
  const letters = await lettersOf(db, (await ticketsBy(pass))[0]?.order ?? '', 'some details are still missing')
  expect(letters).toMatchObject([{ recipient: 'ada@example.org' }])
  expect(letters[0]?.text).toContain('Which meal?')
  expect(letters[0]?.text).not.toContain('You need not answer')
})

describe('the job is woken for an event', () => {
  const schedule = async (event: string) => {
    const woken: string[] = []
    const jobs = { ...shop.jobs, wake: async (name: string) => void woken.push(name) }
    const { id } = await db.kysely
      .selectFrom('event')
      .select('id')
      .where('short_name', '=', event)
      .executeTakeFirstOrThrow()
    return [await scheduleTickets({ ...shop, jobs }, id), woken]
  }

  test('that gives tickets', async () => {
    expect(await schedule(await open())).toEqual([true, ['generate-pass-tickets']])
  })

  test('and not by default, where the event is a draft, or where it has begun', async () => {
    const soonAfter = await open()
    expect(await schedule(await open({ settings: {} }))).toEqual([false, []])
    expect(await schedule(await open({ status: 'DRAFT' }))).toEqual([false, []])
    clock.set(EVENT_BEGINS)
    expect(await schedule(soonAfter)).toEqual([false, []])
    clock.set(now)
  })
})

test('with nothing to do the job asks one question', async () => {
  expect(await statementsOf(() => generateTickets(shop))).toHaveLength(1)
})
