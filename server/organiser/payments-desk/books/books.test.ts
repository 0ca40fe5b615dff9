import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import Papa from 'papaparse'
import { beforeEach, expect, test } from 'vitest'
import { type UndoPlan, countDrawer, planUndo, undoSale } from '#contract/box-office.ts'
import type { ContractCall } from '#contract/all-calls.ts'
import { type BooksTotals, downloadBooks, readBooksTotals } from '#contract/desk-books.ts'
import { confirmDeskTransfer } from '#contract/desk-home.ts'
import { type MoneyDays, listMoneyDays } from '#contract/desk-money.ts'
import { refundReservation } from '#contract/refund.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import { erasePersonalData } from '#server/order/retention/erase-personal-data.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { CHF } from '#tests/builders/priced-order.ts'
import { PAY_BY, filledIn, hold, infoOf, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { openTill } from '#tests/support/organiser/box-office.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { aDoorDevice, makeDoorKey } from '#tests/support/organiser/door-device.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { type Organiser, anOrganiser } from '#tests/support/organiser/organiser.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'
import { isLongRun } from '#tests/support/run/repetitions.ts'

const served = await onlineShop({ seats: 500 })
const { url, apiKey, shop, service, buyer, clock } = served
const SELLER = {
  VAT_NR: 'CHE-123.456.788',
  INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano',
  COUNTRY_OF_BUSINESS: 'CH',
  BANK_TRANSFER_ENABLED: 'true',
  BANK_ACCOUNT_NR: 'CH9300762011623852957',
}

let count = 0
type Club = { readonly club: Organiser; readonly slug: string; readonly eventId: number }

/** An organisation of its own, so that its month has what its test has sold alone. */
async function aClub(settings: Readonly<Record<string, string>> = {}): Promise<Club> {
  count += 1
  const club = await anOrganiser(url, apiKey, `Books ${count}`)
  const { tickets, ...file } = anEventFile(clock.now(), {
    slug: `books-${count}`,
    settings: { ...SELLER, ...settings },
  })
  const taxed = {
    taxPercentage: 8.1,
    taxIncludedInPrice: true,
    paymentMethods: ['PAYPAL' as const, 'OFFLINE' as const],
  }
  const slug = await club.open({ ...file, tickets: { ...tickets, currency: 'CHF', max: 300, ...taxed } })
  const row = await shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', slug).executeTakeFirst()
  return { club, slug, eventId: row?.id ?? 0 }
}

beforeEach(() => {
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
})

type Order = { readonly by: 'PAYPAL' | 'OFFLINE'; readonly seats: number; readonly isInvoiced: boolean }

async function buyFor({ club, slug }: Club, { by, seats, isInvoiced }: Order, firstName = 'Ada'): Promise<string> {
  const id = await hold(buyer, slug, { Conference: seats })
  const form = { ...filledIn(await infoOf(buyer, id)), ...(isInvoiced && PRIVATE_INVOICE), firstName }
  expect((await sendDetails(buyer, id, form)).status).toBe(200)
  expect((await pay(buyer, id, PAY_BY[by])).status).toBe(200)
  if (by === 'OFFLINE') await club.api.expect(confirmDeskTransfer, 204, { params: { reservationId: id } })
  return id
}

async function refund({ club }: Club, id: string, amount: string): Promise<void> {
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
  const body = { what: 'AMOUNT' as const, amount, requestId: crypto.randomUUID() }
  await club.api.expect(refundReservation, 200, { params: { reservationId: id }, body })
  await sendRefunds(shop)
}

type Row = Readonly<Record<string, string>>
type Books = { readonly files: Readonly<Record<string, Uint8Array>>; readonly table: (name: string) => Row[] }

const enter = (given: ScopedRole) => enterDesk(served, { email: `books-${(count += 1)}@example.org`, given })

async function booksOf(query: Record<string, string>, desk: Awaited<ReturnType<typeof enter>>): Promise<Books> {
  const answer = await fetch(`${url}${downloadBooks.path}?${new URLSearchParams(query).toString()}`, {
    headers: { cookie: `foyer_desk=${desk.cookie() ?? ''}`, 'sec-fetch-site': 'same-origin' },
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const table = (name: string): Row[] => {
    const text = strFromU8(files[name] ?? new Uint8Array()).replace(/^\u{feff}/u, '')
    return Papa.parse<Row>(text, { header: true, skipEmptyLines: true }).data
  }
  return { files, table }
}

const financeOf = ({ club }: Club) =>
  enter({ role: 'FINANCE', scope: { kind: 'organization', organizationId: club.organizationId } })
const ofMonth = ({ club }: Club, month: string) => ({ month, organizationId: String(club.organizationId) })
const thisMonth = (): string => Temporal.Instant.fromEpochMilliseconds(clock.now()).toString().slice(0, 7)

const read = (text: string | undefined): bigint => BigInt((text ?? '0').replace('.', ''))
const total = (rows: readonly Row[], key: string): string =>
  printed(minor(rows.reduce((sum, row) => sum + read(row[key]), 0n)), CHF)

async function ask<Answer>({ club }: Club, call: ContractCall, query: Record<string, string>): Promise<Answer> {
  const { status, value } = await club.api.ask(call, { query } as never)
  expect(status).toBe(200)
  return value as Answer
}

const anOrder = fc.record({
  by: fc.constantFrom('PAYPAL' as const, 'OFFLINE' as const),
  seats: fc.integer({ min: 1, max: 3 }),
  isInvoiced: fc.boolean(),
  refund: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }),
})

test('the books of a month come to the money of its days and to its documents, whatever was sold and refunded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anOrder, { minLength: 1, maxLength: 3 }), async orders => {
      const own = await aClub()
      for (const { refund: part, ...order } of orders) {
        const id = await buyFor(own, order)
        const amount = (12_000n * BigInt(order.seats) * BigInt(part ?? 0)) / 100n
        if (order.by === 'PAYPAL' && amount > 0n) await refund(own, id, printed(minor(amount), CHF))
      }
      await buyFor(await aClub(), { by: 'PAYPAL', seats: 1, isInvoiced: true })
      const { table, files } = await booksOf(ofMonth(own, thisMonth()), await financeOf(own))

      const period = { from: `${thisMonth()}-01`, to: `${thisMonth()}-28` }
      const organizationId = String(own.club.organizationId)
      const { sums } = await ask<MoneyDays>(own, listMoneyDays, { ...period, organizationId })
      const whole = sums.find(({ method }) => method === null)
      expect(total(table('payments.csv'), 'amount')).toBe(whole?.payments)
      expect(total(table('refunds.csv'), 'amount')).toBe(whole?.refunds)
      const summary = table('totals.csv')
      expect(summary.find(({ method }) => method === 'ALL')).toMatchObject({
        payments: whole?.payments,
        refunds: whole?.refunds,
        net: whole?.net,
        payment_count: String(whole?.paymentCount),
      })
      expect(table('orders.csv')).toHaveLength(orders.length)
      expect(total(table('orders.csv'), 'total')).toBe(whole?.payments)

      const documents = await documentsOf(own)
      const signed = ({ type, totals }: BillingDocument) => read(totals.gross) * (type === 'CREDIT_NOTE' ? -1n : 1n)
      const rows = table('vat.csv')
      for (const source of ['INVOICES', 'RECEIPTS'] as const) {
        const meant = documents.filter(({ type }) => (type === 'RECEIPT') === (source === 'RECEIPTS'))
        const gross = meant.reduce((sum, document) => sum + signed(document), 0n)
        const ofSource = rows.filter(row => row['source'] === source)
        expect(total(ofSource, 'gross')).toBe(printed(minor(gross), CHF))
        expect(read(total(ofSource, 'net')) + read(total(ofSource, 'vat'))).toBe(gross)
      }
      const invoices = documents.filter(({ type }) => type !== 'RECEIPT')
      expect(Object.keys(files).filter(name => name.endsWith('.pdf'))).toHaveLength(invoices.length)
      expect(table('missing.csv')).toEqual([])
      const totals = await ask<BooksTotals>(own, readBooksTotals, ofMonth(own, thisMonth()))
      expect(totals).toMatchObject({ orders: orders.length, sums })
      expect(totals.invoices + totals.creditNotes).toBe(invoices.length)
      expect(totals.vat.map(({ gross }) => gross)).toEqual(rows.map(row => row['gross']))
    }),
    { numRuns: isLongRun() ? 40 : 4 },
  )
}, 600_000)

