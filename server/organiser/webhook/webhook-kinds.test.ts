import { describe, expect, test } from 'vitest'
import { cancelDeskEvent } from '#contract/desk-cancellation.ts'
import { days, hours } from '#domain/foundation/instant.ts'
import { doOrderAction, planOrderAction } from '#contract/desk-order-action.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { webhookReceiver } from '#tests/fakes/webhook-receiver.ts'
import { PAY_BY, buy, pay, readyToPay } from '#tests/support/buyer/purchase.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { aWebhookOwner } from '#tests/support/organiser/webhooks.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'
import { erasePersonalData } from '#server/order/retention/erase-personal-data.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'

const world = await onlineShop()
const { shop, url, apiKey, clock, organiser, buyer, service, payOnline, orderReady, runJobs } = world
const owner = await aWebhookOwner(world, organiser.organizationId)
const receiver = await webhookReceiver()
await owner.make(receiver.url)
const free = await organiser.open(aFreeEventFile(clock.now(), { slug: 'free', seats: 50 }))
const byTransfer = await organiser.open(anEventFile(clock.now(), { slug: 'by-transfer' }))
await arrived()

/** What has arrived by now: the type of each, and what it is about. */
async function arrived() {
  await deliverWebhooks(shop)
  return receiver.take()
}
const typesOf = async (): Promise<string[]> => (await arrived()).map(({ type }) => type).toSorted()

const freeOrder = (): Promise<string> => buy(buyer, free, { Everybody: 2 }, { by: 'NONE' })
async function paidOrder(): Promise<string> {
  service.next({ kind: 'settled' })
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(200)
  return id
}

async function act(orderId: string, form: Record<string, unknown>): Promise<void> {
  const plan = await owner.ask(planOrderAction, { params: { orderId }, body: form })
  expect(plan.status, JSON.stringify(plan.body)).toBe(200)
  const { seen } = plan.body as { seen: string }
  const body = { ...form, seen, requestId: crypto.randomUUID() }
  expect((await owner.ask(doOrderAction, { params: { orderId }, body })).status).toBe(200)
}

describe('order.completed', () => {
  test('comes once for a free order, with ids, the sum and where to read the rest, and without people', async () => {
    const orderId = await freeOrder()
    const [message, ...others] = await arrived()
    expect(others).toEqual([])
    expect(message).toMatchObject({
      type: 'order.completed',
      data: { orderId, organizationId: organiser.organizationId, eventSlug: 'free', amount: '0.00' },
    })
    expect(message?.data['url']).toMatch(new RegExp(`/api/organiser/v1/orders/${orderId}$`))
    expect(JSON.stringify(message)).not.toMatch(/\bada\b|lovelace/i)
  })

  test('comes once for a paid order, however often its provider reports it', async () => {
    const orderId = await paidOrder()
    await world.message(orderId)
    await world.message(orderId)
    await runJobs()
    expect(
      (await arrived()).map(({ type, data }) => [type, data['orderId'], data['amount'], data['currency']]),
    ).toEqual([['order.completed', orderId, '240.00', 'CHF']])
  })

  test('comes once for an order by transfer: when the transfer is confirmed', async () => {
    const orderId = await readyToPay(buyer, byTransfer, { Conference: 1 })
    await pay(buyer, orderId, PAY_BY.OFFLINE)
    expect(await typesOf()).toEqual([])
    expect((await organiser.confirm(orderId)).status).toBe(200)
    await organiser.confirm(orderId)
    expect((await arrived()).map(({ type, data }) => [type, data['orderId']])).toEqual([['order.completed', orderId]])
  })

  test('does not come for what a plan would do', async () => {
    const orderId = await paidOrder()
    await arrived()
    await owner.ask(planOrderAction, { params: { orderId }, body: { action: 'refund', what: 'ORDER' } })
    expect(await typesOf()).toEqual([])
  })
})

