import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import {
  type SavedExport,
  describeExport,
  downloadExport,
  listSavedExports,
  saveExport,
} from '#contract/desk-exports.ts'
import { EXPORT_KIND_NAMES } from '#domain/organiser/export/export-kind.ts'
import { days, hours } from '#domain/foundation/instant.ts'
import { onWall } from '#domain/foundation/wall-clock.ts'
import { erasePersonalData } from '#server/order/retention/erase-personal-data.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { aDinner, bookDinner } from '#tests/support/organiser/attendees.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { askForFile, rowsOfCsv, rowsOfXlsx } from '#tests/support/organiser/exports.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const organiser = await anOrganiser(url, apiKey)
const { organizationId } = organiser
const other = await anOrganiser(url, apiKey, 'Other Club')
const buyer = aBuyer(url)
const finance = await aDeskMember(served, organizationId, 'FINANCE')
const atDesk = await aDeskMember(served, organizationId, 'DESK')

const FORMULA = '=cmd|"/c calc"!A1'
const event = await organiser.open(
  aDinner(clock.now(), 'dinner', { settings: { ON_SITE_ENABLED: true, RETENTION_DAYS: 30 } }),
)
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', event)
  .executeTakeFirstOrThrow()
const order = await bookDinner(buyer, event, [
  { name: ['Zoë', 'Özdemir'], answers: { meal: ['vegan'], note: [FORMULA] }, size: 'S' },
  { name: ['Bo', 'Crewe'], category: 'Crew', answers: { days: ['sat', 'sun'] } },
])
clock.move(hours(1))
const key = await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' })
// They pay at the door.
for (const ticket of await paperTickets(shop, order)) await aScanner(url, key, event).byHand(ticket)
const cameIn = clock.now()
await bookDinner(buyer, event, [{ name: ['Cara', 'Cart'] }], null)

type Desk = typeof finance

const ask = (desk: Desk, kind: string, query: Record<string, string> = {}, language = 'en') =>
  askForFile({ url, cookie: desk.cookie(), call: downloadExport, params: { kind }, query, language })

async function bytesOf(desk: Desk, kind: string, query: Record<string, string> = {}, language = 'en') {
  const response = await ask(desk, kind, { event: String(eventId), ...query }, language)
  expect(response.status).toBe(200)
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}
const csvOf = async (...asked: Parameters<typeof bytesOf>) => rowsOfCsv((await bytesOf(...asked)).bytes)
const xlsxOf = async (desk: Desk, kind: string, query: Record<string, string> = {}) =>
  rowsOfXlsx((await bytesOf(desk, kind, { ...query, format: 'xlsx' })).bytes)

