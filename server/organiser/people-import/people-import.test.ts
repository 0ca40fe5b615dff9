import { describe, expect, test } from 'vitest'
import { writeXlsx } from 'hucre/xlsx'
import { type BulkJob, downloadBulkReport, listBulkItems, readBulkJob, stopBulkJob } from '#contract/desk-bulk.ts'
import {
  type PeopleList,
  type PeopleListForm,
  type PeopleListPlan,
  importPeopleList,
  planPeopleList,
  uploadPeopleList,
} from '#contract/desk-people-list.ts'
import { hours } from '#domain/foundation/instant.ts'
import { aCategoryFile, aQuestionFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy, categoryIds } from '#tests/support/buyer/purchase.ts'
import { expectConsistentData, mailsOf } from '#tests/support/database/consistency.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { rowsWith } from '#tests/support/personal-data/needles.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop, runJobs } = served
const organiser = await anOrganiser(url, apiKey)
const finance = await aDeskMember(served, organiser.organizationId, 'FINANCE')
const buyer = aBuyer(url)

let number = 0
async function anEvent() {
  number += 1
  const now = clock.now()
  const shortName = await organiser.open(
    anEventFile(now, {
      slug: `party-${number}`,
      seats: 10,
      categories: [aCategoryFile(now), aCategoryFile(now, { name: 'Box', maxTickets: 2, price: 200 })],
      additionalInfo: [
        aQuestionFile(),
        aQuestionFile({ name: 'born', type: 'DATE_OF_BIRTH', label: [{ lang: 'en', body: 'Date of birth' }] }),
      ],
    }),
  )
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  const ids = await categoryIds(buyer, shortName)
  return { shortName, params: { eventId: String(id) }, box: ids.get('Box') ?? 0, seat: ids.get('Conference') ?? 0 }
}
type At = Awaited<ReturnType<typeof anEvent>>

