import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { linkEvents } from '#contract/organiser-subscription.ts'
import { applyCode } from '#contract/pass-use.ts'
import { refundReservation } from '#contract/refund.ts'
import { type PassWithdrawal, confirmWithdrawal, getWithdrawal, stateWithdrawal } from '#contract/withdrawal.ts'
import { days } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { type PassToStore, storePass } from '#tests/builders/stored-passes.ts'
import { type Buyer, aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass, holdPass, passOf } from '#tests/support/buyer/pass-purchase.ts'
import { PAY_BY, codesOf, infoOf, pay, readyToPay, statusOf } from '#tests/support/buyer/purchase.ts'
import { lettersOf } from '#tests/support/buyer/sent-mails.ts'
import { countAudit, inconsistencies } from '#tests/support/database/consistency.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const world = await onlineShop({ seats: 100 })
const { shop, url, clock, organiser, service, runJobs, refundsOf, paymentsOf, event, afterwards } = world
const { organizationId, api } = organiser
const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

beforeEach(() => {
  clock.set(SOME_DAY)
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
})

const POSSIBLE = { kind: 'possible', days: 14, afterUse: 'PRO_RATA' } as const

const put = (pass: Partial<PassToStore> = {}) =>
  storePass(shop, { organizationId, proxies: ['OFFLINE', 'PAYPAL'], withdrawal: POSSIBLE, ...pass })

const stateOf = (id: string) => aBuyer(url).expect(getWithdrawal, 200, { params: { reservationId: id } })

const confirm = (id: string, amount: string, by: Partial<typeof ADA> = {}) =>
  aBuyer(url).ask(confirmWithdrawal, { params: { reservationId: id }, body: { ...ADA, ...by, amount } })

async function withdrawn(id: string, amount: string): Promise<PassWithdrawal | null> {
  const answer = await confirm(id, amount)
  if (answer.status !== 200) throw new Error(`the withdrawal was refused: ${JSON.stringify(answer.value)}`)
  await runJobs()
  return (answer.value as { value: PassWithdrawal | null }).value
}

/** A ticket of the event that the pass pays for. */
async function takeTicket(publicId: string, order: string): Promise<{ buyer: Buyer; id: string }> {
  await api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug: event }] })
  const { id: code } = await passOf(aBuyer(url), order)
  const buyer = aBuyer(url)
  const id = await readyToPay(buyer, event, { Conference: 1 })
  const params = { reservationId: id }
  const applied = await buyer.ask(applyCode, { params, body: { code: code ?? '', type: 'SUBSCRIPTION' } })
  expect(applied.value).toMatchObject({ value: true })
  expect((await pay(buyer, id, PAY_BY.NONE)).status).toBe(200)
  await runJobs()
  return { buyer, id }
}

const beginEvent = (started: boolean) =>
  shop.db.kysely
    .updateTable('event')
    .set({ starts_at: new Date(clock.now() + (started ? -1 : days(20))) })
    .where('short_name', '=', event)
    .execute()

async function isConsistent(): Promise<void> {
  expect(await inconsistencies(shop.db)).toEqual([])
}

