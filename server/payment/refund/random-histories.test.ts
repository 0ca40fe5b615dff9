import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { creditReservation } from '#contract/invoice.ts'
import { deleteTicket } from '#contract/organiser-orders.ts'
import { linkEvents } from '#contract/organiser-subscription.ts'
import { applyCode } from '#contract/pass-use.ts'
import { type RefundForm, refundReservation } from '#contract/refund.ts'
import { releaseTicket } from '#contract/ticket.ts'
import { confirmWithdrawal, getWithdrawal } from '#contract/withdrawal.ts'
import { printed } from '#domain/foundation/money/money.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { CHF } from '#tests/builders/priced-order.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass, passOf } from '#tests/support/buyer/pass-purchase.ts'
import { PAY_BY, filledIn, infoOf, pay, readyToPay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { type EventSetup, setUpEvent } from '#tests/support/organiser/event-setup.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'
import { type OrderBooks, booksOf } from '#tests/support/payment/order-books.ts'
import { isLongRun } from '#tests/support/run/repetitions.ts'

/**
 * Random orders, and what organiser, buyer, attendees and provider do to them, one after the other. At each step the documents of
 * an order come to the money that stays, less what an organiser has to return by hand (lifecycle A.3.12, C.3).
 */

const { url, shop, service, organiser, buyer, clock, refundsOf, event: covered } = await onlineShop({ seats: 1000 })
const SELLER = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano', COUNTRY_OF_BUSINESS: 'CH' }

beforeEach(() => {
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
})

const VATS = { included: [8.1, true], 'on top': [8.1, false], none: [0, true] } as const
type Vat = keyof typeof VATS
const setups = new Map<Vat, EventSetup>()

/** With a ticket that costs nothing, an extra for each ticket, one beside, another rate, and two codes. */
async function setupOf(vat: Vat): Promise<EventSetup> {
  const opened = setups.get(vat)
  if (opened) return opened
  const [taxPercentage, taxIncludedInPrice] = VATS[vat]
  const categories = [
    aCategoryFile(clock.now(), { price: 33.35 }),
    aCategoryFile(clock.now(), { name: 'Child', price: 0 }),
  ]
  const slug = `history-${vat.replace(' ', '-')}`
  const settings = { ...SELLER, ALLOW_FREE_TICKETS_CANCELLATION: true }
  const { tickets, ...file } = anEventFile(clock.now(), { slug, seats: 4000, settings, categories })
  const taxed = { ...tickets, paymentMethods: ['PAYPAL' as const], taxPercentage, taxIncludedInPrice }
  const setup = await setUpEvent(shop, await organiser.open({ ...file, tickets: taxed }))
  await setup.extra({ title: 'Fee', price: 505, policy: 'MANDATORY_ONE_FOR_TICKET' })
  await setup.extra({ title: 'Booklet', price: 999, vat: 'NONE' })
  await setup.code({ code: 'TENOFF', off: '10%' })
  await setup.code({ code: 'ORDEROFF', off: { order: 1700 } })
  setups.set(vat, setup)
  return setup
}

type Step =
  | { readonly does: 'order' | 'remove'; readonly ticket: number; readonly money: boolean }
  | { readonly does: 'amount'; readonly part: number }
  | { readonly does: 'take-out' | 'release'; readonly ticket: number }
  | { readonly does: 'credit' | 'withdraw' | 'money-goes' | 'money-stays' }

const ticket = fc.nat({ max: 3 })
const amount = fc.record({ does: fc.constant('amount' as const), part: fc.integer({ min: 1, max: 100 }) })
const provider = fc.record({ does: fc.constantFrom('money-goes' as const, 'money-stays' as const) })
const ofOrder = (what: 'order' | 'remove') => fc.record({ does: fc.constant(what), ticket, money: fc.boolean() })
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: ofOrder('order') },
  { weight: 3, arbitrary: ofOrder('remove') },
  { weight: 3, arbitrary: amount },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('take-out' as const, 'release' as const), ticket }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('credit' as const, 'withdraw' as const) }) },
  { weight: 2, arbitrary: provider },
)

const withdrawing: fc.Arbitrary<Step> = fc.constant({ does: 'withdraw' })

type History = { readonly id: ReservationId; readonly slug: string }

