import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { bookEntry, listBankEntries, uploadBankStatement } from '#contract/desk-transfers.ts'
import { type EventFigures, readEventFigures } from '#contract/desk-figures.ts'
import { type Home, confirmDeskTransfer, readHome } from '#contract/desk-home.ts'
import {
  type MoneyDay,
  type MoneyDays,
  type Movement,
  listMoneyDays,
  listMoneyMovements,
} from '#contract/desk-money.ts'
import type { ContractCall } from '#contract/all-calls.ts'
import { confirmPaidReservation } from '#contract/organiser.ts'
import { refundReservation } from '#contract/refund.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { after, days, hours, instant } from '#domain/foundation/instant.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import { creditorReference } from '#server/documents/transfer-code/creditor-reference.ts'
import { checkProviders } from '#server/payment/pay/online/check-providers.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { camt, camtEntry } from '#tests/builders/bank-statement.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { CHF } from '#tests/builders/priced-order.ts'
import { buy, hold, readyToPay } from '#tests/support/buyer/purchase.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'
import { isLongRun } from '#tests/support/run/repetitions.ts'

const served = await onlineShop({ seats: 1000 })
const { url, apiKey, shop, service, organiser, buyer, clock } = served
const ZONE = 'Europe/Zurich'
const PRICE = 4000n

let count = 0
const enter = (given: ScopedRole) => enterDesk(served, { email: `money-${(count += 1)}@example.org`, given })
const inOrganization = (organizationId: number) => ({ kind: 'organization', organizationId }) as const
/** Asks by the key of the organisation, whose session never ends, however the clock moves. */
const desk: Desk = {
  ask: async (call, sent) => {
    const { status, value } = await organiser.api.ask(call as ContractCall, { ...sent } as never)
    return { status, body: value }
  },
}
type Desk = Pick<Awaited<ReturnType<typeof enter>>, 'ask'>

beforeEach(() => {
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
  service.reports({ fee: null, refunds: [], disputes: [] })
})

/** An event of its own; orders come on days before it. */
async function anEvent(club = organiser): Promise<{ readonly slug: string; readonly id: number }> {
  const { tickets, ...file } = anEventFile(after(clock.now(), days(60)), { slug: `money-${(count += 1)}`, seats: 500 })
  const slug = await club.open({
    ...file,
    settings: { BANK_TRANSFER_ENABLED: 'true', BANK_ACCOUNT_NR: 'CH9300762011623852957', ON_SITE_ENABLED: 'true' },
    tickets: {
      ...tickets,
      currency: 'CHF',
      paymentMethods: ['PAYPAL', 'OFFLINE', 'ON_SITE'],
      max: 500,
      categories: [aCategoryFile(clock.now(), { name: 'Seat', price: 40, maxTickets: 500 })],
    },
  })
  const row = await shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', slug).executeTakeFirst()
  return { slug, id: row?.id ?? 0 }
}

const dayOf = (moment: number): string =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(ZONE).toPlainDate().toString()

async function moneyOf(query: Record<string, string>, by: Desk = desk): Promise<MoneyDays> {
  const { status, body } = await by.ask(listMoneyDays, { query: { from: '2027-01-01', to: '2027-12-31', ...query } })
  expect(status).toBe(200)
  return body as MoneyDays
}

async function movementsOf(query: Record<string, string>, by: Desk = desk): Promise<Movement[]> {
  const { status, body } = await by.ask(listMoneyMovements, { query })
  expect(status).toBe(200)
  return (body as { movements: Movement[] }).movements
}

const total = (amounts: readonly string[]): string =>
  printed(minor(amounts.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n)), CHF)

async function figuresOf(eventId: number): Promise<EventFigures> {
  const { status, body } = await desk.ask(readEventFigures, { params: { eventId: String(eventId) } })
  expect(status).toBe(200)
  return body as EventFigures
}

type Way = 'card' | 'transfer' | 'elsewhere'

async function order(slug: string, way: Way, seats = 1): Promise<string> {
  if (way === 'card') return buy(buyer, slug, { Seat: seats }, { by: 'PAYPAL' })
  if (way === 'transfer') {
    const id = await buy(buyer, slug, { Seat: seats }, { by: 'OFFLINE' })
    await organiser.api.expect(confirmDeskTransfer, 204, { params: { reservationId: id } })
    return id
  }
  const id = await readyToPay(buyer, slug, { Seat: seats })
  const body = { transaction: { paymentProvider: 'OFFLINE' as const } }
  await organiser.api.expect(confirmPaidReservation, 200, { params: { reservationId: id }, body })
  return id
}