describe('within the period', () => {
  test('what would be refunded is shown, a statement is checked, and nothing has happened yet', async () => {
    const id = await buyPass(aBuyer(url), (await put({ maxEntries: 3 })).publicId, { by: 'PAYPAL' })
    const state = await stateOf(id)
    expect(state).toMatchObject({
      state: 'POSSIBLE',
      title: { en: 'Season pass' },
      ...ADA,
      currency: 'CHF',
      paid: '100.00',
      amount: '100.00',
      returnedBy: 'PROVIDER',
      entries: { total: 3, used: 0 },
      released: [],
      withdrawnAt: null,
    })
    expect(state.until).toBeGreaterThan(clock.now() + days(14))
    const params = { reservationId: id }
    const wrong = await aBuyer(url).ask(stateWithdrawal, { params, body: { ...ADA, firstName: ' ', email: 'ada' } })
    expect(codesOf(wrong)).toEqual(['error.STEP_2_INVALID_EMAIL', 'error.STEP_2_EMPTY_FIRSTNAME'])
    const stated = await aBuyer(url).expect(stateWithdrawal, 200, { params, body: ADA })
    expect(stated.value).toMatchObject({ state: 'POSSIBLE', amount: '100.00' })
    expect(await statusOf(aBuyer(url), id)).toBe('COMPLETE')
  })

  test('all of it comes back through the provider, the pass is void, and receipts say what was stated', async () => {
    const buyer = aBuyer(url)
    const id = await buyPass(buyer, (await put()).publicId, { by: 'PAYPAL' })
    const done = await withdrawn(id, '100.00')
    expect(done).toMatchObject({ state: 'DONE', amount: '100.00', returnedBy: 'PROVIDER', withdrawnAt: clock.now() })
    expect(await refundsOf(id)).toMatchObject([{ amount: 10_000n, status: 'DONE' }])
    expect(await statusOf(buyer, id)).toBe('CANCELLED')
    expect(await stateOf(id)).toMatchObject({ state: 'DONE' })
    const [receipt] = await lettersOf(shop.db, id, 'Receipt of your withdrawal')
    expect(receipt?.text).toContain('I hereby withdraw from the contract about the pass “Season pass”')
    expect(receipt?.text).toContain('Ada Lovelace')
    expect(receipt?.text).toContain('CHF 100.00 go back the way you paid')
    expect(await lettersOf(shop.db, id, 'Withdrawal:')).toHaveLength(1)
    expect(await countAudit(shop.db, id, 'SUBSCRIPTION_WITHDRAWN')).toBe(1)
    await isConsistent()
  })

  test('pressed twice it is one withdrawal, whatever the second says', async () => {
    const id = await buyPass(aBuyer(url), (await put()).publicId, { by: 'PAYPAL' })
    const first = await withdrawn(id, '100.00')
    const again = await confirm(id, '7.00', { email: 'mallory@example.org' })
    expect(again).toMatchObject({ status: 200, value: { value: first } })
    await runJobs()
    expect(await refundsOf(id)).toHaveLength(1)
    expect(await lettersOf(shop.db, id, 'Receipt of your withdrawal')).toHaveLength(1)
  })

  test('another amount than was shown is reported before anything is done', async () => {
    const id = await buyPass(aBuyer(url), (await put()).publicId, { by: 'PAYPAL' })
    const refused = await confirm(id, '90.00')
    expect(codesOf(refused)).toEqual(['foyer.withdrawal.changed'])
    expect(refused.value).toMatchObject({ value: { state: 'POSSIBLE', amount: '100.00' } })
    expect(await statusOf(aBuyer(url), id)).toBe('COMPLETE')
  })

  test('a receipt goes to the address of the statement and to the buyer', async () => {
    const id = await buyPass(aBuyer(url), (await put()).publicId, { by: 'PAYPAL' })
    expect((await confirm(id, '100.00', { email: 'other@example.org' })).status).toBe(200)
    const receipts = await lettersOf(shop.db, id, 'Receipt of your withdrawal')
    expect(receipts.map(({ recipient }) => recipient)).toEqual([ADA.email, 'other@example.org'])
  })

  test('money of a transfer is returned by the organiser, who gets a mail', async () => {
    const id = await buyPass(aBuyer(url), (await put()).publicId)
    await organiser.confirm(id)
    expect(await withdrawn(id, '100.00')).toMatchObject({ returnedBy: 'ORGANISER' })
    expect(await refundsOf(id)).toEqual([])
    const [notice] = await lettersOf(shop.db, id, 'Withdrawal:')
    expect(notice?.text).toContain('Please give CHF 100.00 back by hand')
    await isConsistent()
  })

  test('a free pass can be withdrawn from too', async () => {
    const id = await buyPass(aBuyer(url), (await put({ price: 0n })).publicId, { by: 'NONE' })
    const { amount } = await stateOf(id)
    expect(await withdrawn(id, amount)).toMatchObject({ state: 'DONE', returnedBy: 'NOBODY' })
    await isConsistent()
  })

  test('the invoice is credited', async () => {
    const settings = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }
    const bought = { ...PRIVATE_INVOICE, by: 'PAYPAL' as const }
    const id = await buyPass(aBuyer(url), (await put({ settings })).publicId, bought)
    await runJobs()
    await withdrawn(id, '100.00')
    expect(await statusOf(aBuyer(url), id)).toBe('CREDIT_NOTE_ISSUED')
    await isConsistent()
  })

  test('the mail about the order leads there', async () => {
    const { publicId } = await put()
    const id = await buyPass(aBuyer(url), publicId, { by: 'PAYPAL' })
    await runJobs()
    const [letter] = await lettersOf(shop.db, id, 'Your order for')
    expect(letter?.text).toContain(`/subscription/${publicId}/reservation/${id}/withdrawal?lang=en`)
  })

  test('the terms of the sale hold, whatever the pass on sale says since', async () => {
    const { id: passId, publicId } = await put()
    const id = await buyPass(aBuyer(url), publicId, { by: 'PAYPAL' })
    await shop.db.kysely.updateTable('pass').set({ withdrawal_days: null }).where('id', '=', passId).execute()
    await shop.db.kysely
      .updateTable('purchase_context')
      .set({ updated_at: new Date() })
      .where('id', '=', passId)
      .execute()
    expect(await stateOf(id)).toMatchObject({ state: 'POSSIBLE' })
  })
})

