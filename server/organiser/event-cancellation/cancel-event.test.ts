import Papa from 'papaparse'
import { beforeEach, describe, expect, test } from 'vitest'
import * as bulk from '#contract/desk-bulk.ts'
import type { BulkItem, BulkJob } from '#contract/desk-bulk.ts'
import * as calls from '#contract/desk-cancellation.ts'
import type { CancellationPlan } from '#contract/desk-cancellation.ts'
import { doEventAction, readDeskEvent } from '#contract/desk-event.ts'
import { after, minutes } from '#domain/foundation/instant.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { runBulkJobs } from '#server/organiser/bulk/run-bulk-jobs.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { PAY_BY, buy, codesOf, hold, pay, readyToPay, reserve, statusOf } from '#tests/support/buyer/purchase.ts'
import { everybodyJoins, emailOf, standings } from '#tests/support/buyer/waiting-people.ts'
import { inconsistencies } from '#tests/support/database/consistency.ts'
import { at } from '#tests/support/organiser/event-desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { checkIn } from '#tests/support/organiser/polls.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'
import { isLongRun } from '#tests/support/run/repetitions.ts'
import { cancelEventKind } from './cancel-item.ts'

/** Orders by each of four ways: in the long run 300 in all. */
const ORDERS_OF_EACH = isLongRun() ? 75 : 2

const world = await onlineShop({ seats: 100 })
const { url, shop, clock, organiser, service } = world
const { organizationId } = organiser
const given = { role: 'OWNER', scope: { kind: 'organization', organizationId } } as const
const owner = await enterDesk(world, { email: 'owner@example.org', given })
const editor = await enterDesk(world, { email: 'editor@example.org', given: { ...given, role: 'EDITOR' } })
const finance = await enterDesk(world, { email: 'finance@example.org', given: { ...given, role: 'FINANCE' } })
let number = 0

/** An event with three ways to pay and few seats. */
async function anEvent(changes: Parameters<typeof anEventFile>[1] = {}) {
  number += 1
  const { tickets, ...file } = anEventFile(clock.now(), {
    slug: `off-${number}`,
    categories: [aCategoryFile(clock.now()), aCategoryFile(clock.now(), { name: 'Free', price: 0 })],
    ...changes,
  })
  const ways = { ...tickets, paymentMethods: ['PAYPAL' as const, 'OFFLINE' as const, 'ON_SITE' as const] }
  const shortName = await organiser.open({ ...file, tickets: ways })
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  return { id, shortName }
}

const buyer = aBuyer(url)

beforeEach(() => {
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
})

const order = (shortName: string, by: keyof typeof PAY_BY) => buyBy(shortName, PAY_BY[by])
async function buyBy(shortName: string, by: (typeof PAY_BY)[keyof typeof PAY_BY]): Promise<string> {
  const id = await readyToPay(buyer, shortName, { Conference: 2 })
  expect((await pay(buyer, id, by)).status).toBe(200)
  return id
}
const plan = async (id: number) => (await owner.ask(calls.planCancellation, at(id))).body as CancellationPlan
const cancel = (id: number, text = 'The hall is flooded.', who = owner) =>
  who.ask(calls.cancelDeskEvent, { ...at(id), body: { text } })
const cancelled = async (id: number) => {
  const answer = await cancel(id)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return { params: { jobId: String((answer.body as { jobId: number }).jobId) } }
}
const run = () => runBulkJobs(shop, [cancelEventKind])
type OfJob = { readonly params: { readonly jobId: string } }
const jobOf = async (of: OfJob) => (await owner.ask(bulk.readBulkJob, of)).body as BulkJob
const itemsOf = async (of: OfJob) =>
  ((await owner.ask(bulk.listBulkItems, of)).body as { items: BulkItem[] }).items.map(({ orderId, state, code }) => [
    orderId,
    state,
    code?.replace('foyer.desk.bulk.outcome.', ''),
  ])
const shortIdOf = (orderId: string): string => orderId.slice(0, 8).toUpperCase()
/** The lines of the report without its head. */
async function reportOf({ params: { jobId } }: OfJob): Promise<string[][]> {
  const report = await fetch(`${url}/api/organiser/v1/bulk-jobs/${jobId}/report.csv`, {
    headers: { cookie: `foyer_desk=${owner.cookie()}` },
  })
  return Papa.parse<string[]>((await report.text()).replace(/^\u{feff}/u, ''), { skipEmptyLines: true }).data.slice(1)
}
const mailsTo = async (recipient: string, subject: string) =>
  shop.db.kysely
    .selectFrom('mail')
    .select('text_body as text')
    .where('recipient', '=', recipient)
    .where('subject', '=', subject)
    .execute()

