import { describe, expect, test } from 'vitest'
import * as calls from '#contract/desk-transfers.ts'
import { after, days } from '#domain/foundation/instant.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { creditorReference } from '#server/documents/transfer-code/creditor-reference.ts'
import { type Credit, camt, camtEntry, mt940 } from '#tests/builders/bank-statement.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy, statusOf } from '#tests/support/buyer/purchase.ts'
import { countAudit } from '#tests/support/database/consistency.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop, runJobs } = served
const buyer = aBuyer(url)
const ACCOUNT = 'CH9300762011623852957'

let count = 0
/** A club of its own for each test, with an event that is paid by transfer, and its members. */
async function aClub() {
  count += 1
  const club = await anOrganiser(url, apiKey, `Club ${count}`)
  const { tickets, ...file } = anEventFile(clock.now(), { slug: `concert-${count}` })
  const event = await club.open({
    ...file,
    settings: {
      BANK_TRANSFER_ENABLED: 'true',
      BANK_ACCOUNT_NR: ACCOUNT,
      AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: 'true',
    },
    tickets: {
      ...tickets,
      paymentMethods: ['OFFLINE'],
      currency: 'CHF',
      max: 40,
      categories: [aCategoryFile(clock.now(), { name: 'Seat', price: 40, maxTickets: 40 })],
    },
  })
  const { organizationId } = club
  const enter = (role: ScopedRole['role']) =>
    enterDesk(served, {
      email: `${role}-${(count += 1)}@example.org`.toLowerCase(),
      given: { role, scope: { kind: 'organization', organizationId } },
    })
  const desk = await enter('FINANCE')
  return {
    organizationId,
    event,
    enter,
    desk,
    order: () => buy(buyer, event, { Seat: 1 }, { by: 'OFFLINE' }),
    upload: (text: string | Buffer, query: Record<string, string> = {}, by = desk) =>
      upload(by, text, { organizationId: String(organizationId), ...query }),
    list: async (by = desk) => {
      const { status, body } = await by.ask(calls.listBankEntries, {
        query: { organizationId: String(organizationId) },
      })
      expect(status).toBe(200)
      return body as Record<string, number | string> & {
        entries: { id: string; judgement: string; reason: string | null }[]
      }
    },
    bookSure: async (upTo: unknown, by = desk) =>
      (await by.ask(calls.bookSureEntries, { body: { organizationId, upTo } })).body,
  }
}

type Desk = Awaited<ReturnType<typeof enterDesk>>

async function upload(desk: Desk, text: string | Buffer, query: Record<string, string>) {
  const answer = await fetch(`${url}${calls.uploadBankStatement.path}?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: {
      cookie: `foyer_desk=${desk.cookie() ?? ''}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'text/plain',
    },
    body: new Uint8Array(Buffer.from(text)),
  })
  const body: unknown = await answer.json()
  return { status: answer.status, body }
}

const short = (id: string): string => id.slice(0, 8).toUpperCase()
const statement = (credits: readonly Credit[]): string =>
  camt(
    credits.map(one => camtEntry([one])),
    { account: ACCOUNT },
  )