describe('tickets taken with the pass', () => {
  test('of an event to come go with it, and do not count', async () => {
    await beginEvent(false)
    const { publicId } = await put({ maxEntries: 3 })
    const id = await buyPass(aBuyer(url), publicId, { by: 'PAYPAL' })
    const taken = await takeTicket(publicId, id)
    expect(await stateOf(id)).toMatchObject({ amount: '100.00', entries: { used: 0 }, released: [{ count: 1 }] })
    await withdrawn(id, '100.00')
    expect(await statusOf(taken.buyer, taken.id)).toBeUndefined()
    await isConsistent()
  })

  test('of an event that has begun stay good, and count as used', async () => {
    await beginEvent(false)
    const { publicId } = await put({ maxEntries: 3 })
    const id = await buyPass(aBuyer(url), publicId, { by: 'PAYPAL' })
    const taken = await takeTicket(publicId, id)
    await beginEvent(true)
    const other = await buyPass(aBuyer(url), publicId, { by: 'PAYPAL' })
    shop.catalog.offerChanged({ id: (await eventRow()).id, shortName: event })
    expect(await stateOf(id)).toMatchObject({ amount: '66.67', entries: { used: 1 }, released: [] })
    expect(await stateOf(other)).toMatchObject({ amount: '100.00' })
    await withdrawn(id, '66.67')
    expect(await refundsOf(id)).toMatchObject([{ amount: 6667n, status: 'DONE' }])
    expect(await statusOf(taken.buyer, taken.id)).toBe('COMPLETE')
    await beginEvent(false)
    shop.catalog.offerChanged({ id: (await eventRow()).id, shortName: event })
    await isConsistent()
  })

  test('that count lower what is credited of the invoice', async () => {
    await beginEvent(false)
    const settings = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }
    const { publicId } = await put({ maxEntries: 4, settings })
    const id = await buyPass(aBuyer(url), publicId, { ...PRIVATE_INVOICE, by: 'PAYPAL' })
    await runJobs()
    await takeTicket(publicId, id)
    await shop.db.kysely
      .updateTable('ticket')
      .set({ status: 'CHECKED_IN' })
      .where('bought_pass_id', 'is not', null)
      .execute()
    await withdrawn(id, '75.00')
    expect(await statusOf(aBuyer(url), id)).toBe('CREDIT_NOTE_ISSUED')
    const { rows } = await sql<{ due: string }>`
      select model->'totals'->>'due' as due from billing_document where reservation_id = ${id} and type = 'CREDIT_NOTE'`.execute(
      shop.db.kysely,
    )
    expect(rows).toEqual([{ due: '75.00' }])
    await isConsistent()
  })

  test('of an order that awaits the transfer of the rest do not count: it can’t be confirmed with the pass any more', async () => {
    await sql`update purchase_context set payment_proxies = payment_proxies || '{OFFLINE}' from event
      where event.id = purchase_context.id and short_name = ${event}`.execute(shop.db.kysely)
    await beginEvent(false)
    const { publicId } = await put({ maxEntries: 1 })
    const order = await buyPass(aBuyer(url), publicId, { by: 'PAYPAL' })
    await api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug: event }] })
    const { id: code } = await passOf(aBuyer(url), order)
    const buyer = aBuyer(url)
    const id = await readyToPay(buyer, event, { Conference: 2 })
    const applied = { params: { reservationId: id }, body: { code: code ?? '', type: 'SUBSCRIPTION' as const } }
    await buyer.expect(applyCode, 200, applied)
    expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
    await runJobs()
    expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
    expect(await stateOf(order)).toMatchObject({ amount: '100.00', entries: { total: 1, used: 0 } })
    await withdrawn(order, '100.00')
    expect((await organiser.confirm(id)).status).toBe(400)
    expect(await infoOf(buyer, id)).toMatchObject({ status: 'OFFLINE_PAYMENT', orderSummary: { totalPrice: '240.00' } })
    await isConsistent()
  })

  test('that are only held are not paid with it any more', async () => {
    await beginEvent(false)
    const { publicId } = await put({ maxEntries: 3 })
    const id = await buyPass(aBuyer(url), publicId, { by: 'PAYPAL' })
    const { id: code } = await passOf(aBuyer(url), id)
    await api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug: event }] })
    const buyer = aBuyer(url)
    const order = await readyToPay(buyer, event, { Conference: 1 })
    const params = { reservationId: order }
    await buyer.expect(applyCode, 200, { params, body: { code: code ?? '', type: 'SUBSCRIPTION' } })
    await withdrawn(id, '100.00')
    expect((await pay(buyer, order, PAY_BY.NONE)).status).toBe(422)
    expect((await infoOf(buyer, order)).status).toBe('PENDING')
    await isConsistent()
  })
})

