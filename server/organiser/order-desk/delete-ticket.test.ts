import { describe, expect, test } from 'vitest'
import * as calls from '#contract/organiser-orders.ts'
import { linkEvents } from '#contract/organiser-subscription.ts'
import { applyCode } from '#contract/pass-use.ts'
import { aCategoryFile, aServiceFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass, passOf } from '#tests/support/buyer/pass-purchase.ts'
import { PAY_BY, buy, filledIn, hold, infoOf, pay, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { countAudit, expectConsistentData, mailsOf, stockCountsOf } from '#tests/support/database/consistency.ts'
import { passCertificates } from '#tests/support/documents/pass-certificates.ts'
import { PASS_TYPE_IDENTIFIER, appleSettings } from '#tests/support/documents/wallets.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const start = clock.now()
const { url, apiKey, shop } = await testShop({
  clock,
  environment: { FOYER_MODE: 'development', FOYER_BASE_URL: 'https://tickets.example.org' },
})
const organiser = await anOrganiser(url, apiKey)
const { api, organizationId } = organiser
const stranger = await anOrganiser(url, apiKey, 'Other House')
const buyer = aBuyer(url)
const key = await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' })
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const wallets = appleSettings(passCertificates(PASS_TYPE_IDENTIFIER))
const OF_INVOICES = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }

let number = 0
async function anEvent(changes: Parameters<typeof anEventFile>[1] = {}): Promise<string> {
  number += 1
  const categories = [aCategoryFile(start), aCategoryFile(start, { name: 'Student', price: 0 })]
  return organiser.open(anEventFile(start, { slug: `desk-${number}`, categories, ...changes }))
}

const attendeesOf = (slug: string) => api.expect(calls.downloadAttendees, 200, { params: { slug } })
const privateIds = async (order: string) => (await paperTickets(shop, order)).map(({ identifier }) => identifier)
const remove = (slug: string, ticketUUID: string, who = api) =>
  who.ask(calls.deleteTicket, { params: { slug, ticketUUID } })
const removed = async (slug: string, ticketUUID: string) => {
  const { status, value } = await remove(slug, ticketUUID)
  return [status, value]
}
const detailOf = (slug: string, id: string) =>
  api.expect(calls.getReservationDetail, 200, {
    params: { purchaseContextType: 'event', publicIdentifier: slug, id },
  })