test('a statement shows what is sure and what is not, and the sure ones are booked in one press', async () => {
  const { order, upload: send, list, bookSure, desk } = await aClub()
  const [a, b, c] = [await order(), await order(), await order()]
  const text = statement([
    { amount: '40.00', reference: creditorReference(a, ACCOUNT) ?? '', bankReference: '1' },
    { amount: '40.00', text: `Konzert ${short(b)}`, bankReference: '2' },
    { amount: '39.99', text: short(c), bankReference: '3' },
    { amount: '12.00', text: 'Beitrag', bankReference: '4' },
    { amount: '7.00', direction: 'DBIT' },
  ])
  expect(await send(text)).toEqual({
    status: 200,
    body: { read: { format: 'CAMT', added: 4, seenBefore: 0, debits: 1, reversals: 0, pending: 0 } },
  })
  const seen = await list()
  expect(seen).toMatchObject({ sure: 2, unsure: 1, unmatched: 1, sums: [{ amount: '80.00', currency: 'CHF' }] })
  expect(seen.entries.map(({ judgement, reason }) => [judgement, reason])).toEqual([
    ['unsure', 'amount'],
    ['sure', null],
    ['sure', null],
    ['unmatched', null],
  ])
  expect(seen.entries[1]).toMatchObject({ orders: [{ id: a, person: 'Ada Lovelace', money: { amount: '40.00' } }] })
  expect(await bookSure(seen['latest'])).toEqual({ booked: 2, refused: 0, left: 0 })
  expect([await statusOf(buyer, a), await statusOf(buyer, b), await statusOf(buyer, c)]).toEqual([
    'COMPLETE',
    'COMPLETE',
    'OFFLINE_PAYMENT',
  ])
  // The cent that lacks is for a member to accept.
  const entryId = seen.entries[0]?.id ?? ''
  const book = (body: object) => desk.ask(calls.bookEntry, { params: { entryId }, body: { orderId: c, ...body } })
  expect(codes(await book({}))).toEqual([[null, 'foyer.desk.statement.difference']])
  expect((await book({ isDifferenceAccepted: true })).status).toBe(204)
  expect(codes(await book({ isDifferenceAccepted: true }))).toEqual([[null, 'foyer.desk.transfer.not-confirmed']])
  expect(await statusOf(buyer, c)).toBe('COMPLETE')
  const changes = await shop.db.kysely
    .selectFrom('change_log')
    .select('action')
    .where('action', '=', 'TRANSFER_CONFIRMED')
    .execute()
  expect(changes).toHaveLength(3)
})

describe('An entry is booked once', () => {
  test('though its statement comes again, overlaps with another one, or is in another format', async () => {
    const { order, upload: send, list } = await aClub()
    const id = await order()
    const credit = { amount: '40.00', text: `Konzert ${short(id)}`, bankReference: 'X1' }
    const other = { amount: '9.00', text: 'Beitrag', bankReference: 'X2' }
    const added = async (text: string) => (await send(text)).body
    expect(await added(statement([credit, credit]))).toMatchObject({ read: { added: 1, seenBefore: 1 } })
    expect(await added(statement([credit]))).toMatchObject({ read: { added: 0, seenBefore: 1 } })
    expect(await added(statement([credit, other]))).toMatchObject({ read: { added: 1, seenBefore: 1 } })
    const lines = [
      ':61:2611201120C40,00NTRFNONREF//777',
      `:86:Konzert ${short(id)}`,
      ':61:2611201120C9,NTRF',
      ':86:Beitrag',
    ]
    const same = mt940(lines, '49,00', { currency: 'CHF', account: ACCOUNT })
    expect(await added(same)).toMatchObject({ read: { format: 'MT940', added: 0, seenBefore: 2 } })
    expect(await added(same)).toMatchObject({ read: { added: 0, seenBefore: 2 } })
    // Two payments that say the same are two.
    const twice = mt940([...lines, ...lines.slice(2)], '58,00', { currency: 'CHF', account: ACCOUNT })
    expect(await added(twice)).toMatchObject({ read: { added: 1, seenBefore: 2 } })
    expect((await list()).entries).toHaveLength(3)
  })

  test('though two members upload and press at once', async () => {
    const { order, upload: send, list, bookSure, enter } = await aClub()
    const ids = await Promise.all([order(), order(), order()])
    const text = statement(ids.map((id, at) => ({ amount: '40.00', text: short(id), bankReference: String(at) })))
    const second = await enter('FINANCE')
    const uploads = await Promise.all([send(text), send(text, {}, second)])
    expect(
      uploads.map(({ body }) => (body as { read: { added: number } }).read.added).toSorted((x, y) => x - y),
    ).toEqual([0, 3])
    const { latest } = await list()
    const booked = await Promise.all([bookSure(latest), bookSure(latest, second)])
    expect(booked.map(one => (one as { booked: number }).booked).reduce((sum, one) => sum + one)).toBe(3)
    await runJobs()
    for (const id of ids) expect(await countAudit(shop.db, id, 'RESERVATION_OFFLINE_PAYMENT_CONFIRMED')).toBe(1)
    expect(await list()).toMatchObject({ sure: 0, unsure: 0, unmatched: 0, latest: null })
  })

  test('and pays one order alone, whichever two it is booked to at once', async () => {
    const { order, upload: send, list, desk, enter } = await aClub()
    const [a, b] = [await order(), await order()]
    await send(statement([{ amount: '80.00', text: `${short(a)} ${short(b)}`, bankReference: 'both' }]))
    const [entry] = (await list()).entries
    expect(entry).toMatchObject({ judgement: 'unsure', reason: 'several-orders', orders: [{ id: a }, { id: b }] })
    const second = await enter('OWNER')
    const book = (by: Desk, orderId: string) =>
      by.ask(calls.bookEntry, { params: { entryId: entry?.id ?? '' }, body: { orderId, isDifferenceAccepted: true } })
    const answers = await Promise.all([book(desk, a), book(second, b)])
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([204, 422])
    const states = [await statusOf(buyer, a), await statusOf(buyer, b)]
    expect(new Set(states)).toEqual(new Set(['COMPLETE', 'OFFLINE_PAYMENT']))
  })
})