async function refund(id: string, amount: bigint): Promise<void> {
  const body = { what: 'AMOUNT' as const, amount: printed(minor(amount), CHF), requestId: crypto.randomUUID() }
  await organiser.api.expect(refundReservation, 200, { params: { reservationId: id }, body })
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
  await sendRefunds(shop)
}

const anOrder = fc.record({
  way: fc.constantFrom<Way>('card', 'card', 'transfer', 'elsewhere'),
  seats: fc.integer({ min: 1, max: 3 }),
  wait: fc.integer({ min: 0, max: 40 }),
  refunds: fc.array(fc.record({ part: fc.integer({ min: 1, max: 100 }), wait: fc.integer({ min: 0, max: 30 }) }), {
    maxLength: 2,
  }),
})
type AnOrder = typeof anOrder extends fc.Arbitrary<infer Of> ? Of : never

const wait = (count: number): void => clock.set(after(clock.now(), hours(count)))

/** The order, and what was refunded of it; by hand nothing is refunded. */
async function live(slug: string, { way, seats, wait: before, refunds }: AnOrder): Promise<string> {
  wait(before)
  const id = await order(slug, way, seats)
  if (way !== 'card') return id
  let left = PRICE * BigInt(seats)
  for (const { part, wait: between } of refunds) {
    const amount = (left * BigInt(part)) / 100n
    if (amount === 0n) continue
    wait(between)
    await refund(id, amount)
    left -= amount
  }
  return id
}

test('the money of the days is that of the figures, of the home and of its movements, whatever was ordered and refunded', async () => {
  const club = await anOrganiser(url, apiKey, 'Random Club')
  await fc.assert(
    fc.asyncProperty(fc.array(anOrder, { minLength: 1, maxLength: 4 }), async orders => {
      const start = clock.now()
      const { slug, id: eventId } = await anEvent()
      for (const one of orders) await live(slug, one)
      await buy(buyer, (await anEvent(club)).slug, { Seat: 1 }, { by: 'ON_SITE' })
      await hold(buyer, slug, { Seat: 1 })

      const { days: all, sums } = await moneyOf({ eventId: String(eventId) })
      const figures = await figuresOf(eventId)
      expect(total(all.map(({ payments }) => payments))).toBe(figures.money)
      expect(total(all.map(({ refunds }) => refunds))).toBe(figures.refunded)
      const whole = sums.find(({ method }) => method === null)
      expect([whole?.payments, whole?.refunds]).toEqual([figures.money, figures.refunded])
      expect(whole?.net).toBe(total([figures.money ?? '', `-${figures.refunded}`]))
      for (const { day, method, payments, refunds, paymentCount, refundCount } of all) {
        const parts = await movementsOf({ day, method, currency: 'CHF', eventId: String(eventId) })
        const of = (kind: Movement['kind']) => parts.filter(part => part.kind === kind).map(({ amount }) => amount)
        expect([total(of('payment')), of('payment').length]).toEqual([payments, paymentCount])
        expect([total(of('refund')), of('refund').length]).toEqual([refunds, refundCount])
      }
      await expectAsAtHome(start)
    }),
    { numRuns: isLongRun() ? 60 : 4 },
  )
}, 600_000)

/** The home counts orders by the day they were confirmed, in the zone of its reader; here that is the day they were paid. */
async function expectAsAtHome(start: number): Promise<void> {
  const { body } = await desk.ask(readHome, { query: { timeZone: ZONE } })
  const week = (body as Home).money?.find(({ currency }) => currency === 'CHF')
  const today = dayOf(clock.now())
  const first = Temporal.PlainDate.from(dayOf(start))
  const all = await moneyOf({ organizationId: String(organiser.organizationId) })
  for (let ago = 0; ago < 28; ago += 1) {
    const day = Temporal.PlainDate.from(today).subtract({ days: ago })
    if (Temporal.PlainDate.compare(day, first) < 0) break
    const paid = all.days.filter(one => one.day === day.toString()).map(({ payments }) => payments)
    expect(week?.days.at(-1 - ago)).toBe(total(paid))
  }
}

