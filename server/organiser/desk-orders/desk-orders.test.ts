import { describe, expect, test } from 'vitest'
import * as calls from '#contract/desk-order-detail.ts'
import { listDeskOrders } from '#contract/desk-order.ts'
import { MAX_NOTE_LENGTH, MAX_TAG_LENGTH } from '#contract/limits.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { erasePersonalData } from '#server/order/retention/erase-personal-data.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { PAY_BY, filledIn, hold, infoOf, pay, readyToPay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const served = await onlineShop()
const { shop, url, apiKey, clock, organiser, buyer, event, payOnline } = served
const { organizationId } = organiser
const finance = await aDeskMember(served, organizationId, 'FINANCE')
const atDesk = await aDeskMember(served, organizationId, 'DESK')
const choir = await anOrganiser(url, apiKey, 'Choir')
const stranger = await aDeskMember(served, choir.organizationId, 'OWNER')

/** Every order comes some time after the one before. */
async function paidBy(firstName: string, lastName: string, tickets = 1): Promise<string> {
  clock.set(after(clock.now(), 1000))
  const id = await hold(buyer, event, { Conference: tickets })
  const email = `${firstName}@${lastName}.example`.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), firstName, lastName, email })
  expect((await payOnline(id)).status).toBe(200)
  return id
}

const zoe = await paidBy('Zoë', 'Müller', 2)
const ada = await paidBy('Ada', 'Byron')
const transfer = await (async () => {
  clock.set(after(clock.now(), 1000))
  const shortName = await organiser.open(anEventFile(clock.now(), { slug: 'by-transfer' }))
  const id = await readyToPay(buyer, shortName, { Conference: 1 })
  await pay(buyer, id, PAY_BY.OFFLINE)
  return id
})()
const ids = async (query: Record<string, string> = {}, who = finance) =>
  (await who.orders(query)).orders.map(({ id }) => id)