const documentsOf = async ({ eventId }: Club): Promise<BillingDocument[]> => {
  const rows = await shop.db.kysely
    .selectFrom('billing_document')
    .innerJoin('reservation', 'reservation.id', 'reservation_id')
    .select('model')
    .where('purchase_context_id', '=', eventId)
    .where('billing_document.status', '=', 'VALID')
    .execute()
  return rows.map(({ model }) => model as BillingDocument)
}

test('each invoice and credit note is there as it is kept, with its e-invoice', async () => {
  const own = await aClub()
  const id = await buyFor(own, { by: 'PAYPAL', seats: 2, isInvoiced: true }, '=HYPERLINK("x")')
  await refund(own, id, '30.00')
  const { files, table } = await booksOf(ofMonth(own, thisMonth()), await financeOf(own))
  const names = Object.keys(files).filter(name => name.startsWith('documents/'))
  const { number } = (await documentsOf(own)).find(({ type }) => type === 'INVOICE') ?? { number: '' }
  expect(names.toSorted()).toEqual(
    ['credit-note', 'invoice'].flatMap(kind => [`documents/${kind}-${number}.pdf`, `documents/${kind}-${number}.xml`]),
  )
  const { text } = await readPdf(files[`documents/invoice-${number}.pdf`] ?? new Uint8Array())
  expect(text).toContain('CHF 240.00')
  expect(strFromU8(files[`documents/credit-note-${number}.xml`] ?? new Uint8Array())).toContain('30.00')
  expect(table('orders.csv')).toMatchObject([
    { order: id.slice(0, 8).toUpperCase(), buyer: `'=HYPERLINK("x") Lovelace` },
  ])
  expect(table('vat.csv')).toMatchObject([{ source: 'INVOICES', rate: '8.1', gross: '210.00', buyer_country: 'CH' }])
})