test('a day ends at midnight where the event is', async () => {
  const { slug, id } = await anEvent()
  const midnight = Temporal.Instant.fromEpochMilliseconds(after(clock.now(), days(2)))
    .toZonedDateTimeISO(ZONE)
    .startOfDay().epochMilliseconds
  clock.set(instant(midnight - 1))
  await order(slug, 'card')
  clock.set(instant(midnight))
  await order(slug, 'card')
  const found = await moneyOf({ eventId: String(id) })
  expect(found.days.map(({ day, payments }) => [day, payments])).toEqual([
    [dayOf(midnight - 1), '40.00'],
    [dayOf(midnight), '40.00'],
  ])
})

test('a transfer that a statement confirms counts on the day and with the sum of the statement', async () => {
  const { slug, id: eventId } = await anEvent()
  const id = await buy(buyer, slug, { Seat: 1 }, { by: 'OFFLINE' })
  const { organizationId } = organiser
  const member = await enter({ role: 'FINANCE', scope: inOrganization(organizationId) })
  const reference = creditorReference(id, 'CH9300762011623852957') ?? ''
  const text = camt([camtEntry([{ amount: '39.50', reference, on: '2027-01-13' }])], {
    account: 'CH9300762011623852957',
  })
  await fetch(`${url}${uploadBankStatement.path}?organizationId=${organizationId}`, {
    method: 'POST',
    headers: { cookie: `foyer_desk=${member.cookie() ?? ''}`, 'sec-fetch-site': 'same-origin' },
    body: text,
  })
  const { body } = await member.ask(listBankEntries, { query: { organizationId: String(organizationId) } })
  const [entry] = (body as { entries: { id: string }[] }).entries
  const booking = { params: { entryId: entry?.id ?? '' }, body: { orderId: id, isDifferenceAccepted: true } }
  expect((await member.ask(bookEntry, booking)).status).toBe(204)
  const found = await moneyOf({ eventId: String(eventId) })
  expect(found.days).toMatchObject([
    { day: '2027-01-13', method: 'OFFLINE', payments: '39.50', paymentCount: 1, fees: null },
  ])
  const parts = await movementsOf({ day: '2027-01-13', eventId: String(eventId) })
  expect(parts).toMatchObject([{ kind: 'payment', orderId: id, person: 'Ada Lovelace', day: '2027-01-13' }])
})

test('a payment at the desk counts when it is taken', async () => {
  const { slug, id: eventId } = await anEvent()
  const id = await buy(buyer, slug, { Seat: 1 }, { by: 'ON_SITE' })
  expect((await moneyOf({ eventId: String(eventId) })).days).toEqual([])
  const scanner = aScanner(
    url,
    await aKey(url, { systemKey: apiKey, organizationId: organiser.organizationId, role: 'OPERATOR' }),
    slug,
  )
  const [ticket] = await paperTickets(shop, id)
  expect(ticket && (await scanner.pay(ticket))).toBe('SUCCESS')
  expect((await moneyOf({ eventId: String(eventId) })).days).toMatchObject([{ method: 'ON_SITE', payments: '40.00' }])
})

test('a refund counts when its provider accepts it, and comes back on the day it fails', async () => {
  const { slug, id: eventId } = await anEvent()
  const id = await order(slug, 'card', 2)
  const paid = dayOf(clock.now())
  wait(48)
  service.answers({ refund: { kind: 'pending', reference: 're_slow', data: {} } })
  const body = { what: 'AMOUNT' as const, amount: '30.00', requestId: crypto.randomUUID() }
  await organiser.api.expect(refundReservation, 200, { params: { reservationId: id }, body })
  await sendRefunds(shop)
  const accepted = dayOf(clock.now())
  const rows = async () =>
    (await moneyOf({ eventId: String(eventId) })).days.map(({ day, refunds, refundCount }) => [
      day,
      refunds,
      refundCount,
    ])
  expect(await rows()).toEqual([
    [paid, '0.00', 0],
    [accepted, '30.00', 1],
  ])
  expect((await figuresOf(eventId)).refunded).toBe('30.00')

  wait(48)
  service.reports({
    fee: minor(123n),
    refunds: [{ reference: 're_slow', amount: minor(3000n), state: 'failed' }],
    disputes: [],
  })
  await checkProviders(shop)
  await served.message(id)
  await served.afterwards(hours(30))
  expect((await rows()).slice(0, 2)).toEqual([
    [paid, '0.00', 0],
    [accepted, '30.00', 1],
  ])
  expect((await rows()).slice(2).map(([, refunds, times]) => [refunds, times])).toEqual([['-30.00', 0]])
  expect((await figuresOf(eventId)).refunded).toBe('0.00')
  const [first] = (await moneyOf({ eventId: String(eventId) })).days as [MoneyDay]
  expect([first.fees, first.feeCount, first.net]).toEqual(['1.23', 1, '78.77'])
})