describe('the list of orders', () => {
  test('has the latest first, with what each is for, its money and its state', async () => {
    const { orders, counts } = await finance.orders()
    expect(orders.map(({ id }) => id)).toEqual([transfer, ada, zoe])
    expect(orders[2]).toMatchObject({
      name: 'Zoë Müller',
      email: 'zoe@muller.example',
      group: 'COMPLETE',
      tickets: 2,
      of: { kind: 'EVENT', slug: event, organizationId },
      money: { total: '240.00', currency: 'CHF', refunded: '0.00', isRefundOpen: false, method: 'PAYPAL' },
      needs: [],
      isErased: false,
    })
    expect(counts).toEqual({ ALL: 3, NEEDS: 0, AWAITED: 1, COMPLETE: 2, OPEN: 0, ENDED: 0, REFUND: 0 })
  })

  test.each([
    ['zoe', [() => zoe]],
    ['MUELLER', [() => zoe]],
    ['byron ada', [() => ada]],
    ['byron zoe', []],
    ['240.00', [() => zoe]],
    ['ada@byron', [() => ada]],
    ['by', [() => ada]],
    ['mu z', [() => zoe]],
    ['yr', []],
    ['100%', []],
    ['_da', []],
  ] as const)('is searched by %s, without accents and capitals', async (q, expected) => {
    expect(await ids({ q })).toEqual(expected.map(id => id()))
  })

  test('finds a short id, and the code of a ticket, whichever of its ids is typed', async () => {
    const { uuid, public_uuid: publicId } = await shop.db.kysely
      .selectFrom('ticket')
      .select(['uuid', 'public_uuid'])
      .where('reservation_id', '=', ada)
      .executeTakeFirstOrThrow()
    for (const q of [ada.slice(0, 8).toUpperCase(), ada, publicId, uuid, `${uuid}/more`]) {
      expect(await ids({ q })).toEqual([ada])
    }
  })

  test('is filtered by state, event, way of payment and time', async () => {
    expect(await ids({ show: 'AWAITED' })).toEqual([transfer])
    expect(await ids({ method: 'PAYPAL' })).toEqual([ada, zoe])
    const [latest, second] = (await finance.orders()).orders
    expect(await ids({ contextId: String(latest?.of.id) })).toEqual([transfer])
    const since = String(second?.createdAt)
    expect(await ids({ since })).toEqual([transfer, ada])
    expect(await ids({ until: since })).toEqual([zoe])
  })

  test('goes on from a cursor; one that is none begins at the beginning', async () => {
    const [, second] = (await finance.orders()).orders
    const next = await finance.orders({ cursor: `${second?.createdAt}_${second?.id}` })
    expect([next.orders.map(({ id }) => id), next.nextCursor, next.counts]).toEqual([[zoe], null, null])
    expect(await ids({ cursor: "1_x' or 1=1" })).toHaveLength(3)
  })

  test('says which transfers are late', async () => {
    const now = clock.now()
    clock.set(after(now, days(30)))
    const later = await aDeskMember(served, organizationId, 'FINANCE')
    const [late] = (await later.orders({ show: 'NEEDS' })).orders
    expect([late?.id, late?.needs]).toEqual([transfer, ['TRANSFER_LATE']])
    clock.set(now)
  })

  test('shows a member of the desk no money, and finds nothing by it', async () => {
    const { orders } = await atDesk.orders()
    expect(orders.map(({ money }) => money)).toEqual([null, null, null])
    expect(await ids({ q: '240.00' }, atDesk)).toEqual([])
    expect(await ids({ method: 'PAYPAL' }, atDesk)).toEqual([])
    expect(await ids({ show: 'REFUND' }, atDesk)).toEqual([])
    const { sums, payments, documents, seats } = await atDesk.order(zoe)
    expect([sums, payments, documents, seats.map(({ price }) => price)]).toEqual([null, [], [], [null, null]])
    expect(JSON.stringify(await atDesk.order(zoe))).not.toContain('240')
  })

  test('has nothing of other organisations, whatever is searched for', async () => {
    for (const query of [{}, { q: 'zoe' }, { q: zoe }, { q: '240' }, { show: 'AWAITED' }]) {
      expect(await ids(query, stranger)).toEqual([])
    }
    expect(await stranger.ask(calls.readDeskOrder, { params: { orderId: zoe } })).toMatchObject({ status: 404 })
    const editor = await aDeskMember(served, organizationId, 'EDITOR')
    expect(await editor.ask(listDeskOrders)).toMatchObject({ status: 403 })
    expect(await aBuyer(url).ask(listDeskOrders, {})).toMatchObject({ status: 401 })
  })
})