describe('later', () => {
  test('a refund of a part says how much, and one of all cancels the order with its tickets', async () => {
    const orderId = await paidOrder()
    await arrived()
    await act(orderId, { action: 'refund', what: 'AMOUNT', amount: '40' })
    await runJobs()
    expect((await arrived()).map(({ type, data }) => [type, data['orderId'], data['amount']])).toEqual([
      ['order.refunded', orderId, '40.00'],
    ])
    service.answers({ refund: { kind: 'refunded', reference: 're_2' } })
    await act(orderId, { action: 'refund', what: 'ORDER' })
    await runJobs()
    expect(await typesOf()).toEqual(['order.cancelled', 'order.refunded', 'ticket.cancelled', 'ticket.cancelled'])
  })

  test('a free order that is cancelled, whose row goes, is said to be cancelled', async () => {
    const orderId = await freeOrder()
    await arrived()
    await act(orderId, { action: 'refund', what: 'ORDER' })
    const cancelled = (await arrived()).filter(({ type }) => type === 'order.cancelled')
    expect(cancelled.map(({ data }) => data['orderId'])).toEqual([orderId])
  })

  test('a ticket that comes in says so, and once more when it was taken back', async () => {
    const orderId = await freeOrder()
    const [ticket] = await paperTickets(shop, orderId)
    if (!ticket) throw new Error('no ticket')
    await arrived()
    const { organizationId } = organiser
    const door = aScanner(url, await aKey(url, { systemKey: apiKey, organizationId, role: 'SUPERVISOR' }), free)
    await door.scan(ticket)
    await door.scan(ticket)
    await door.revert(ticket)
    await door.scan(ticket)
    const got = await arrived()
    expect(got.map(({ type }) => type)).toEqual(['ticket.checked_in', 'ticket.changed', 'ticket.checked_in'])
    expect(got[0]?.data).toMatchObject({ orderId, eventSlug: 'free' })
    // The private id opens the door.
    expect(JSON.stringify(got)).not.toContain(ticket.identifier)
  })

  test('a cart that was never confirmed says nothing when it goes', async () => {
    await orderReady()
    clock.move(hours(2))
    await runJobs()
    expect(await typesOf()).toEqual([])
  })
})

describe('events', () => {
  test('one that is published says so, and that it is cancelled', async () => {
    const draft = await organiser.open(aFreeEventFile(clock.now(), { slug: 'soon' }))
    const [published, ...others] = await arrived()
    expect([published?.type, published?.data['eventSlug'], others]).toEqual(['event.published', draft, []])
    const params = { eventId: String(published?.data['eventId']) }
    expect((await owner.ask(cancelDeskEvent, { params, body: { text: 'Flooded.' } })).status).toBe(200)
    expect((await arrived()).map(({ type, data }) => [type, data['eventSlug']])).toEqual([['event.cancelled', draft]])
  })
})

test('a payment that needs a person says so, and why', async () => {
  service.next({ kind: 'settled', amount: '1' })
  const id = await orderReady()
  await payOnline(id)
  const [message] = (await arrived()).filter(({ type }) => type === 'payment.attention')
  expect(message?.data).toMatchObject({ orderId: id, reason: 'OTHER_SUM' })
})

test('a holder who is corrected is one change of the ticket, by the id that it has from then on', async () => {
  const orderId = await freeOrder()
  await arrived()
  const ids = () =>
    shop.db.kysely.selectFrom('ticket').select('public_uuid as id').where('reservation_id', '=', orderId).execute()
  const [{ id: ticketId } = { id: '' }] = await ids()
  await act(orderId, {
    action: 'correct-holder',
    ticketId,
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace@example.org',
  })
  const got = await arrived()
  expect(got.map(({ type }) => type)).toEqual(['ticket.changed'])
  expect((await ids()).map(({ id }) => id)).toContain(got[0]?.data['ticketId'])
  expect(JSON.stringify(got)).not.toMatch(/grace/i)
})

test('another organisation gets nothing of it, and its own alone', async () => {
  const choir = await anOrganiser(url, apiKey, 'Choir')
  const theirs = await webhookReceiver()
  await (await aWebhookOwner(world, choir.organizationId)).make(theirs.url)
  await freeOrder()
  await deliverWebhooks(shop)
  expect([theirs.take().length, receiver.take().length]).toEqual([0, 1])
  const shortName = await choir.open(aFreeEventFile(clock.now(), { slug: 'choir' }))
  await buy(buyer, shortName, { Everybody: 1 }, { by: 'NONE' })
  await deliverWebhooks(shop)
  expect([theirs.take().map(({ type }) => type), receiver.take().length]).toEqual([
    ['event.published', 'order.completed'],
    0,
  ])
})

test('an endpoint gets only what it asks for', async () => {
  const few = await webhookReceiver()
  await owner.make(few.url, ['ticket.checked_in'])
  await freeOrder()
  await deliverWebhooks(shop)
  expect([few.take().length, receiver.take().length]).toEqual([0, 1])
})

test('an order whose people are erased says nothing', async () => {
  const passing = await organiser.open({
    ...aFreeEventFile(clock.now(), { slug: 'passing' }),
    settings: { RETENTION_DAYS: 30 },
  })
  const orderId = await buy(buyer, passing, { Everybody: 1 }, { by: 'NONE' })
  await arrived()
  clock.move(days(365))
  expect(await erasePersonalData(shop)).toBeGreaterThan(0)
  const erased = await shop.db.kysely.selectFrom('reservation').select('email').where('id', '=', orderId).execute()
  expect([erased, await typesOf()]).toEqual([[{ email: null }], []])
})