describe('an export of attendees', () => {
  test('has a column for each question, in the language of the caller', async () => {
    const rows = await csvOf(finance, 'attendees', { state: 'COMPLETE' }, 'de')
    expect(rows.map(row => [row['Nachname'], row['Welches Essen?'], row['Leibchen: Size']])).toEqual([
      ['Özdemir', 'Veganes Essen', 'S'],
      ['Crewe', '', ''],
    ])
    expect(rows.map(row => row['Which days?'])).toEqual(['', 'Samstag, Sonntag'])
  })

  test('writes what looks like a formula as text, in both formats', async () => {
    const query = { columns: 'attendee.firstName,answer.note', state: 'COMPLETE' }
    const [csv] = await csvOf(finance, 'attendees', query)
    expect(csv).toEqual({ 'First name': 'Zoë', 'Anything to know?': `'${FORMULA}` })
    const [sheet] = await xlsxOf(finance, 'attendees', query)
    expect(sheet).toEqual({ 'First name': 'Zoë', 'Anything to know?': FORMULA })
    const { bytes } = await bytesOf(finance, 'attendees', { ...query, format: 'xlsx' })
    expect(Buffer.from(bytes).includes('<f>')).toBe(false)
  })

  test('has dates as dates by the clock of the event, money as numbers and the currency beside it', async () => {
    const [row] = await xlsxOf(finance, 'attendees', { state: 'COMPLETE' })
    expect(row).toMatchObject({ Price: 120, Currency: 'CHF', 'Let in': true })
    expect(Number(row?.['Let in at'])).toBeCloseTo(onWall(cameIn, 'Europe/Zurich'), -3)
    const [csv] = await csvOf(finance, 'attendees', { state: 'COMPLETE' })
    expect(csv).toMatchObject({ Price: '120.00', Currency: 'CHF', 'Let in': 'true' })
  })

  test('has no money for a member of the desk, who is refused its column', async () => {
    const [row] = await csvOf(atDesk, 'attendees', { state: 'COMPLETE' })
    expect(Object.keys(row ?? {})).not.toContain('Price')
    const query = { event: String(eventId), columns: 'ticket.price' }
    const refused = await atDesk.ask(downloadExport, { params: { kind: 'attendees' }, query })
    expect([refused.status, codes(refused)]).toEqual([422, [['columns', 'foyer.desk.export.refused.columns']]])
  })

  test('is filtered as the list is, and by days of the event', async () => {
    expect(await csvOf(finance, 'attendees')).toHaveLength(3)
    expect(await csvOf(finance, 'attendees', { entry: 'IN' })).toHaveLength(2)
    const today = new Date(onWall(clock.now(), 'Europe/Zurich')).toISOString().slice(0, 10)
    expect(await csvOf(finance, 'attendees', { from: today, to: today })).toHaveLength(3)
    expect(await csvOf(finance, 'attendees', { from: '2001-01-01', to: '2001-02-28' })).toEqual([])
  })
})