const eventRow = () =>
  shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', event).executeTakeFirstOrThrow()

describe('an invoice', () => {
  const SELLER = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }

  async function invoicedAndUsed(): Promise<string> {
    await beginEvent(false)
    const { publicId } = await put({ maxEntries: 4, settings: SELLER })
    const id = await buyPass(aBuyer(url), publicId, { by: 'PAYPAL', ...PRIVATE_INVOICE })
    const taken = await takeTicket(publicId, id)
    await sql`update ticket set status = 'CHECKED_IN' where reservation_id = ${taken.id}`.execute(shop.db.kysely)
    return id
  }

  async function notesOf(id: string): Promise<string[]> {
    const { rows } = await sql<{ due: string }>`
      select model -> 'totals' ->> 'due' as due from billing_document
      where reservation_id = ${id} and type = 'CREDIT_NOTE' order by id`.execute(shop.db.kysely)
    return rows.map(({ due }) => due).toSorted()
  }

  test('of a pass that was withdrawn from in proportion is credited by what is refunded later', async () => {
    const id = await invoicedAndUsed()
    await withdrawn(id, '75.00')
    service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
    const more = await api.expect(refundReservation, 200, { params: { reservationId: id }, body: { what: 'ORDER' } })
    expect(more).toMatchObject({ amount: '25.00', left: '0.00' })
    expect(await notesOf(id)).toEqual(['25.00', '75.00'])
  })

  test('is credited by what comes back, and a bank that has returned the money before takes nothing off', async () => {
    const id = await invoicedAndUsed()
    const [payment] = await paymentsOf(id)
    const dispute = { transaction_id: payment?.id ?? 0n, reference: 'dp_1', amount: 10_000n, status: 'LOST' as const }
    await shop.db.kysely
      .insertInto('payment_dispute')
      .values({ ...dispute, opened_at: new Date() })
      .execute()
    await withdrawn(id, '0.00')
    expect(await notesOf(id)).toEqual(['75.00'])
  })
})