describe('an order', () => {
  test('is read with its people, money, documents, mails and history', async () => {
    const order = await finance.order(zoe)
    expect(order).toMatchObject({
      buyer: { firstName: 'Zoë', lastName: 'Müller' },
      sums: { received: '240.00', left: '240.00' },
      payments: [{ provider: 'PAYPAL', amount: '240.00', refunds: [] }],
      documents: [{ type: 'RECEIPT', total: '240.00' }],
    })
    expect(order.seats).toHaveLength(2)
    expect(order.mails.length).toBeGreaterThan(0)
    expect(order.history.at(-1)).toMatchObject({ message: 'Seats reserved', by: null })
    for (const { code, message } of order.history) expect(message).not.toBe(code)
    // The address as it was then, whatever the event says later.
    expect(order.history.find(({ code }) => code.endsWith('terms-condition-accepted'))).toMatchObject({
      message: 'Terms accepted',
      detail: 'https://alpine.example/terms',
    })
    const { status } = await finance.ask(calls.readDeskOrder, { params: { orderId: crypto.randomUUID() } })
    expect(status).toBe(404)
  })

  test('has its documents and good tickets as files, those of other orders not', async () => {
    const { documents, seats } = await finance.order(zoe)
    const fetched = async (path: string, desk = finance) => {
      const answer = await fetch(`${url}/api/organiser/v1/orders/${path}`, {
        headers: { cookie: `foyer_desk=${desk.cookie()}` },
      })
      return [answer.status, answer.headers.get('content-type')]
    }
    const document = `documents/${documents[0]?.id}`
    expect(await fetched(`${zoe}/${document}`)).toEqual([200, 'application/pdf'])
    expect(await fetched(`${zoe}/tickets/${seats[0]?.id}/file`, atDesk)).toEqual([200, 'application/pdf'])
    expect((await fetched(`${ada}/${document}`))[0]).toBe(404)
    expect((await fetched(`${zoe}/${document}`, atDesk))[0]).toBe(404)
    expect((await fetched(`${ada}/tickets/${seats[0]?.id}/file`))[0]).toBe(404)
  })

  test('has notes, which their writers alone remove, and tags that it is found by', async () => {
    const params = { orderId: ada }
    const { body } = await finance.ask(calls.writeOrderNote, { params, body: { text: ' Phoned, pays this week. ' } })
    expect(body).toMatchObject({ by: 'Member FINANCE', text: 'Phoned, pays this week.', isOwn: true })
    expect(await finance.ask(calls.putOrderTags, { params, body: { tags: ['VIP', 'vip', ' press '] } })).toEqual({
      status: 200,
      body: { tags: ['VIP', 'press'] },
    })
    const { notes, tags } = await atDesk.order(ada)
    expect([notes.map(({ isOwn, text }) => [isOwn, text]), tags]).toEqual([
      [[false, 'Phoned, pays this week.']],
      ['VIP', 'press'],
    ])
    expect(await ids({ tag: 'press' })).toEqual([ada])
    const note = { params: { ...params, noteId: notes[0]?.id ?? '' } }
    expect((await atDesk.ask(calls.removeOrderNote, note)).status).toBe(404)
    expect((await finance.ask(calls.removeOrderNote, note)).status).toBe(204)
    expect((await finance.ask(calls.removeOrderNote, note)).status).toBe(404)
    const refused = async (call: typeof calls.writeOrderNote | typeof calls.putOrderTags, sent: object) =>
      codes(await finance.ask(call, { params, body: sent }))[0]?.[1]
    expect(await refused(calls.writeOrderNote, { text: '  ' })).toBe('foyer.desk.order.note.empty')
    expect(await refused(calls.writeOrderNote, { text: 'x'.repeat(MAX_NOTE_LENGTH + 1) })).toBe(
      'foyer.desk.order.note.long',
    )
    expect(await refused(calls.putOrderTags, { tags: ['x'.repeat(MAX_TAG_LENGTH + 1)] })).toBe(
      'foyer.desk.order.tags.long',
    )
    expect(await refused(calls.putOrderTags, { tags: Array.from({ length: 30 }, (_, n) => `t${n}`) })).toBe(
      'foyer.desk.order.tags.many',
    )
  })

  test('whose people were erased is found by none of them, shows its money, and takes no notes', async () => {
    const params = { orderId: zoe }
    await finance.ask(calls.writeOrderNote, { params, body: { text: 'Zoë sits in front' } })
    await finance.ask(calls.putOrderTags, { params, body: { tags: ['zoe'] } })
    await shop.db.kysely.insertInto('setting').values({ key: 'RETENTION_DAYS', value: '30' }).execute()
    clock.set(after(clock.now(), days(2000)))
    await erasePersonalData(shop)
    const later = await aDeskMember(served, organizationId, 'FINANCE')
    expect(await ids({ q: 'zoe' }, later)).toEqual([])
    const order = await later.order(zoe)
    expect(order).toMatchObject({
      isErased: true,
      name: '',
      tags: [],
      notes: [],
      mails: [],
      money: { total: '240.00' },
    })
    expect(JSON.stringify(order)).not.toMatch(/Zo|ller/)
    const { body } = await later.ask(calls.writeOrderNote, { params, body: { text: 'x' } })
    expect(JSON.stringify(body)).toContain('foyer.desk.order.erased')
  })
})