describe('an event is cancelled', () => {
  test('as its plan says: each order once, money back the way it came, people written to', async () => {
    const { id, shortName } = await anEvent({ title: 'Gala' })
    const online = await order(shortName, 'PAYPAL')
    const awaited = await order(shortName, 'OFFLINE')
    const arrived = await order(shortName, 'OFFLINE')
    await organiser.confirm(arrived)
    const atDoor = await order(shortName, 'ON_SITE')
    const free = await buy(buyer, shortName, { Free: 1 }, { by: 'NONE' })
    const letIn = await order(shortName, 'ON_SITE')
    await checkIn(shop.db, letIn)
    const cart = await hold(buyer, shortName, { Conference: 1 })
    expect(await plan(id)).toMatchObject({
      cancelledAt: null,
      jobId: null,
      isAllowed: true,
      orders: 5,
      tickets: 9,
      carts: 1,
      letIn: 1,
      payments: [
        { provider: 'OFFLINE', way: 'NONE', orders: 1, amount: '240.00', currency: 'CHF' },
        { provider: 'NONE', way: 'NONE', orders: 1 },
        { provider: 'OFFLINE', way: 'BY_HAND', orders: 1, amount: '240.00' },
        { provider: 'ON_SITE', way: 'NONE', orders: 1, amount: '240.00' },
        { provider: 'PAYPAL', way: 'BY_PROVIDER', orders: 1, amount: '240.00' },
      ],
    })
    const job = await cancelled(id)
    expect((await cancel(id, 'again')).body).toMatchObject({ jobId: Number(job.params.jobId) })
    expect(codesOf(await reserve(buyer, shortName, { Conference: 1 }))).not.toEqual([])
    await run()
    await sendRefunds(shop)
    expect(new Set(await itemsOf(job))).toEqual(
      new Set([
        [online, 'SUCCEEDED', 'refunded'],
        [awaited, 'SUCCEEDED', 'unpaid'],
        [arrived, 'REFUSED', 'by-hand'],
        [atDoor, 'SUCCEEDED', 'unpaid'],
        [free, 'SUCCEEDED', 'unpaid'],
        [letIn, 'REFUSED', 'checked-in'],
        [cart, 'SUCCEEDED', 'cart'],
      ]),
    )
    expect(await jobOf(job)).toMatchObject({
      status: 'ENDED',
      total: 7,
      done: 5,
      refused: 2,
      waiting: 0,
      by: 'Grace Hopper',
    })
    expect(await world.refundsOf(online)).toMatchObject([{ amount: 24_000n, status: 'DONE', sends: 1 }])
    expect(await mailsTo('ada@example.org', 'Cancelled: Gala')).toHaveLength(5)
    const texts = (await mailsTo('ada@example.org', 'Cancelled: Gala')).map(({ text }) => text)
    expect(texts.every(text => text.includes('The hall is flooded.'))).toBe(true)
    expect(texts.filter(text => /pays CHF.240\.00 back to you/.test(text))).toHaveLength(1)
    expect(await reportOf(job)).toHaveLength(7)
    expect(await inconsistencies(shop.db)).toEqual([])
    // What is left when the check-in is taken back is another job's.
    await shop.db.kysely.updateTable('ticket').set({ status: 'ACQUIRED' }).where('reservation_id', '=', letIn).execute()
    const second = await cancelled(id)
    await run()
    expect((await itemsOf(second)).map(([order]) => order)).toEqual([letIn])
  })

  test('its page says so, its sale is over, and it is not published again', async () => {
    const { id, shortName } = await anEvent()
    await cancelled(id)
    await run()
    const page = (await (await fetch(`${url}/api/v2/public/event/${shortName}`)).json()) as { facts: object }
    expect(page.facts).toMatchObject({ cancelled: 'The hall is flooded.' })
    const params = { eventId: String(id) }
    await owner.ask(doEventAction, { params: { ...params, action: 'unpublish' } })
    expect(codes(await owner.ask(doEventAction, { params: { ...params, action: 'publish' } }))).toContainEqual([
      null,
      'foyer.desk.event.refused.cancelled',
    ])
    expect((await owner.ask(readDeskEvent, at(id))).body).toMatchObject({ facts: { cancelledAt: clock.now() } })
  })

  test('by those who may also refund its orders, and no other member', async () => {
    const { id } = await anEvent()
    expect((await cancel(id, '', editor)).status).toBe(403)
    expect((await editor.ask(calls.planCancellation, at(id))).status).toBe(403)
    expect((await cancel(id, '', finance)).status).toBe(404)
    expect((await cancel(999_999)).status).toBe(404)
    const job = await cancelled(id)
    expect((await finance.ask(bulk.readBulkJob, job)).status).toBe(200)
    expect((await editor.ask(bulk.readBulkJob, job)).status).toBe(403)
    const elsewhere = await anOrganiser(url, world.apiKey, 'Choir')
    const theirs = { role: 'OWNER', scope: { kind: 'organization', organizationId: elsewhere.organizationId } } as const
    const stranger = await enterDesk(world, { email: 'stranger@example.org', given: theirs })
    for (const call of [bulk.readBulkJob, bulk.listBulkItems, bulk.downloadBulkReport, bulk.stopBulkJob])
      expect((await stranger.ask(call, job)).status).toBe(404)
    expect((await stranger.ask(bulk.listBulkJobs)).body).toEqual({ jobs: [], nextCursor: null })
    expect((await cancel(id, '', stranger)).status).toBe(404)
  })

  test('and ends its waiting list with a mail', async () => {
    const settings = { ENABLE_WAITING_QUEUE: true }
    const { id, shortName } = await anEvent({
      title: 'Full',
      seats: 2,
      settings,
      categories: [aCategoryFile(clock.now(), { maxTickets: 2 })],
    })
    await order(shortName, 'ON_SITE')
    await everybodyJoins(buyer, shortName, 'Bob')
    expect(await plan(id)).toMatchObject({ waiting: 1, people: 4 })
    await cancelled(id)
    await run()
    expect(await standings(shop.db, shortName)).toEqual(['Bob CANCELLED'])
    expect(await mailsTo(emailOf('Bob'), 'Cancelled: Full')).toHaveLength(1)
  })
})

