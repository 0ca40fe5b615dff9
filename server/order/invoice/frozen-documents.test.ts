import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { downloadEInvoice, downloadInvoice, downloadReceipt } from '#contract/invoice.ts'
import { pathTo } from '#contract/paths.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { stopRendering } from '#server/documents/pdf/pdf-renderer.ts'
import { storeImage } from '#server/foundation/file/image.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { BUSINESS_INVOICE } from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, categoryIds, filledIn, hold, infoOf, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const buyer = aBuyer(url)

afterAll(stopRendering)

const SELLER = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano', COUNTRY_OF_BUSINESS: 'CH' }
const OTHER_SELLER = {
  VAT_NR: 'DE999999999',
  INVOICE_ADDRESS: 'Neue Strasse 1\n10115 Berlin',
  COUNTRY_OF_BUSINESS: 'DE',
}
const picture = (name: string) => readFileSync(new URL(`../../../samples/images/${name}.webp`, import.meta.url))

type Club = Awaited<ReturnType<typeof aClub>>

async function aClub(name: string, slug: string) {
  const organiser = await anOrganiser(url, apiKey, name)
  const file = anEventFile(clock.now(), { slug, seats: 50, settings: SELLER, title: `${name} Days` })
  await organiser.open(file)
  await show(slug, 'four-rivers')
  return { organiser, slug }
}

/** Puts another picture on the event. */
async function show(slug: string, name: string): Promise<void> {
  const digest = await storeImage(shop.db, picture(name), clock.now())
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', slug)
    .executeTakeFirstOrThrow()
  await shop.db.kysely
    .updateTable('purchase_context')
    .set({ file_digest: digest ?? null })
    .where('id', '=', id)
    .execute()
}

async function order({ slug }: Club, { by, invoice }: { by: keyof typeof PAY_BY; invoice: boolean }): Promise<string> {
  const [category = ''] = (await categoryIds(buyer, slug)).keys()
  const id = await hold(buyer, slug, { [category]: 2 })
  const form = { ...filledIn(await infoOf(buyer, id)), ...(invoice && BUSINESS_INVOICE) }
  expect(await sendDetails(buyer, id, form)).toMatchObject({ status: 200 })
  expect(await pay(buyer, id, PAY_BY[by])).toMatchObject({ status: 200 })
  return id
}

async function fileOf(call: typeof downloadInvoice | typeof downloadReceipt, { slug }: Club, reservationId: string) {
  const answer = await fetch(url + pathTo(call.path, { eventName: slug, reservationId }))
  return {
    status: answer.status,
    name: answer.headers.get('content-disposition'),
    bytes: new Uint8Array(await answer.arrayBuffer()),
  }
}

const xmlOf = async ({ organiser }: Club, reservationId: string, format: 'factur-x' | 'ubl') =>
  (await organiser.api.ask(downloadEInvoice, { params: { reservationId, format } })).value

/** Everything an organiser can change, changed. */
async function changeEverything({ organiser, slug }: Club): Promise<void> {
  const file = anEventFile(clock.now(), {
    slug,
    seats: 50,
    title: 'Altogether different',
    location: { fullAddress: 'Elsewhere 9, Bern', coordinate: { latitude: '46.9', longitude: '7.4' } },
    settings: { ...OTHER_SELLER, BANK_ACCOUNT_NR: 'DE02 1203 0000 0000 2020 51' },
  })
  await organiser.change(slug, file)
  await show(slug, 'open-atlas')
  await shop.db.pool.query(
    `update ticket_category set price = 99900, name = 'Another kind'
     from event where event.id = event_id and short_name = $1`,
    [slug],
  )
  await shop.db.kysely
    .updateTable('organization')
    .set({ name: `Another ${slug}`, email: 'new@club.example' })
    .where('id', '=', organiser.organizationId)
    .execute()
  const offer = await shop.catalog.offeredEvent(slug)
  if (offer) shop.catalog.offerChanged(offer.context)
}