test('a document that was erased or cannot be drawn is named, and the others are there', async () => {
  const own = await aClub()
  const ids = [1, 2, 3].map(() => buyFor(own, { by: 'PAYPAL', seats: 1, isInvoiced: true }))
  const [erased, broken, good] = await Promise.all(ids)
  await sql`update billing_document set erased_at = now() where reservation_id = ${erased}`.execute(shop.db.kysely)
  await sql`update billing_document set model = model - 'totals' where reservation_id = ${broken}`.execute(
    shop.db.kysely,
  )
  const { files, table } = await booksOf(ofMonth(own, thisMonth()), await financeOf(own))
  expect(Object.keys(files).filter(name => name.endsWith('.pdf'))).toHaveLength(1)
  const shortOf = (id: string | undefined) => id?.slice(0, 8).toUpperCase()
  expect(new Set(table('missing.csv').map(({ order, reason }) => `${order} ${reason}`))).toEqual(
    new Set([`${shortOf(erased)} erased`, `${shortOf(broken)} fault`]),
  )
  expect(table('missing.csv').some(({ order }) => order === shortOf(good))).toBe(false)
})

test('after the people of an event are erased, its books come to the same and name no one', async () => {
  const own = await aClub({ RETENTION_DAYS: '30' })
  const id = await buyFor(own, { by: 'PAYPAL', seats: 2, isInvoiced: true })
  await refund(own, id, '30.00')
  const query = { eventId: String(own.eventId) }
  const before = await ask<BooksTotals>(own, readBooksTotals, query)
  const beforeNow = clock.now()
  clock.set(after(beforeNow, days(400)))
  expect(await erasePersonalData(shop)).toBeGreaterThan(0)
  expect(await ask<BooksTotals>(own, readBooksTotals, query)).toEqual(before)
  const { files, table } = await booksOf(query, await financeOf(own))
  expect(table('orders.csv')).toMatchObject([{ buyer: '', total: '240.00' }])
  const tables = Object.entries(files).filter(([name]) => name.endsWith('.csv'))
  expect(tables.map(([, content]) => strFromU8(content)).join('')).not.toContain('Lovelace')
})

test('the books of another month are empty, those of the event have all of its time', async () => {
  const own = await aClub()
  await buyFor(own, { by: 'OFFLINE', seats: 1, isInvoiced: false })
  const desk = await financeOf(own)
  const empty = await booksOf(ofMonth(own, '2026-10'), desk)
  expect(Object.keys(empty.files)).toEqual([
    'orders.csv',
    'payments.csv',
    'refunds.csv',
    'drawers.csv',
    'vat.csv',
    'totals.csv',
    'missing.csv',
  ])
  expect(empty.table('orders.csv')).toEqual([])
  const whole = await booksOf({ eventId: String(own.eventId) }, desk)
  expect(whole.table('payments.csv')).toMatchObject([{ kind: 'payment', method: 'OFFLINE', amount: '120.00' }])
})