test('what the order can no longer take is said, and nothing is booked', async () => {
  const club = await aClub()
  const { order, upload: send, list, bookSure, desk } = club
  const [paid, gone, elsewhere] = [await order(), await order(), await order()]
  const credit = (id: string, bankReference: string) => ({ amount: '40.00', text: short(id), bankReference })
  await send(statement([credit(paid, '1')]))
  await bookSure((await list())['latest'])
  await send(statement([credit(paid, '2'), credit(gone, '3')]))
  await send(camt([camtEntry([credit(elsewhere, '4')])], { account: 'DE89370400440532013000' }))
  await shop.db.kysely
    .updateTable('reservation')
    .set({ validity: timestamp(after(clock.now(), -days(1))) })
    .where('id', '=', gone)
    .execute()
  await runJobs()
  const { entries } = await list()
  expect(entries.map(({ reason }) => reason)).toEqual(['paid', 'ended', 'account'])
  expect(await bookSure('999999')).toEqual({ booked: 0, refused: 0, left: 0 })
  // What pays no order is set aside, and taken up again.
  const [{ id: entryId } = { id: '' }] = entries
  const aside = (isAside: boolean) => desk.ask(calls.setEntryAside, { params: { entryId }, body: { isAside } })
  expect((await aside(true)).status).toBe(204)
  expect((await aside(true)).status).toBe(204)
  const settled = await desk.ask(calls.listSettledEntries, { query: { organizationId: String(club.organizationId) } })
  expect(settled.body).toMatchObject({
    entries: [
      { id: entryId, status: 'SET_ASIDE' },
      { status: 'BOOKED', orderReference: short(paid) },
    ],
  })
  expect((await aside(false)).status).toBe(204)
  expect((await list()).entries).toHaveLength(3)
})