test('an invoice that was issued says the same to the byte, whatever the organiser changes', async () => {
  const club = await aClub('Frozen Club', 'frozen')
  const id = await order(club, { by: 'OFFLINE', invoice: true })
  const before = await fileOf(downloadInvoice, club, id)
  const xml = [await xmlOf(club, id, 'factur-x'), await xmlOf(club, id, 'ubl')]
  const text = (await readPdf(before.bytes, { findsCode: false })).text
  for (const part of ['Frozen Club Days', 'Via Nassa 12', 'CHE-123.456.788', '240.00']) expect(text).toContain(part)
  await changeEverything(club)
  const after = await fileOf(downloadInvoice, club, id)
  expect(Buffer.from(after.bytes).equals(Buffer.from(before.bytes))).toBe(true)
  expect(after.name).toBe(before.name)
  expect([await xmlOf(club, id, 'factur-x'), await xmlOf(club, id, 'ubl')]).toEqual(xml)
})

test('so does a receipt, and a new one says what is true now', async () => {
  const club = await aClub('Receipt Club', 'receipts-frozen')
  const first = await order(club, { by: 'OFFLINE', invoice: false })
  await club.organiser.confirm(first)
  const before = await fileOf(downloadReceipt, club, first)
  await changeEverything(club)
  const after = await fileOf(downloadReceipt, club, first)
  expect(Buffer.from(after.bytes).equals(Buffer.from(before.bytes))).toBe(true)
  const second = await order(club, { by: 'OFFLINE', invoice: false })
  await club.organiser.confirm(second)
  const text = (await readPdf((await fileOf(downloadReceipt, club, second)).bytes, { findsCode: false })).text
  const now = [
    'Altogether different',
    'Another receipts-frozen',
    'Neue Strasse 1',
    'DE999999999',
    'Another kind',
    '1998.00',
  ]
  for (const part of now) expect(text).toContain(part)
})

test('a document that is issued again takes the place of the one before', async () => {
  const club = await aClub('Twice Club', 'twice')
  const id = await order(club, { by: 'OFFLINE', invoice: true })
  const before = await fileOf(downloadInvoice, club, id)
  await club.organiser.confirm(id)
  const stored = await shop.db.kysely
    .selectFrom('billing_document')
    .select(['id', 'status'])
    .where('reservation_id', '=', id)
    .orderBy('created_at')
    .execute()
  expect(stored.map(({ status }) => status).toSorted()).toEqual(['NOT_VALID', 'VALID'])
  const after = await fileOf(downloadInvoice, club, id)
  expect(after.name).toContain(stored.find(({ status }) => status === 'VALID')?.id)
  expect(before.name).toContain(stored.find(({ status }) => status === 'NOT_VALID')?.id)
  expect((await readPdf(after.bytes, { findsCode: false })).text).toContain('Paid.')
})

test('which document there is depends on what was issued, never on what is asked for', async () => {
  const club = await aClub('Guarded Club', 'guarded')
  const both = async (id: string, at = club) => [
    (await fileOf(downloadInvoice, at, id)).status,
    (await fileOf(downloadReceipt, at, id)).status,
  ]
  const pending = await hold(buyer, club.slug, { Conference: 1 })
  expect(await both(pending)).toEqual([404, 404])
  const invoiced = await order(club, { by: 'ON_SITE', invoice: true })
  expect(await both(invoiced)).toEqual([200, 404])
  const awaited = await order(club, { by: 'OFFLINE', invoice: false })
  expect(await both(awaited)).toEqual([404, 404])
  await club.organiser.confirm(awaited)
  expect(await both(awaited)).toEqual([404, 200])
  const elsewhere = await aClub('Elsewhere Club', 'elsewhere-guarded')
  expect(await both(invoiced, elsewhere)).toEqual([404, 404])
  for (const id of [invoiced, awaited]) {
    await shop.db.kysely.updateTable('reservation').set({ status: 'CANCELLED' }).where('id', '=', id).execute()
    expect(await both(id)).toEqual([404, 404])
  }
})