const orderRow = (id: string) =>
  shop.db.kysely
    .selectFrom('reservation')
    .select(['status', 'final_price'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const documentsOf = async (id: string) =>
  (
    await shop.db.kysely
      .selectFrom('billing_document')
      .select('type')
      .where('reservation_id', '=', id)
      .orderBy('created_at')
      .orderBy('number')
      .execute()
  ).map(({ type }) => type)

describe('a ticket that its organiser deletes', () => {
  test('leaves its order: its seat is free, its pass is void, the order costs less, and no mail goes out', async () => {
    const slug = await anEvent({ seats: 20, settings: { ...wallets, ...OF_INVOICES } })
    const order = await hold(buyer, slug, { Conference: 2 })
    await sendDetails(buyer, order, { ...filledIn(await infoOf(buyer, order)), ...PRIVATE_INVOICE })
    await pay(buyer, order)
    const [ticket = '', other = ''] = await privateIds(order)
    const link = (await detailOf(slug, order)).tickets[0]?.attendees?.[0]?.resources?.applePass ?? ''
    expect((await fetch(link.replace(shop.config.baseUrl, url))).status).toBe(200)
    const [before, mails] = [await stockCountsOf(shop.db, slug), await mailsOf(shop.db, order)]
    expect(await removed(slug, ticket.toUpperCase())).toEqual([200, true])
    expect(await removed(slug, ticket)).toEqual([403, 'Access to resource has been denied'])
    const { sold, free, released } = await stockCountsOf(shop.db, slug)
    expect([sold, free + released]).toEqual([before.sold - 1, before.free + before.released + 1])
    expect(await privateIds(order)).toEqual([other])
    expect(await orderRow(order)).toEqual({ status: 'COMPLETE', final_price: 12_000n })
    expect(await documentsOf(order)).toEqual(['INVOICE', 'CREDIT_NOTE'])
    expect(await mailsOf(shop.db, order)).toEqual(mails)
    const inWallet = await shop.db.kysely
      .selectFrom('wallet_pass')
      .select('status')
      .where('serial_number', '=', ticket)
      .executeTakeFirstOrThrow()
    expect(inWallet.status).toBe('VOIDED')
    const [audit] = await shop.db.kysely
      .selectFrom('audit')
      .select('actor')
      .where('reservation_id', '=', order)
      .where('type', '=', 'CANCEL_TICKET')
      .execute()
    expect(audit).toBeDefined()
    expect((await attendeesOf(slug)).flatMap(({ attendees }) => attendees)).toHaveLength(1)
    await expectConsistentData(shop.db, slug)
  })

  test('ends its order when it is the last one, and its invoice is credited', async () => {
    const slug = await anEvent({ settings: OF_INVOICES })
    const order = await hold(buyer, slug, { Conference: 1 })
    await sendDetails(buyer, order, { ...filledIn(await infoOf(buyer, order)), ...PRIVATE_INVOICE })
    await pay(buyer, order)
    const [ticket = ''] = await privateIds(order)
    const mails = await mailsOf(shop.db, order)
    expect(await removed(slug, ticket)).toEqual([200, true])
    expect((await orderRow(order)).status).toBe('CREDIT_NOTE_ISSUED')
    expect(await documentsOf(order)).toEqual(['INVOICE', 'CREDIT_NOTE'])
    expect(await mailsOf(shop.db, order)).toEqual(mails)
    expect(await removed(slug, ticket)).toEqual([403, 'Access to resource has been denied'])
    expect(await countAudit(shop.db, order, 'CANCEL_RESERVATION')).toBe(1)
    expect(await detailOf(slug, order)).toMatchObject({ status: 'CREDIT_NOTE_ISSUED', tickets: [] })
    const free = await buy(buyer, slug, { Student: 1 }, { by: 'NONE' })
    const [last = ''] = await privateIds(free)
    expect(await removed(slug, last)).toEqual([200, true])
    expect((await orderRow(free)).status).toBe('CANCELLED')
    await expectConsistentData(shop.db, slug, { sold: 0 })
  })

  test('takes the extras with it that come with a ticket, and gives the entry of a pass back', async () => {
    const supplementPolicy = 'MANDATORY_ONE_FOR_TICKET'
    const slug = await anEvent({
      additionalServices: [aServiceFile({ supplementPolicy, inception: localTime(start, { days: -1 }) })],
    })
    const order = await buy(buyer, slug, { Conference: 2 })
    const [ticket = ''] = await privateIds(order)
    expect(await removed(slug, ticket)).toEqual([200, true])
    expect((await orderRow(order)).final_price).toBe(13_000n)
    await expectConsistentData(shop.db, slug, { sold: 1 })
    const plain = await anEvent()
    const pass = await storePass(shop, { organizationId, price: 0n, maxEntries: 1 })
    await api.expect(linkEvents, 200, { params: { id: pass.publicId }, body: [{ slug: plain }] })
    const code = (await passOf(buyer, await buyPass(buyer, pass.publicId, { by: 'NONE' }))).id ?? ''
    const covered = await usingPass(plain, code)
    const [paidFor = ''] = await privateIds(covered)
    expect(await removed(plain, paidFor)).toEqual([200, true])
    await usingPass(plain, code)
    await expectConsistentData(shop.db, plain, { sold: 1 })
  })

  test('stays when its holder has been let in, until the check-in is taken back', async () => {
    const slug = await anEvent()
    const order = await buy(buyer, slug, { Student: 1 }, { by: 'NONE' })
    const [ticket] = await paperTickets(shop, order)
    if (!ticket) throw new Error('no ticket')
    const door = aScanner(url, key, slug)
    expect(await door.scan(ticket)).toBe('SUCCESS')
    expect(await removed(slug, ticket.identifier)).toEqual([200, false])
    expect(await stockCountsOf(shop.db, slug)).toMatchObject({ sold: 1 })
    await door.revert(ticket)
    expect(await removed(slug, ticket.identifier)).toEqual([200, true])
    await expectConsistentData(shop.db, slug, { sold: 0 })
  })

  test('stays while its order is not complete', async () => {
    const slug = await anEvent()
    for (const order of [
      await hold(buyer, slug, { Conference: 2 }),
      await buy(buyer, slug, { Conference: 1 }, { by: 'OFFLINE' }),
    ]) {
      const { uuid } = await shop.db.kysely
        .selectFrom('ticket')
        .select('uuid')
        .where('reservation_id', '=', order)
        .executeTakeFirstOrThrow()
      expect(await removed(slug, uuid)).toEqual([200, false])
    }
    await expectConsistentData(shop.db, slug, { held: 3, sold: 0 })
  })

  test('is of this event and of the own organisation', async () => {
    const [slug, other] = [await anEvent(), await anEvent()]
    const order = await buy(buyer, slug, { Student: 1 }, { by: 'NONE' })
    const [ticket = ''] = await privateIds(order)
    const publicId = ticketsOf(await infoOf(buyer, order))[0]?.uuid ?? ''
    for (const who of [stranger.api, buyer, aScanner(url, key, slug).api]) {
      expect((await remove(slug, ticket, who)).status).toBe(403)
    }
    expect((await remove('unknown', ticket)).status).toBe(403)
    expect(await removed(other, ticket)).toEqual([403, 'Access to resource has been denied'])
    for (const unknown of [UNKNOWN, 'nonsense', publicId])
      expect(await removed(slug, unknown)).toEqual([403, 'Access to resource has been denied'])
    expect(await stockCountsOf(shop.db, slug)).toMatchObject({ sold: 1 })
  })

  async function usingPass(slug: string, code: string): Promise<string> {
    const order = await hold(buyer, slug, { Conference: 1 })
    const used = { params: { reservationId: order }, body: { code, type: 'SUBSCRIPTION' } } as const
    expect((await buyer.ask(applyCode, used)).value).toMatchObject({ success: true })
    await sendDetails(buyer, order, filledIn(await infoOf(buyer, order)))
    expect((await pay(buyer, order, PAY_BY.NONE)).status).toBe(200)
    return order
  }
})