async function refund({ id }: History, body: RefundForm): Promise<void> {
  const answer = await organiser.api.ask(refundReservation, { params: { reservationId: id }, body })
  expect([200, 422]).toContain(answer.status)
}

/** What is tried may be refused, as it often is of an order that is over: then nothing changes. */
async function take(step: Step, history: History, { money }: OrderBooks): Promise<void> {
  const { id, slug } = history
  const tickets = await ticketsOf(id)
  switch (step.does) {
    case 'order':
      return refund(history, { what: 'ORDER', money: step.money })
    case 'remove':
      return refund(history, { what: 'TICKETS', tickets: [tickets[step.ticket]?.uuid ?? id], money: step.money })
    case 'amount': {
      const part = (money * BigInt(step.part)) / 100n
      return refund(history, {
        what: 'AMOUNT',
        amount: printed(part as typeof money, CHF),
        requestId: crypto.randomUUID(),
      })
    }
    case 'take-out': {
      const ticketUUID = tickets[step.ticket]?.uuid ?? id
      expect((await organiser.api.ask(deleteTicket, { params: { slug, ticketUUID } })).status).toBeLessThan(500)
      return
    }
    case 'release': {
      const ticketIdentifier = tickets[step.ticket]?.public_uuid ?? id
      const released = await buyer.ask(releaseTicket, { params: { eventName: slug, ticketIdentifier } })
      expect(released.status).toBeLessThan(500)
      return
    }
    case 'credit':
      expect((await organiser.api.ask(creditReservation, { params: { reservationId: id } })).status).toBeLessThan(500)
      return
    case 'withdraw':
      return withdraw(id)
    case 'money-goes':
    case 'money-stays':
      return
    default:
      return step satisfies never
  }
}

/** Tickets of the order in their order, by both of their ids. */
const ticketsOf = (id: ReservationId) =>
  shop.db.kysely
    .selectFrom('ticket')
    .select(['uuid', 'public_uuid'])
    .where('reservation_id', '=', id)
    .orderBy('id')
    .execute()

async function withdraw(id: ReservationId): Promise<void> {
  const params = { reservationId: id }
  const { status, value } = await aBuyer(url).ask(getWithdrawal, { params })
  if (status !== 200) return
  const { amount: due } = value as { readonly amount: string }
  const body = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', amount: due }
  expect((await aBuyer(url).ask(confirmWithdrawal, { params, body })).status).toBeLessThan(500)
}

/** Credits what is not to go back through the provider: the organiser returns it, or does not owe it. */
const isWithoutMoney = (step: Step): boolean =>
  step.does === 'credit' || step.does === 'take-out' || ('money' in step && !step.money)

/** Of refunds that have failed. */
async function moneyThatStayed(id: ReservationId): Promise<bigint> {
  const rows = await refundsOf(id)
  return rows.filter(({ status }) => status === 'FAILED').reduce((total, { amount: each }) => total + each, 0n)
}

/** Money without a document: credited without money, or due for refund and still there. */
const undocumented = ({ money, documents }: OrderBooks): bigint => money - (documents ?? money)

const REFUSED = { kind: 'refused', reason: 'The account is empty.' } as const

async function live(history: History, steps: readonly Step[]): Promise<void> {
  let before = await booksOf(shop, history.id)
  expect(before.documents ?? before.receipt).toBe(before.money)
  let stayed = 0n
  let doesMoneyGo = true
  for (const step of steps) {
    doesMoneyGo = step.does === 'money-goes' || (doesMoneyGo && step.does !== 'money-stays')
    service.answers({ refund: doesMoneyGo ? { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } : REFUSED })
    await take(step, history, before)
    await sendRefunds(shop)
    const after = await booksOf(shop, history.id)
    const stayedNow = (await moneyThatStayed(history.id)) - stayed
    const allowed = isWithoutMoney(step) ? (before.documents ?? 0n) - (after.documents ?? 0n) : stayedNow
    expect(undocumented(after)).toBeGreaterThanOrEqual(0n)
    expect(undocumented(after)).toBeLessThanOrEqual(undocumented(before) + allowed)
    expect(after.receipt ?? after.money).toBe(after.money)
    expect(after.documents === null).toBe(before.documents === null)
    expect(after.shares.every(({ net, vat }) => net >= 0n && vat >= 0n)).toBe(true)
    expect(after.documents !== 0n || after.shares.every(({ net, vat }) => net === 0n && vat === 0n)).toBe(true)
    stayed += stayedNow
    before = after
  }
}