describe('other kinds', () => {
  test('orders have their money, of an event and of its organisation; carts are left out', async () => {
    const [row, ...others] = await csvOf(finance, 'orders')
    expect(others).toEqual([])
    expect(row).toMatchObject({
      Order: order.slice(0, 8).toUpperCase(),
      'Last name of the buyer': 'Özdemir',
      Tickets: '2',
      Total: '260.00',
      Currency: 'CHF',
      'Way of payment': 'ON_SITE',
      'Time zone': 'Europe/Zurich',
    })
    const response = await ask(finance, 'orders', { organization: String(organizationId) })
    expect(rowsOfCsv(new Uint8Array(await response.arrayBuffer()))).toEqual([row])
  })

  test('amounts in a sheet have the decimals of their currency, and no others where currencies differ in it', async () => {
    const format = async (query: Record<string, string>) => {
      const response = await ask(finance, 'orders', { format: 'xlsx', columns: 'order.total', ...query })
      const book = await readXlsx(new Uint8Array(await response.arrayBuffer()), { readStyles: true })
      return book.sheets[0]?.cells?.get('1,0')?.style?.numFmt
    }
    const of = { event: String(eventId) }
    const put = (currency: string) =>
      shop.db.kysely.updateTable('purchase_context').set({ currency }).where('id', '=', eventId).execute()
    expect(await format(of)).toBe('#,##0.00')
    await put('JPY')
    expect(await format(of)).toBe('#,##0')
    await put('KWD')
    expect(await format(of)).toBe('#,##0.000')
    await organiser.open(aDinner(clock.now(), 'second-dinner'))
    expect(await format({ organization: String(organizationId) })).toBeUndefined()
    await put('CHF')
    expect(await format({ organization: String(organizationId) })).toBe('#,##0.00')
  })

  test('payments come with their amount and state', async () => {
    const rows = await csvOf(finance, 'payments')
    expect(rows.map(row => [row['Payment or refund'], row['Currency'], row['Order']])).toEqual([
      ['PAYMENT', 'CHF', order.slice(0, 8).toUpperCase()],
    ])
  })

  test('scans come with the holder', async () => {
    const rows = await xlsxOf(atDesk, 'check-ins')
    expect(rows.map(row => [row['Operation'], row['Result'], row['Last name']])).toEqual([
      ['SCAN', 'SUCCESS', 'Özdemir'],
      ['SCAN', 'SUCCESS', 'Crewe'],
    ])
  })

  test('each kind opens in both formats, with labels in every language', async () => {
    for (const kind of EXPORT_KIND_NAMES) {
      for (const language of ['en', 'de', 'fr', 'it']) {
        const { bytes, response } = await bytesOf(finance, kind, {}, language)
        const [row] = rowsOfCsv(bytes)
        expect(Object.keys(row ?? {}).filter(label => label.startsWith('foyer.'))).toEqual([])
        expect(response.headers.get('content-disposition')).toMatch(
          new RegExp(`^attachment; filename="${kind}-dinner-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
        )
      }
      expect(await xlsxOf(finance, kind)).not.toHaveLength(0)
    }
  })
})

describe('who may export', () => {
  const kindsOf = async (desk: Desk) => {
    const statuses: Record<string, number> = {}
    for (const kind of EXPORT_KIND_NAMES) statuses[kind] = (await ask(desk, kind, { event: String(eventId) })).status
    return statuses
  }

  test.each([
    ['OWNER', { attendees: 200, 'check-ins': 200, orders: 200, payments: 200 }],
    ['FINANCE', { attendees: 200, 'check-ins': 200, orders: 200, payments: 200 }],
    ['DESK', { attendees: 200, 'check-ins': 200, orders: 404, payments: 404 }],
    ['EDITOR', { attendees: 403, 'check-ins': 403, orders: 403, payments: 403 }],
    ['DOOR', { attendees: 403, 'check-ins': 403, orders: 403, payments: 403 }],
  ] as const)('%s', async (role, expected) => {
    expect(await kindsOf(await aDeskMember(served, organizationId, role))).toEqual(expected)
  })

  test('another organisation gets nothing, and a member for one event that event alone', async () => {
    const stranger = await aDeskMember(served, other.organizationId, 'OWNER')
    expect(await kindsOf(stranger)).toEqual({ attendees: 404, 'check-ins': 404, orders: 404, payments: 404 })
    const given = { role: 'FINANCE', scope: { kind: 'event', eventId, organizationId } } as const
    const helper = { ...finance, ...(await enterDesk(served, { email: 'helper@example.org', given })) }
    expect((await ask(helper, 'orders', { event: String(eventId) })).status).toBe(200)
    expect((await ask(helper, 'orders', { organization: String(organizationId) })).status).toBe(404)
  })

  test('an export of nothing named, and of wrong days, columns or zones, is refused with a reason', async () => {
    const refusals = async (kind: string, query: Record<string, string>) =>
      codes(await finance.ask(downloadExport, { params: { kind }, query }))
    const own = { event: String(eventId) }
    expect(await refusals('orders', {})).toEqual([['event', 'foyer.desk.export.refused.whose']])
    expect(await refusals('attendees', { organization: String(organizationId) })).toEqual([
      ['event', 'foyer.desk.export.refused.event'],
    ])
    expect(await refusals('orders', { ...own, from: '2027-02-30' })).toEqual([
      ['from', 'foyer.desk.export.refused.days'],
    ])
    expect(await refusals('orders', { ...own, from: '2027-02-03', to: '2027-02-02' })).toEqual([
      ['to', 'foyer.desk.export.refused.days'],
    ])
    expect(await refusals('orders', { ...own, timezone: 'Mars/Base' })).toEqual([
      ['timezone', 'foyer.desk.export.refused.timezone'],
    ])
    expect(await refusals('orders', { ...own, columns: "order.id,' or 1" })).toEqual([
      ['columns', 'foyer.desk.export.refused.columns'],
    ])
  })

  test('each export is in the log of changes: who and what, without its rows', async () => {
    await csvOf(atDesk, 'attendees', { columns: 'attendee.lastName' })
    const last = await shop.db.kysely
      .selectFrom('change_log')
      .select(['actor', 'subject', 'subject_id', 'action', 'after'])
      .where('kind', '=', 'EXPORT')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(last).toMatchObject({ actor: 'Member DESK', subject: 'attendees', subject_id: eventId, action: 'EXPORTED' })
    expect(last.after).toEqual({ format: 'csv', columns: ['attendee.lastName'] })
  })
})

describe('a saved export', () => {
  const WEEKLY = { kind: 'WEEKLY', weekday: 1, hour: 7 }
  const bodyOf = (changes: object = {}) => ({
    name: 'Meals',
    kind: 'attendees',
    format: 'xlsx',
    columns: ['attendee.lastName', 'answer.meal'],
    period: 'ALL',
    timezone: 'Europe/Zurich',
    event: eventId,
    recipients: [],
    ...changes,
  })
  const save = (desk: Desk, changes: object = {}) => desk.ask(saveExport, { body: bodyOf(changes) })

  test('is listed for those who may export it, and for no one else', async () => {
    expect((await save(finance, { kind: 'orders', name: 'Books', columns: ['order.id'] })).status).toBe(201)
    expect((await save(finance)).status).toBe(201)
    const listed = async (desk: Desk) => {
      const { body } = await desk.ask(listSavedExports)
      return (body as { exports: SavedExport[] }).exports.map(({ name }) => name)
    }
    expect(await listed(finance)).toEqual(['Meals', 'Books'])
    expect(await listed(atDesk)).toEqual(['Meals'])
    expect(await listed(await aDeskMember(served, other.organizationId, 'OWNER'))).toEqual([])
  })

  test('is mailed to the member themself, or by who manages members to all who may have it', async () => {
    const recipients = async (desk: Desk, kind: string) => {
      const { body } = await desk.ask(describeExport, { params: { kind }, query: { event: String(eventId) } })
      return (body as { recipients: { id: number; name: string }[] }).recipients
    }
    const owner = await aDeskMember(served, organizationId, 'OWNER')
    const own = await recipients(atDesk, 'attendees')
    expect(own.map(({ name }) => name)).toEqual(['Member DESK'])
    const possible = (await recipients(owner, 'orders')).map(({ name }) => name)
    expect(possible).toContain('Member FINANCE')
    expect(possible).not.toContain('Member DESK')
    const [first] = own
    const refused = await save(finance, { schedule: WEEKLY, recipients: [first?.id] })
    expect(codes(refused)).toEqual([['recipients', 'foyer.desk.export.refused.recipients']])
    expect((await save(owner, { schedule: WEEKLY, recipients: [first?.id] })).status).toBe(201)
  })

  test.each([
    ['without a name', { name: ' \u200b ' }, 'name', 'name'],
    ['with an unknown column', { columns: ['answer.shoe'] }, 'columns', 'columns'],
    ['in an unknown zone', { timezone: '+02:00' }, 'timezone', 'timezone'],
    ['weekly without a weekday', { schedule: { kind: 'WEEKLY', hour: 7 } }, 'schedule', 'schedule'],
    ['on a schedule for no one', { schedule: WEEKLY }, 'recipients', 'no-recipient'],
  ])('%s is refused', async (_, changes, field, code) => {
    expect(codes(await save(finance, changes))).toEqual([[field, `foyer.desk.export.refused.${code}`]])
  })
})

test('people who were erased are in no export any more', async () => {
  clock.move(days(2000))
  const later = await aDeskMember(served, organizationId, 'FINANCE')
  expect(await csvOf(later, 'attendees', { state: 'COMPLETE' })).toHaveLength(2)
  await erasePersonalData(shop)
  for (const kind of EXPORT_KIND_NAMES) {
    const { bytes } = await bytesOf(later, kind)
    expect(new TextDecoder().decode(bytes)).not.toMatch(/Özdemir|Crewe|calc/)
  }
})