test('what a bank takes back is no longer there, until it is won', async () => {
  const { slug, id: eventId } = await anEvent()
  const id = await order(slug, 'card')
  const report = async (state: 'open' | 'won') => {
    service.reports({
      fee: null,
      refunds: [],
      disputes: [{ reference: 'dp_1', amount: minor(4000n), state, dueBy: null }],
    })
    await served.message(id)
  }
  wait(24)
  await report('open')
  const nets = async () =>
    (await moneyOf({ eventId: String(eventId) })).days.map(({ disputes, net }) => [disputes, net])
  expect(await nets()).toEqual([
    ['0.00', '40.00'],
    ['40.00', '-40.00'],
  ])
  wait(24)
  await report('won')
  await report('won')
  expect(await nets()).toEqual([
    ['0.00', '40.00'],
    ['40.00', '-40.00'],
    ['-40.00', '40.00'],
  ])
})

test('who manages an event alone sees its money, and not that of others', async () => {
  const { slug, id: eventId } = await anEvent()
  await order(slug, 'card')
  await order((await anEvent()).slug, 'card')
  const { organizationId } = organiser
  const owner = await enter({ role: 'OWNER', scope: { kind: 'event', eventId, organizationId } })
  expect((await moneyOf({}, owner)).sums.at(-1)?.payments).toBe('40.00')
  const other = await anOrganiser(url, apiKey, 'Other Club')
  const foreign = await enter({ role: 'FINANCE', scope: inOrganization(other.organizationId) })
  expect(await moneyOf({ eventId: String(eventId) }, foreign)).toEqual({ days: [], sums: [] })
  expect(await movementsOf({ day: dayOf(clock.now()), organizationId: String(organizationId) }, foreign)).toEqual([])
  const editor = await enter({ role: 'EDITOR', scope: inOrganization(organizationId) })
  expect((await editor.ask(listMoneyDays, { query: { from: '2027-01-01', to: '2027-01-02' } })).status).toBe(403)
})

test('days that are none, in the wrong order or too many are refused with what to do', async () => {
  for (const [from, to, code] of [
    ['2027-02-30', '2027-03-01', 'foyer.desk.money.period.none'],
    ['2027-03-02', '2027-03-01', 'foyer.desk.money.period.none'],
    ['2020-03-02', '2027-03-01', 'foyer.desk.money.period.too-long'],
  ] as const) {
    const { status, body } = await desk.ask(listMoneyDays, { query: { from, to } })
    expect([status, body]).toMatchObject([422, { errors: [{ code }] }])
  }
})

test('a long day is read in pages, each movement once, and by as many statements as a short one', async () => {
  const { slug, id: eventId } = await anEvent()
  await order(slug, 'card')
  const day = dayOf(clock.now())
  const few = await statementsOf(() => movementsOf({ day, eventId: String(eventId) }))
  const { rows } = await sql<{ id: string }>`
    insert into payment_transaction (order_id, purchase_context_id, proxy, status, amount, currency, description, created_at, settled_at)
    select order_id, purchase_context_id, proxy, 'RETURNED', 100, currency, '', created_at, settled_at
    from payment_transaction, generate_series(1, 240) where purchase_context_id = ${eventId} returning id::text`.execute(
    shop.db.kysely,
  )
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query: Record<string, string> = { day, eventId: String(eventId), ...(cursor !== null && { cursor }) }
    const { body } = await desk.ask(listMoneyMovements, { query })
    const page = body as { movements: Movement[]; nextCursor: string | null }
    seen.push(...page.movements.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(rows.length).toBe(240)
  expect(new Set(seen).size).toBe(241)
  expect(seen.length).toBe(241)
  const many = await statementsOf(() => movementsOf({ day, eventId: String(eventId) }))
  expect(many.length).toBe(few.length)
})