describe('a payment that comes after the cancellation', () => {
  test('of a cart is not begun, and a free one is not confirmed', async () => {
    const { id, shortName } = await anEvent()
    const cart = await readyToPay(buyer, shortName, { Conference: 1 })
    const free = await readyToPay(buyer, shortName, { Free: 1 })
    await cancelled(id)
    expect((await pay(buyer, cart, PAY_BY.PAYPAL)).status).toBe(422)
    expect((await pay(buyer, cart, PAY_BY.ON_SITE)).status).toBe(422)
    expect((await pay(buyer, free, PAY_BY.NONE)).status).toBe(422)
  })

  test('by a provider goes back by itself', async () => {
    const { id, shortName } = await anEvent()
    service.next({ kind: 'waiting', data: {} })
    const paying = await readyToPay(buyer, shortName, { Conference: 2 })
    await pay(buyer, paying, PAY_BY.PAYPAL)
    const job = await cancelled(id)
    await run()
    expect(await itemsOf(job)).toEqual([[paying, 'NOTHING', 'under-way']])
    service.setState({ kind: 'settled' })
    await world.message(paying)
    await sendRefunds(shop)
    expect(await world.refundsOf(paying)).toMatchObject([{ amount: 24_000n, status: 'DONE', sends: 1 }])
    expect(await statusOf(buyer, paying)).not.toBe('COMPLETE')
  })

  test('by transfer is refused, and the order keeps its row', async () => {
    const { id, shortName } = await anEvent()
    const awaited = await order(shortName, 'OFFLINE')
    await cancelled(id)
    const early = await organiser.confirm(awaited)
    expect([early.status, early.value]).toEqual([
      400,
      'bad request: the event is cancelled; return the money to the buyer',
    ])
    await run()
    expect((await organiser.confirm(awaited)).status).toBe(400)
    expect(await statusOf(buyer, awaited)).toBe('CANCELLED')
  })
})