test('a drawer is in the month it was counted in by the clock of its event, an open one in that it was opened in', async () => {
  const own = await aClub()
  const desk = await enter({ role: 'OWNER', scope: { kind: 'organization', organizationId: own.club.organizationId } })
  const { key } = await makeDoorKey(desk, { eventId: own.eventId, body: { name: '=Main', maySell: true } })
  const device = aDoorDevice(url, key, () => clock.now())
  const till = await openTill(device, '@Mia')
  const lines = [{ categoryId: (await till.read()).categories[0]?.id ?? 0, quantity: 2 }]
  await till.sell({ lines })
  await till.sell({ lines, way: 'TERMINAL', receipt: '4711' })
  const { sale } = await till.sell({ lines })
  const undoing = { params: { saleId: sale.id }, body: { drawerId: till.drawerId } }
  const { seen } = (await device.ask(planUndo, undoing)).body as UndoPlan
  const undone = await device.ask(undoSale, { ...undoing, body: { ...undoing.body, seen } })
  expect(undone.body).toMatchObject({ state: 'UNDONE' })
  const body = { counted: '439.50', remark: '- a coin; "missing"' }
  expect((await device.ask(countDrawer, { params: { drawerId: till.drawerId }, body })).status).toBe(200)
  const open = await openTill(device, 'Noah', '50')
  await sql`update box_drawer set opened_at = '2027-01-31T20:00:00Z', closed_at = case when id = ${till.drawerId}
    then timestamptz '2027-01-31T23:30:00Z' end where event_id = ${own.eventId}`.execute(shop.db.kysely)

  const books = async (query: Record<string, string>) => {
    const { table } = await booksOf(query, desk)
    const { drawers } = await ask<BooksTotals>(own, readBooksTotals, query)
    return { rows: table('drawers.csv'), drawers }
  }
  const mia = {
    drawer: String(till.drawerId),
    status: 'COUNTED',
    event: expect.any(String),
    door: "'=Main",
    person: "'@Mia",
    opened_at: '2027-01-31T21:00:00',
    counted_at: '2027-02-01T00:30:00',
    cash_sales: '1',
    currency: 'CHF',
    float: '200.00',
    cash_taken: '480.00',
    cash_returned: '240.00',
    expected: '440.00',
    counted: '439.50',
    difference: '-0.50',
    remark: `'- a coin; "missing"`,
  }
  const noah = { ...mia, drawer: String(open.drawerId), status: 'OPEN', person: 'Noah', counted_at: '', remark: '' }
  const nothing = { cash_sales: '0', float: '50.00', cash_taken: '0.00', cash_returned: '0.00', expected: '50.00' }
  const uncounted = { ...noah, ...nothing, counted: '', difference: '' }
  const sums = { currency: 'CHF', counted: 0, open: 0, difference: '0.00' }
  expect(await books(ofMonth(own, '2027-01'))).toEqual({ rows: [uncounted], drawers: [{ ...sums, open: 1 }] })
  const counted = { ...sums, counted: 1, difference: '-0.50' }
  expect(await books(ofMonth(own, '2027-02'))).toEqual({ rows: [mia], drawers: [counted] })
  const whole = await books({ eventId: String(own.eventId) })
  expect(whole).toEqual({ rows: [mia, uncounted], drawers: [{ ...counted, open: 1 }] })
  const other = await aClub()
  expect((await booksOf({ eventId: String(other.eventId) }, await financeOf(other))).table('drawers.csv')).toEqual([])
  expect(await books(ofMonth(own, '2027-03'))).toEqual({ rows: [], drawers: [] })
})

test('books are for those who manage the orders, and each download is noted', async () => {
  const own = await aClub()
  const { organizationId } = own.club
  const scope = { kind: 'organization', organizationId } as const
  const { eventId } = own
  const ofEvent = await enter({ role: 'OWNER', scope: { kind: 'event', eventId, organizationId } })
  const editor = await enter({ role: 'EDITOR', scope })
  const foreign = await financeOf(await aClub())
  const status = async (desk: typeof editor, query: Record<string, string>) => {
    const { status: answered } = await desk.ask(readBooksTotals, { query })
    return answered
  }
  const month = ofMonth(own, thisMonth())
  expect(await status(editor, month)).toBe(403)
  expect(await status(foreign, month)).toBe(403)
  expect(await status(foreign, { eventId: String(eventId) })).toBe(403)
  expect(await status(foreign, { eventId: '999999' })).toBe(403)
  expect(await status(ofEvent, month)).toBe(403)
  expect(await status(ofEvent, { eventId: String(eventId) })).toBe(200)
  expect(await status(ofEvent, {})).toBe(422)
  expect(await status(ofEvent, { organizationId: String(organizationId) })).toBe(422)
  await booksOf({ eventId: String(eventId) }, ofEvent)
  await booksOf(month, await financeOf(own))
  const noted = await shop.db.kysely
    .selectFrom('change_log')
    .select(['subject', 'actor'])
    .where('action', '=', 'BOOKS_DOWNLOADED')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
  expect(noted.map(({ subject }) => subject)).toEqual([`books-${own.slug}`, `books-${thisMonth()}`])
})