async function upload(
  { params }: Pick<At, 'params'>,
  file: string | Uint8Array<ArrayBuffer>,
  desk: Pick<typeof finance, 'cookie'> = finance,
) {
  const answer = await fetch(`${url}${uploadPeopleList.path.replace(':eventId', params.eventId)}`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: `foyer_desk=${desk.cookie()}`,
      'content-type': 'application/octet-stream',
    },
    body: file,
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

async function uploaded(at: At, file: string | Uint8Array<ArrayBuffer>): Promise<PeopleList> {
  const { status, body } = await upload(at, file)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const formOf = ({ roles }: PeopleList, change: Partial<PeopleListForm> = {}): PeopleListForm => ({
  roles,
  way: 'PAID',
  ...change,
})
const plan = ({ params }: At, { listId }: PeopleList, body: PeopleListForm) =>
  finance.ask(planPeopleList, { params: { ...params, listId }, body })
async function planned(at: At, list: PeopleList, body: PeopleListForm): Promise<PeopleListPlan> {
  const answer = await plan(at, list, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as PeopleListPlan
}
const start = (
  { params }: At,
  { listId }: PeopleList,
  body: PeopleListForm,
  seen: string,
  requestId: string = crypto.randomUUID(),
) => finance.ask(importPeopleList, { params: { ...params, listId }, body: { ...body, seen, requestId } })
async function started(at: At, list: PeopleList, body: PeopleListForm): Promise<string> {
  const answer = await start(at, list, body, (await planned(at, list, body)).seen)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return String((answer.body as { jobId: number }).jobId)
}
const jobOf = async (jobId: string) => (await finance.ask(readBulkJob, { params: { jobId } })).body as BulkJob
const itemsOf = async (jobId: string) =>
  ((await finance.ask(listBulkItems, { params: { jobId } })).body as { items: Record<string, unknown>[] }).items

const csvOf = (people: readonly string[], heads = 'First name,Last name,E-mail,Category') =>
  [heads, ...people].join('\n')
const ADA = 'Ada,Lovelace,ada@example.org,Conference'
const GRACE = 'Grace,Hopper,grace@example.org,Box'

describe('a list of people', () => {
  test('is read with its columns proposed, planned without being imported, and imported once', async () => {
    const at = await anEvent()
    const list = await uploaded(
      at,
      '\u{feff}Vorname;Nachname;E-Mail;Firma;Kategorie;Mitgliedernummer;Sprache;Which meal?;Date of birth\r\n' +
        'Ada;Lovelace;ada@example.org;Engines AG;conference;M-1;Deutsch;VEGAN;10.12.1985\r\n' +
        '"Grace";"Hopper";grace@example.org;;Box;M-2;fr;;\r\n',
    )
    const answers = ['answer:meal', 'answer:born']
    const roles = ['first-name', 'last-name', 'email', 'company', 'category', 'external-reference', 'language']
    expect(list).toMatchObject({ rows: 2, roles: [...roles, ...answers] })
    const body = formOf(list)
    const { seen, ...preview } = await planned(at, list, body)
    expect(preview).toMatchObject({ rows: 2, able: 2, total: '320.00', currency: 'CHF', recipients: 2, left: [] })
    expect(preview.categories.map(({ name, tickets, free }) => [name, tickets, free])).toEqual(
      expect.arrayContaining([
        ['Conference', 1, 8],
        ['Box', 1, 2],
      ]),
    )
    await expectConsistentData(shop.db, at.shortName, { sold: 0, held: 0 })
    const requestId = crypto.randomUUID()
    const sent = await Promise.all([1, 2, 3].map(() => start(at, list, body, seen, requestId)))
    expect(new Set(sent.map(answer => JSON.stringify(answer))).size).toBe(1)
    expect(codes(await start(at, list, body, seen))).toEqual([[null, 'foyer.desk.import.refused.started']])
    await Promise.all([runJobs(), runJobs()])
    await runJobs()
    const jobId = String((sent[0] as { body: { jobId: number } }).body.jobId)
    expect(await jobOf(jobId)).toMatchObject({ kind: 'IMPORT_PEOPLE', status: 'ENDED', total: 2, done: 2, refused: 0 })
    await expectConsistentData(shop.db, at.shortName, { sold: 2, held: 0 })
    const items = await itemsOf(jobId)
    expect(items).toMatchObject([
      { row: 2, person: 'Ada Lovelace', state: 'SUCCEEDED' },
      { row: 3, person: 'Grace Hopper', state: 'SUCCEEDED' },
    ])
    const order = await finance.order(String(items[0]?.['orderId']))
    expect([order.group, order.money?.total, order.money?.method]).toEqual(['COMPLETE', '120.00', 'ADMIN'])
    expect(await mailsOf(shop.db, String(items[0]?.['orderId']))).toEqual(['ada@example.org', 'ada@example.org'])
    const ticket = await shop.db.kysely
      .selectFrom('ticket')
      .innerJoin('reservation', 'reservation.id', 'reservation_id')
      .select(['ticket.external_reference', 'ticket.language', 'reservation.billing', 'ticket.id'])
      .where('reservation_id', '=', String(items[0]?.['orderId']))
      .executeTakeFirstOrThrow()
    expect(ticket).toMatchObject({ external_reference: 'M-1', language: 'de', billing: { companyName: 'Engines AG' } })
    const stored = await shop.db.kysely
      .selectFrom('field_value')
      .select('value')
      .where('ticket_id', '=', ticket.id)
      .orderBy('value')
      .execute()
    expect(stored.map(({ value }) => value)).toEqual(['1985-12-10', 'vegan'])
    expect(await start(at, list, body, seen, requestId)).toEqual(sent[0])
  })

  test('shows every row with its fault, its column and what to do, and imports the others', async () => {
    const at = await anEvent()
    const list = await uploaded(
      at,
      csvOf(
        [ADA.replace('Conference', ''), 'Grace,,nowhere,Balcony', '', 'Alan,Turing,alan@example.org,Box'],
        'First name,Last name,E-mail,Category',
      ),
    )
    expect(codes(await plan(at, list, formOf(list, { roles: ['first-name', 'email', 'email', 'none'] })))).toEqual([
      ['roles', 'foyer.desk.import.refused.twice'],
      ['roles', 'foyer.desk.import.refused.last-name'],
      ['categoryId', 'foyer.desk.import.refused.category'],
    ])
    expect(codes(await plan(at, list, formOf(list, { way: 'COMP', roles: ['x'] })))).toEqual([
      ['roles', 'foyer.desk.import.refused.columns'],
      ['roles', 'foyer.desk.import.refused.first-name'],
      ['roles', 'foyer.desk.import.refused.last-name'],
      ['roles', 'foyer.desk.import.refused.email'],
      ['categoryId', 'foyer.desk.import.refused.category'],
      ['note', 'foyer.desk.new-order.refused.reason'],
    ])
    const body = formOf(list, { way: 'COMP', note: 'Press', isMailed: false })
    const { left, able, total, recipients } = await planned(at, list, body)
    expect([able, total, recipients]).toEqual([1, '0.00', 0])
    expect(left.map(({ row, kind, column, code }) => [row, kind, column, code])).toEqual([
      [2, 'FAULT', 'Category', 'foyer.desk.import.fault.no-category'],
      [3, 'FAULT', 'E-mail', 'error.STEP_2_INVALID_EMAIL'],
      [3, 'FAULT', 'Last name', 'error.STEP_2_EMPTY_LASTNAME'],
      [3, 'FAULT', 'Category', 'foyer.desk.import.fault.category'],
    ])
    const jobId = await started(at, list, body)
    await runJobs()
    expect(await jobOf(jobId)).toMatchObject({ status: 'ENDED', done: 1, refused: 2 })
    const items = await itemsOf(jobId)
    expect(items.map(({ row, state, code }) => [row, state, code])).toEqual([
      [2, 'REFUSED', 'foyer.desk.import.fault.no-category'],
      [3, 'REFUSED', 'error.STEP_2_INVALID_EMAIL'],
      [5, 'SUCCEEDED', 'foyer.desk.import.made'],
    ])
    expect(await mailsOf(shop.db, String(items[2]?.['orderId']))).toEqual([])
    const report = await fetch(`${url}${downloadBulkReport.path.replace(':jobId', jobId)}`, {
      headers: { cookie: `foyer_desk=${finance.cookie()}` },
    })
    expect((await report.text()).split('\r\n')[1]).toMatch(/^"?2"?,/)
  })

  test('that comes again leaves out those who are there, by reference or by name, unless they are wanted', async () => {
    const at = await anEvent()
    const text = csvOf(
      [
        'Ada,Lovelace,ada@example.org,Conference,',
        'ADA,lovelace,Ada@example.org,Conference,',
        'Bo,Ek,bo@example.org,Box,B-1',
      ],
      'First name,Last name,E-mail,Category,Reference',
    )
    const first = await uploaded(at, text)
    expect((await planned(at, first, formOf(first))).leftRows).toEqual({ FAULT: 0, THERE: 1, NO_SEAT: 0 })
    const jobId = await started(at, first, formOf(first))
    await runJobs()
    expect(await jobOf(jobId)).toMatchObject({ done: 2, nothing: 1 })
    const other = text.replace('Bo,Ek,bo@example.org,Box', 'Bo,Eck,bo.eck@example.org,Conference')
    const again = await uploaded(at, other)
    const seen = await planned(at, again, formOf(again))
    expect(seen).toMatchObject({ able: 0, leftRows: { THERE: 3 } })
    expect(codes(await start(at, again, formOf(again), seen.seen))).toEqual([[null, 'foyer.desk.import.refused.none']])
    const wanted = formOf(again, { areThoseThereImported: true })
    const second = await started(at, again, wanted)
    await runJobs()
    expect(await jobOf(second)).toMatchObject({ done: 3 })
    await expectConsistentData(shop.db, at.shortName, { sold: 5, held: 0 })
  })

  test('that two members import at the same moment makes one ticket for each person', async () => {
    const at = await anEvent()
    const text = csvOf([ADA, GRACE])
    const other = await aDeskMember(served, organiser.organizationId, 'OWNER')
    const mine = await uploaded(at, text)
    const { body } = await upload(at, text, other)
    const jobs = [await started(at, mine, formOf(mine)), await started(at, body, formOf(body))]
    await Promise.all([runJobs(), runJobs()])
    await runJobs()
    const [one, two] = [await jobOf(jobs[0] ?? ''), await jobOf(jobs[1] ?? '')]
    expect([one.done + two.done, one.nothing + two.nothing]).toEqual([2, 2])
    await expectConsistentData(shop.db, at.shortName, { sold: 2, held: 0 })
  })

  test('never oversells: rows without a seat are marked, tried, and refused', async () => {
    const at = await anEvent()
    await buy(buyer, at.shortName, { Box: 1 })
    const list = await uploaded(at, csvOf([GRACE, 'Gustav,Holst,gustav@example.org,Box', ADA]))
    const body = formOf(list)
    const seen = await planned(at, list, body)
    expect(seen).toMatchObject({ able: 2, leftRows: { NO_SEAT: 1 } })
    const jobId = await started(at, list, body)
    await buy(buyer, at.shortName, { Box: 1 })
    await runJobs()
    expect(await jobOf(jobId)).toMatchObject({ done: 1, refused: 2 })
    await expectConsistentData(shop.db, at.shortName, { sold: 3, held: 0 })
  })

  test('is planned anew where the event has changed since the plan', async () => {
    const at = await anEvent()
    const list = await uploaded(at, csvOf([GRACE]))
    const { seen } = await planned(at, list, formOf(list))
    await buy(buyer, at.shortName, { Box: 2 })
    expect(await start(at, list, formOf(list), seen)).toMatchObject({ status: 409, body: { able: 0 } })
  })
})

describe('a file', () => {
  test('is CSV of any separator and encoding, or XLSX', async () => {
    const at = await anEvent()
    const rows = [
      ['Prénom', 'Nom', 'Courriel', 'Catégorie'],
      ['Zoé', 'Müller', 'zoe@example.org', 'Conference'],
    ]
    const lines = (separator: string) => rows.map(row => row.join(separator)).join('\r\n')
    const xlsx = await writeXlsx({ sheets: [{ name: 'Gäste', rows }] })
    const files = [
      lines(','),
      lines('\t'),
      lines('|'),
      Uint8Array.from(Buffer.from(lines(';'), 'latin1')),
      Uint8Array.from(Buffer.from(`\u{feff}${lines(';')}`, 'utf16le')),
      Uint8Array.from(xlsx),
    ]
    for (const file of files) {
      expect(await uploaded(at, file)).toMatchObject({
        rows: 1,
        heads: rows[0],
        shown: [rows[1]],
        roles: ['first-name', 'last-name', 'email', 'category'],
      })
    }
  })

  test('that is damaged, empty or too long is refused with a reason', async () => {
    const at = await anEvent()
    const xlsx = Uint8Array.from(
      await writeXlsx({
        sheets: [
          {
            name: 'x',
            rows: [
              ['a', 'b'],
              ['c', 'd'],
            ],
          },
        ],
      }),
    )
    const many = csvOf(Array.from({ length: 5001 }, () => ADA))
    const refused = async (file: string | Uint8Array<ArrayBuffer>) => codes(await upload(at, file))[0]?.[1]
    expect(await refused('')).toBe('foyer.desk.import.file.empty')
    expect(await refused(' \n \n')).toBe('foyer.desk.import.file.empty')
    expect(await refused('one column\nAda')).toBe('foyer.desk.import.file.no-table')
    expect(await refused('a,b')).toBe('foyer.desk.import.file.no-table')
    expect(await refused(xlsx.slice(0, xlsx.length / 2))).toBe('foyer.desk.import.file.damaged')
    expect(await refused(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toBe('foyer.desk.import.file.locked')
    expect(await refused(many)).toBe('foyer.desk.import.file.too-many')
    expect(await refused(`a,b\n${'x'.repeat(6000)},y`)).toBe('foyer.desk.import.file.long-cell')
    expect(await refused(`${'x,'.repeat(70)}x\na,b`)).toBe('foyer.desk.import.file.too-many-columns')
    expect((await upload(at, 'x'.repeat(6 * 1024 * 1024))).status).toBe(413)
  })

  test('is for those who manage the orders of the event alone', async () => {
    const at = await anEvent()
    const list = await uploaded(at, csvOf([ADA]))
    const stranger = await anOrganiser(url, apiKey, 'Other House')
    const other = await aDeskMember(served, stranger.organizationId, 'OWNER')
    expect((await upload(at, csvOf([ADA]), other)).status).toBe(404)
    const params = { ...at.params, listId: list.listId }
    expect((await other.ask(planPeopleList, { params, body: formOf(list) })).status).toBe(404)
    const next = await anEvent()
    expect((await plan({ ...next }, list, formOf(list))).status).toBe(404)
  })
})

// Last, because those who are signed in are signed out after a day.
describe('an uploaded list', () => {
  test('is deleted once its job has ended, or after a day, and its people are in their orders alone', async () => {
    const at = await anEvent()
    const other = await uploaded(at, csvOf(['Quibble,Quux,quibble@example.org,Conference', 'Quibble,,x,']))
    await started(at, other, formOf(other))
    await runJobs()
    await runJobs()
    const kept = (await rowsWith(shop.db, 'Quibble')).map(found => JSON.stringify(found)).join(' ')
    expect(kept).not.toContain('people_list')
    const left = await shop.db.kysely.selectFrom('people_list').select('id').execute()
    expect(left.filter(({ id }) => id === other.listId)).toEqual([])

    const list = await uploaded(at, csvOf(['Quillon,Quux,quux@example.org,Conference', 'Quillon,,x,']))
    const jobId = await started(at, list, formOf(list))
    await finance.ask(stopBulkJob, { params: { jobId } })
    await runJobs()
    clock.move(hours(25))
    await runJobs()
    expect(await rowsWith(shop.db, 'Quillon')).toEqual([])
    const later = await aDeskMember(served, organiser.organizationId, 'FINANCE')
    const params = { ...at.params, listId: list.listId }
    expect((await later.ask(planPeopleList, { params, body: formOf(list) })).status).toBe(404)
  })
})