const anOrder = fc.record({
  vat: fc.constantFrom<Vat>('included', 'on top', 'none'),
  isInvoiced: fc.boolean(),
  tickets: fc.integer({ min: 1, max: 3 }),
  children: fc.integer({ min: 0, max: 1 }),
  booklets: fc.integer({ min: 0, max: 2 }),
  code: fc.constantFrom(undefined, 'TENOFF', 'ORDEROFF'),
})
type AnOrder = typeof anOrder extends fc.Arbitrary<infer Of> ? Of : never

async function ordered({ vat, isInvoiced, ...plan }: AnOrder): Promise<History> {
  const setup = await setupOf(vat)
  const seats = { Conference: plan.tickets, ...(plan.children > 0 && { Child: plan.children }) }
  const extras = plan.booklets > 0 ? { Booklet: plan.booklets } : {}
  const id = await setup.hold(buyer, { tickets: seats, extras, ...(plan.code && { code: plan.code }) })
  await paid(id, isInvoiced)
  return { id: parsed(id), slug: setup.shortName }
}

async function paid(id: string, isInvoiced: boolean): Promise<void> {
  const form = { ...filledIn(await infoOf(buyer, id)), ...(isInvoiced && PRIVATE_INVOICE) }
  expect(await sendDetails(buyer, id, form)).toMatchObject({ status: 200 })
  expect((await pay(buyer, id, PAY_BY.PAYPAL)).status).toBe(200)
}

function parsed(id: string): ReservationId {
  const read = reservationId(id)
  if (!read) throw new Error(`${id} is no id`)
  return read
}

const history = fc.array(aStep, { minLength: 1, maxLength: 8 })
const runs = { numRuns: isLongRun() ? 200 : 12 }

test('whatever is refunded, credited, released or taken out of an order, its documents come to its money', async () => {
  await fc.assert(
    fc.asyncProperty(anOrder, history, async (order, steps) => {
      await live(await ordered(order), steps)
    }),
    runs,
  )
  await expectConsistentData(shop.db, covered)
}, 600_000)

const aPass = fc.record({
  afterUse: fc.constantFrom('PRO_RATA' as const, 'EVERYTHING' as const, 'NOTHING' as const),
  vat: fc.constantFrom('INCLUDED' as const, 'NOT_INCLUDED' as const),
  isInvoiced: fc.boolean(),
  used: fc.integer({ min: 0, max: 2 }),
})

async function boughtPass({
  afterUse,
  vat,
  isInvoiced,
  used,
}: typeof aPass extends fc.Arbitrary<infer Of> ? Of : never) {
  const { publicId } = await storePass(shop, {
    organizationId: organiser.organizationId,
    proxies: ['PAYPAL'],
    withdrawal: { kind: 'possible', days: 14, afterUse },
    price: 9995n,
    vat: { status: vat, percentage: '8.10' },
    maxEntries: 3,
    settings: isInvoiced ? SELLER : {},
  })
  const id = await buyPass(aBuyer(url), publicId, { by: 'PAYPAL', ...(isInvoiced && PRIVATE_INVOICE) })
  await organiser.api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug: covered }] })
  const { id: code } = await passOf(aBuyer(url), id)
  for (let entry = 0; entry < used; entry += 1) await takeOnce(code ?? '')
  return { id: parsed(id), slug: covered }
}

/** A ticket that the pass pays for, and whose holder has been let in: it stays used. */
async function takeOnce(code: string): Promise<void> {
  const id = await readyToPay(buyer, covered, { Conference: 1 })
  await buyer.expect(applyCode, 200, { params: { reservationId: id }, body: { code, type: 'SUBSCRIPTION' } })
  expect((await pay(buyer, id, PAY_BY.NONE)).status).toBe(200)
  await shop.db.kysely.updateTable('ticket').set({ status: 'CHECKED_IN' }).where('reservation_id', '=', id).execute()
}

test('whatever is withdrawn from, refunded and credited of a pass, its documents come to its money', async () => {
  const steps = fc.array(fc.oneof({ weight: 2, arbitrary: aStep }, withdrawing), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(aPass, steps, async (pass, done) => {
      await live(await boughtPass(pass), done)
    }),
    runs,
  )
}, 600_000)