describe('its job', () => {
  test(
    `ends ${ORDERS_OF_EACH * 4} orders that were paid four ways, and reports each of them`,
    { timeout: 600_000 },
    async () => {
      const { id, shortName } = await anEvent({ seats: ORDERS_OF_EACH * 8 })
      const orders: Record<'PAYPAL' | 'OFFLINE' | 'ON_SITE' | 'NONE', string[]> = {
        PAYPAL: [],
        OFFLINE: [],
        ON_SITE: [],
        NONE: [],
      }
      for (let each = 0; each < ORDERS_OF_EACH; each += 1) {
        orders.PAYPAL.push(await order(shortName, 'PAYPAL'))
        orders.OFFLINE.push(await order(shortName, 'OFFLINE'))
        orders.ON_SITE.push(await order(shortName, 'ON_SITE'))
        orders.NONE.push(await buy(buyer, shortName, { Free: 1 }, { by: 'NONE' }))
      }
      for (const transfer of orders.OFFLINE) await organiser.confirm(transfer)
      const job = await cancelled(id)
      await Promise.all([run(), run()])
      // A round of the job does a part of many orders.
      for (let rounds = 0; rounds < 10 && (await jobOf(job)).status === 'RUNNING'; rounds += 1) await run()
      await sendRefunds(shop)
      expect(await jobOf(job)).toMatchObject({
        status: 'ENDED',
        total: ORDERS_OF_EACH * 4,
        done: ORDERS_OF_EACH * 3,
        refused: ORDERS_OF_EACH,
        waiting: 0,
      })
      const outcomes = new Map(
        (await reportOf(job)).map(([, shortId, , state, outcome]) => [shortId, `${state}: ${outcome}`]),
      )
      expect(outcomes.size).toBe(ORDERS_OF_EACH * 4)
      const outcomesOf = (ids: readonly string[]) => [...new Set(ids.map(orderId => outcomes.get(shortIdOf(orderId))))]
      expect([orders.PAYPAL, orders.OFFLINE, orders.ON_SITE, orders.NONE].map(outcomesOf)).toEqual([
        ['done: Cancelled. CHF 240.00 goes back by its provider.'],
        ['for you to do: Cancelled. Pay CHF 240.00 back to the buyer.'],
        ['done: Cancelled. Nothing was paid.'],
        ['done: Cancelled. Nothing was paid.'],
      ])
      for (const paid of orders.PAYPAL)
        expect(await world.refundsOf(paid)).toMatchObject([{ amount: 24_000n, status: 'DONE', sends: 1 }])
      expect(await inconsistencies(shop.db)).toEqual([])
    },
  )

  test('does each order once, though several run it and it is stopped meanwhile', async () => {
    const { id, shortName } = await anEvent()
    const first = await order(shortName, 'PAYPAL')
    const second = await order(shortName, 'PAYPAL')
    const job = await cancelled(id)
    expect((await owner.ask(bulk.stopBulkJob, job)).body).toMatchObject({ status: 'STOPPED', waiting: 2 })
    await run()
    expect(await statusOf(buyer, first)).toBe('COMPLETE')
    expect((await owner.ask(bulk.resumeBulkJob, job)).body).toMatchObject({ status: 'RUNNING' })
    await Promise.all([run(), run(), run()])
    await run()
    await sendRefunds(shop)
    expect(await jobOf(job)).toMatchObject({ status: 'ENDED', done: 2 })
    for (const each of [first, second]) expect(await world.refundsOf(each)).toHaveLength(1)
    expect((await owner.ask(bulk.stopBulkJob, job)).body).toMatchObject({ status: 'ENDED' })
  })

  test('does nothing of an item whose outcome can not be stored, and tries it again', async () => {
    const { id, shortName } = await anEvent()
    const paid = await order(shortName, 'PAYPAL')
    const job = await cancelled(id)
    const broken = {
      ...cancelEventKind,
      act: (...[of, item, close]: Parameters<typeof cancelEventKind.act>) =>
        cancelEventKind.act(of, item, async (tx, outcome) => {
          await close(tx, outcome)
          throw new Error('killed here')
        }),
    }
    await runBulkJobs(shop, [broken])
    expect(await statusOf(buyer, paid)).toBe('COMPLETE')
    expect(await jobOf(job)).toMatchObject({ status: 'RUNNING', waiting: 1 })
    clock.set(after(clock.now(), minutes(3)))
    await run()
    expect(await world.refundsOf(paid)).toHaveLength(1)
    expect(await jobOf(job)).toMatchObject({ status: 'ENDED' })
  })
})