describe('a refund', () => {
  test('that fails is on the list of what needs a person; the withdrawal stays valid', async () => {
    const id = await buyPass(aBuyer(url), (await put()).publicId, { by: 'PAYPAL' })
    service.answers({ refund: { kind: 'refused', reason: 'the account is closed' } })
    await withdrawn(id, '100.00')
    expect(await refundsOf(id)).toMatchObject([{ status: 'FAILED' }])
    expect(await paymentsOf(id)).toMatchObject([{ review: 'REFUND_FAILED' }])
    expect(await stateOf(id)).toMatchObject({ state: 'DONE' })
  })

  test('that comes late is done in the end', async () => {
    const id = await buyPass(aBuyer(url), (await put()).publicId, { by: 'PAYPAL' })
    service.answers({ refund: { kind: 'pending', reference: 're_late', data: {} } })
    await withdrawn(id, '100.00')
    expect(await refundsOf(id)).toMatchObject([{ status: 'PENDING' }])
    service.answers({ refund: { kind: 'refunded', reference: 're_late' } })
    await afterwards(days(2))
    expect(await refundsOf(id)).toMatchObject([{ status: 'DONE' }])
  })
})

describe('refused is', () => {
  const problem = async (id: string) => codesOf(await confirm(id, '100.00'))

  test('what is over', async () => {
    const id = await buyPass(aBuyer(url), (await put()).publicId, { by: 'PAYPAL' })
    clock.move(days(20))
    expect(await stateOf(id)).toMatchObject({ state: 'OVER', amount: '0.00' })
    expect(await problem(id)).toEqual(['foyer.withdrawal.refused.over'])
  })

  test('what is not offered, with its reason', async () => {
    const reason = { en: 'It is for one day.' }
    const id = await buyPass(aBuyer(url), (await put({ withdrawal: { kind: 'none', reason } })).publicId, {
      by: 'PAYPAL',
    })
    expect(await stateOf(id)).toMatchObject({ state: 'NOT_OFFERED', reason, until: null })
    expect(await problem(id)).toEqual(['foyer.withdrawal.refused.not-offered'])
  })

  test('what is not paid yet, or still open', async () => {
    const { publicId } = await put()
    const awaited = await buyPass(aBuyer(url), publicId)
    const open = await holdPass(aBuyer(url), publicId)
    for (const id of [awaited, open]) {
      expect(await stateOf(id)).toMatchObject({ state: 'NOT_CONFIRMED' })
      expect(await problem(id)).toEqual(['foyer.withdrawal.refused.not-confirmed'])
    }
  })

  test('what the organiser has cancelled', async () => {
    const id = await buyPass(aBuyer(url), (await put()).publicId, { by: 'PAYPAL' })
    await api.expect(refundReservation, 200, { params: { reservationId: id }, body: { what: 'ORDER' } })
    expect(await stateOf(id)).toMatchObject({ state: 'ENDED' })
    expect(await problem(id)).toEqual(['foyer.withdrawal.refused.has-ended'])
  })

  test('an order of tickets, and an unknown one', async () => {
    const buyer = aBuyer(url)
    const tickets = await readyToPay(buyer, event, { Conference: 1 })
    for (const id of [tickets, crypto.randomUUID(), 'nonsense']) {
      const params = { reservationId: id }
      expect((await buyer.ask(getWithdrawal, { params })).status).toBe(404)
      expect((await buyer.ask(stateWithdrawal, { params, body: ADA })).status).toBe(404)
      expect((await buyer.ask(confirmWithdrawal, { params, body: { ...ADA, amount: '1' } })).status).toBe(404)
    }
  })
})