test('a table is confirmed by its columns; what is no statement is refused with what to do', async () => {
  const { order, upload: send, list } = await aClub()
  const id = await order()
  const table = `Datum;Zahler;Mitteilung;Betrag in CHF\n20.11.2026;"=cmd|' /C calc'!A0";"Konzert\n${short(id)}";40,00\n`
  expect(await send(table)).toMatchObject({
    body: { columns: { roles: ['date', 'payer', 'text', 'amount'], currency: 'CHF' } },
  })
  expect(await send(table, { columns: 'date,payer,text,amount', currency: 'CHF' })).toMatchObject({
    body: { read: { format: 'CSV', added: 1 } },
  })
  expect(await list()).toMatchObject({ sure: 1 })
  const refused = await send('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
  expect(refused.status).toBe(422)
  expect(codes(refused)).toEqual([[null, 'foyer.desk.statement.fault.xml']])
  expect(codes(await send(''))).toEqual([[null, 'foyer.desk.statement.fault.empty']])
})

test('entries, orders and statements of another organisation are not for this one', async () => {
  const [own, other] = [await aClub(), await aClub()]
  const id = await own.order()
  await own.upload(statement([{ amount: '40.00', text: short(id), bankReference: '1' }]))
  const { entries, latest } = await own.list()
  const entryId = entries[0]?.id ?? ''
  const { desk } = other
  const query = { organizationId: String(own.organizationId) }
  expect((await upload(desk, 'x', query)).status).toBe(403)
  expect((await desk.ask(calls.listBankEntries, { query })).status).toBe(403)
  expect((await desk.ask(calls.listSettledEntries, { query })).status).toBe(403)
  expect(
    (await desk.ask(calls.bookSureEntries, { body: { organizationId: own.organizationId, upTo: latest } })).status,
  ).toBe(403)
  expect((await desk.ask(calls.bookEntry, { params: { entryId }, body: { orderId: id } })).status).toBe(403)
  expect((await desk.ask(calls.setEntryAside, { params: { entryId }, body: { isAside: true } })).status).toBe(403)
  expect((await desk.ask(calls.listDeskTransfers)).body).toMatchObject({ orders: [] })
  // Its order named on a statement of the other organisation: unknown there.
  await other.upload(statement([{ amount: '40.00', text: short(id), bankReference: '1' }]))
  const foreign = await other.list()
  expect(foreign).toMatchObject({ sure: 0, unmatched: 1 })
  const book = { params: { entryId: foreign.entries[0]?.id ?? '' }, body: { orderId: id, isDifferenceAccepted: true } }
  expect((await desk.ask(calls.bookEntry, book)).status).toBe(403)
  expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
})

test('awaited transfers are found by name, number and sum', async () => {
  const { order, desk, organizationId } = await aClub()
  const [a, b] = [await order(), await order()]
  const found = async (query: Record<string, string>) =>
    ((await desk.ask(calls.listDeskTransfers, { query })).body as { orders: { id: string }[] }).orders.map(
      ({ id }) => id,
    )
  expect((await found({ organizationId: String(organizationId) })).toSorted()).toEqual([a, b].toSorted())
  expect(await found({ q: short(a) })).toEqual([a])
  expect(await found({ q: 'lovelace' })).toHaveLength(2)
  expect(await found({ q: '40' })).toHaveLength(2)
  expect(await found({ q: '%' })).toEqual([])
  expect(await found({ isOverdue: 'true' })).toEqual([])
  expect(await found({ cursor: (await found({}))[0] ?? '' })).toHaveLength(1)
})

test('payers are erased thirty days after their entry is settled, and it stays booked', async () => {
  const { order, upload: send, list, bookSure, enter, organizationId } = await aClub()
  const id = await order()
  const text = statement([
    { amount: '40.00', text: short(id), payer: 'Ada Lovelace', bankReference: '1' },
    { amount: '5.00', payer: 'Bob', bankReference: '2' },
  ])
  await send(text)
  await bookSure((await list())['latest'])
  const now = clock.now()
  const rows = () =>
    shop.db.kysely
      .selectFrom('bank_entry')
      .select(['payer', 'status'])
      .where('organization_id', '=', organizationId)
      .orderBy('id')
      .execute()
  clock.set(after(now, days(31)))
  await runJobs()
  expect(await rows()).toEqual([
    { payer: null, status: 'BOOKED' },
    { payer: 'Bob', status: 'OPEN' },
  ])
  expect((await send(text, {}, await enter('FINANCE'))).body).toMatchObject({ read: { added: 0, seenBefore: 2 } })
  clock.set(after(now, days(181)))
  await runJobs()
  expect(await rows()).toEqual([{ payer: null, status: 'BOOKED' }])
  clock.set(now)
})
