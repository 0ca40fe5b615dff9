import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import * as desk from '#contract/desk-sponsors.ts'
import { pathTo } from '#contract/paths.ts'
import * as calls from '#contract/sponsor.ts'
import type { MemberRole } from '#domain/access/principal/principal.ts'
import { after, days, hours, minutes } from '#domain/foundation/instant.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { type PaperTicket, aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { rowsWith } from '#tests/support/personal-data/needles.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const start = clock.now()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const organiser = await anOrganiser(url, apiKey)
const { organizationId } = organiser
const slug = await organiser.open(aFreeEventFile(start, { seats: 50 }))
const elsewhere = await organiser.open(aFreeEventFile(start, { slug: 'elsewhere', seats: 50 }))
const operator = await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' })
const scope = { kind: 'organization', organizationId } as const
const member = (role: MemberRole) =>
  enterDesk(served, { email: `${role}@example.org`.toLowerCase(), given: { role, scope }, name: role })
const editor = await member('EDITOR')

async function idOf(shortName: string): Promise<number> {
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  return id
}
const eventId = await idOf(slug)
const params = { eventId: String(eventId) }

async function aTicket(event = slug): Promise<PaperTicket> {
  const [ticket] = await paperTickets(shop, await buy(aBuyer(url), event, { Everybody: 1 }, { by: 'NONE' }))
  if (!ticket) throw new Error('no ticket')
  return ticket
}

async function inside(event = slug): Promise<PaperTicket> {
  const ticket = await aTicket(event)
  await aScanner(url, operator, event).scan(ticket)
  return ticket
}

const keyIn = (body: unknown): string => /#(.+)$/.exec((body as { link: string }).link)?.[1] ?? ''

async function aSponsor(name: string): Promise<{ id: number; ask: Asking }> {
  const made = await editor.ask(desk.addDeskSponsor, { params, body: { name } })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return { id: (made.body as { id: number }).id, ask: askingWith(keyIn(made.body)) }
}

type Sent = { readonly params?: Record<string, string>; readonly query?: object; readonly body?: object }
type Asking = (call: Call, sent?: Sent) => Promise<{ status: number; text: string; body: unknown }>

function askingWith(key: string): Asking {
  return async (call, { params: of = {}, query = {}, body } = {}) => {
    const answer = await fetch(`${url}${pathTo(call.path, of)}?${new URLSearchParams({ ...query }).toString()}`, {
      method: call.method,
      headers: { authorization: `SponsorKey ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') === true && text !== ''
    return { status: answer.status, text, body: isJson ? JSON.parse(text) : undefined }
  }
}

const scan = async (ask: Asking, code: string, ageMs?: number) => {
  const { status, body } = await ask(calls.scanForSponsor, { body: { code, ageMs } })
  if (status !== 422) return { status, ...(body as { isNew: boolean; lead: calls.SponsorLead }) }
  return { status, code: (body as { errors: { code: string }[] }).errors[0]?.code }
}
async function aLead(ask: Asking): Promise<calls.SponsorLead> {
  const scanned = await scan(ask, (await inside()).code)
  if (!('lead' in scanned)) throw new Error('no lead')
  return scanned.lead
}

const leads = async (ask: Asking, query: object = {}) =>
  (await ask(calls.listSponsorLeads, { query })).body as calls.SponsorLeads
const note = (ask: Asking, leadId: number, body: object) =>
  ask(calls.noteSponsorLead, { params: { leadId: String(leadId) }, body })

/** How many people a sponsor has scanned, as the desk counts them. */
const scannedOf = async (id: number) => {
  const { sponsors } = (await editor.ask(desk.listDeskSponsors, { params })).body as desk.DeskSponsors
  return sponsors.find(sponsor => sponsor.id === id)?.scanned
}

const PLAIN = { notes: '', status: 'WARM' }

test('a sponsor gets a link once, and scans by it those who are inside: one lead each, by badge or by ticket', async () => {
  const { id, ask } = await aSponsor(' Brunner Coffee ')
  expect((await ask(calls.readSponsor)).body).toMatchObject({ id, name: 'Brunner Coffee', isScanning: true })
  const ticket = await inside()
  expect(await scan(ask, ticket.code)).toMatchObject({
    isNew: true,
    lead: { name: 'Ada 1 Lovelace', email: 'ada1@example.org', at: start, ...PLAIN },
  })
  clock.move(hours(1))
  expect(await scan(ask, ` ${ticket.identifier.toUpperCase()} `)).toMatchObject({ isNew: false, lead: { at: start } })
  clock.move(-hours(1))
  expect(await leads(ask)).toMatchObject({ count: 1, next: null })
  const listed = (await editor.ask(desk.listDeskSponsors, { params })).body as desk.DeskSponsors
  expect(listed.sponsors).toMatchObject([
    { id, name: 'Brunner Coffee', scanned: 1, revokedAt: null, usedAt: after(start, hours(1)) },
  ])
  const log = await shop.db.kysely.selectFrom('change_log').select(['action', 'after']).execute()
  expect(log.filter(({ action }) => action === 'SPONSOR_ADDED')).toEqual([
    { action: 'SPONSOR_ADDED', after: { sponsor: 'Brunner Coffee' } },
  ])
  expect((await leads((await aSponsor('Other')).ask)).count).toBe(0)
})

test('nothing is said of who is not inside, of other events, of what is no ticket, and of a ticket without a name', async () => {
  const { ask } = await aSponsor('Curious')
  const waiting = await aTicket()
  expect(await scan(ask, waiting.code)).toEqual({ status: 422, code: 'foyer.sponsor.refused.not-inside' })
  for (const code of [(await inside(elsewhere)).code, 'nonsense', '', crypto.randomUUID()])
    expect(await scan(ask, code)).toEqual({ status: 422, code: 'foyer.sponsor.refused.unknown' })
  const erased = await inside()
  await sql`update ticket set first_name = null, last_name = null where uuid = ${erased.identifier}`.execute(
    shop.db.kysely,
  )
  expect(await scan(ask, erased.code)).toEqual({ status: 422, code: 'foyer.sponsor.refused.no-name' })
  expect((await leads(ask)).count).toBe(0)
})

test('who is let out again, or whose ticket is cancelled, is no lead any more', async () => {
  const { id, ask } = await aSponsor('Careful')
  const [first, second] = [await inside(), await inside()]
  for (const { code } of [first, second]) await scan(ask, code)
  expect(await scannedOf(id)).toBe(2)
  await aScanner(url, operator, slug).revert(first)
  await sql`update ticket set status = 'CANCELLED', reservation_id = null where uuid = ${second.identifier}`.execute(
    shop.db.kysely,
  )
  expect(await leads(ask)).toMatchObject({ count: 0, leads: [] })
  expect(await scannedOf(id)).toBe(0)
  expect(await scan(ask, first.code)).toEqual({ status: 422, code: 'foyer.sponsor.refused.not-inside' })
  expect(await scan(ask, second.code)).toEqual({ status: 422, code: 'foyer.sponsor.refused.unknown' })
})

test('notes are changed, unless another device changed them meanwhile; the same notes twice are saved once', async () => {
  const { ask } = await aSponsor('Noting')
  const lead = await aLead(ask)
  const wanted = { notes: 'likes cables', status: 'HOT' }
  const typed = { ...wanted, notes: 'likes \u{202e}cables\u{7}', seen: PLAIN }
  expect(await note(ask, lead.id, typed)).toMatchObject({ status: 200, body: wanted })
  expect((await note(ask, lead.id, { ...wanted, seen: PLAIN })).status).toBe(200)
  const late = await note(ask, lead.id, { notes: 'late', status: 'COLD', seen: PLAIN })
  expect(late).toMatchObject({ status: 409, body: wanted })
  expect((await leads(ask)).leads).toMatchObject([wanted])
  const other = (await aSponsor('Foreign')).ask
  expect((await note(other, lead.id, { ...wanted, seen: PLAIN })).status).toBe(404)
  expect((await note(ask, lead.id + 1000, { ...wanted, seen: PLAIN })).status).toBe(404)
})

describe('a person who was scanned by mistake', () => {
  const remove = async (ask: Asking, leadId: number) =>
    (await ask(calls.removeSponsorLead, { params: { leadId: String(leadId) } })).status

  test('is removed with the notes, once however often it is pressed, from the page, the file and the desk', async () => {
    const { id, ask } = await aSponsor('Mistaken')
    const lead = await aLead(ask)
    await note(ask, lead.id, { notes: 'said too much', status: 'HOT', seen: PLAIN })
    const other = (await aSponsor('Stranger')).ask
    expect([await remove(other, lead.id), await remove(ask, lead.id + 1000)]).toEqual([404, 404])
    expect(await Promise.all([remove(ask, lead.id), remove(ask, lead.id)])).toEqual([204, 204])
    expect(await remove(ask, lead.id)).toBe(204)
    expect(await leads(ask)).toMatchObject({ count: 0, leads: [] })
    expect((await ask(calls.downloadSponsorLeads)).text).not.toContain('Lovelace')
    expect(await scannedOf(id)).toBe(0)
    expect((await note(ask, lead.id, { ...PLAIN, seen: PLAIN })).status).toBe(404)
    expect(await rowsWith(shop.db, 'said too much')).toEqual([])
  })

  test('is not added again by a scan from before, and is added anew without notes by one from after', async () => {
    const { ask } = await aSponsor('Slow')
    const { code } = await inside()
    const first = await scan(ask, code)
    if (!('lead' in first)) throw new Error('no lead')
    await note(ask, first.lead.id, { notes: 'old', status: 'HOT', seen: PLAIN })
    clock.move(minutes(1))
    await remove(ask, first.lead.id)
    clock.move(minutes(9))
    // The same scan is sent again, because its answer was lost; and a colleague’s device was without a connection.
    for (const ageMs of [minutes(10), minutes(9)])
      expect(await scan(ask, code, ageMs)).toEqual({ status: 422, code: 'foyer.sponsor.refused.removed' })
    expect((await leads(ask)).count).toBe(0)
    const anew = await scan(ask, code, minutes(8))
    expect(anew).toMatchObject({ isNew: true, lead: { at: after(start, minutes(2)), ...PLAIN } })
    expect(await remove(ask, first.lead.id)).toBe(404)
    expect((await leads(ask)).count).toBe(1)
    clock.set(start)
  })

  test('is in the list or not, whatever comes first, and no call fails', async () => {
    const { ask } = await aSponsor('Hasty')
    const { code } = await inside()
    const first = await scan(ask, code)
    if (!('lead' in first)) throw new Error('no lead')
    const leadId = first.lead.id
    const answers = await Promise.all([scan(ask, code), remove(ask, leadId), scan(ask, code), remove(ask, leadId)])
    expect(answers.filter(answer => typeof answer === 'number')).toEqual([204, 204])
    const scans = answers.flatMap(answer => (typeof answer === 'number' ? [] : [answer.status]))
    expect(scans.filter(status => status !== 200 && status !== 422)).toEqual([])
    expect(scans).toHaveLength(2)
    expect((await leads(ask)).count).toBe(0)
  })
})

test('the list is downloaded as CSV in which nothing is a formula', async () => {
  const { ask } = await aSponsor('Download')
  const lead = await aLead(ask)
  await note(ask, lead.id, { notes: '=HYPERLINK("x")', status: 'HOT', seen: PLAIN })
  const { status, text } = await ask(calls.downloadSponsorLeads)
  const [head, row] = text.split('\r\n')
  expect(status).toBe(200)
  expect(head).toBe('scanned_at,name,first_name,last_name,email,company,status,notes')
  expect(row).toMatch(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d,Ada 1 Lovelace,Ada 1,Lovelace,ada1@example\.org,,HOT,"'=HYPERLINK/,
  )
})

test('a long list comes in pages, the latest first', async () => {
  const { id, ask } = await aSponsor('Busy')
  const lead = await aLead(ask)
  await sql`
    with more as (
      insert into ticket (event_id, uuid, public_uuid, category_id, reservation_id, status, final_price, vat, first_name, last_name)
      select event_id, gen_random_uuid(), gen_random_uuid(), category_id, reservation_id, 'CHECKED_IN', final_price, vat, 'Bo', n::text
      from ticket cross join generate_series(1, ${calls.LEADS_PER_PAGE}) as n
      where id = (select min(id) from ticket where event_id = ${eventId} and status = 'CHECKED_IN')
      returning uuid, event_id)
    insert into sponsor_scan (event_id, sponsor_id, operator, ticket_uuid, at, lead_status)
    select event_id, ${id}, 'x', uuid, now(), 'WARM' from more`.execute(shop.db.kysely)
  const first = await leads(ask)
  expect(first).toMatchObject({ count: calls.LEADS_PER_PAGE + 1, leads: { length: calls.LEADS_PER_PAGE } })
  const last = await leads(ask, { before: first.next })
  expect(last).toMatchObject({ next: null, leads: [{ id: lead.id }] })
})

test('a link that is renewed or ended is good no more, and a new one opens the same list', async () => {
  const { id, ask } = await aSponsor('Renewed')
  await scan(ask, (await inside()).code)
  const of = { params: { ...params, sponsorId: String(id) } }
  const renewed = askingWith(keyIn((await editor.ask(desk.renewDeskSponsorLink, of)).body))
  for (const call of [calls.readSponsor, calls.listSponsorLeads, calls.downloadSponsorLeads])
    expect((await ask(call)).status).toBe(401)
  expect((await scan(ask, 'x')).status).toBe(401)
  expect((await leads(renewed)).count).toBe(1)
  const end = () => editor.ask(desk.endDeskSponsor, of)
  expect([(await end()).status, (await end()).status]).toEqual([204, 204])
  expect((await renewed(calls.readSponsor)).status).toBe(401)
  const again = askingWith(keyIn((await editor.ask(desk.renewDeskSponsorLink, of)).body))
  expect((await leads(again)).count).toBe(1)
  const ended = shop.db.kysely.selectFrom('change_log').select('id').where('action', '=', 'SPONSOR_ENDED')
  expect(await ended.execute()).toHaveLength(1)
  for (const key of ['', 'x', 'x y']) expect((await askingWith(key)(calls.readSponsor)).status).toBe(401)
})

test('a name is that of one sponsor, and members who do not edit the event, or another event, are refused', async () => {
  const refusal = async (name: string) => {
    const { status, body } = await editor.ask(desk.addDeskSponsor, { params, body: { name } })
    return [status, (body as { errors?: { code: string }[] }).errors?.[0]?.code]
  }
  await aSponsor('Once')
  expect(await refusal('ONCE ')).toEqual([422, 'foyer.desk.sponsors.refused.taken'])
  expect(await refusal('On\u{202e}ce\u{7}')).toEqual([422, 'foyer.desk.sponsors.refused.taken'])
  expect(await refusal(' \u{202e} ')).toEqual([422, 'foyer.desk.sponsors.refused.name'])
  expect(await refusal('x'.repeat(101))).toEqual([422, 'foyer.desk.sponsors.refused.long'])
  const { id } = await aSponsor('Own')
  const foreign = { params: { eventId: String(await idOf(elsewhere)), sponsorId: String(id) } }
  expect((await editor.ask(desk.endDeskSponsor, foreign)).status).toBe(404)
  expect((await editor.ask(desk.renewDeskSponsorLink, foreign)).status).toBe(404)
  expect((await (await member('DOOR')).ask(desk.listDeskSponsors, { params })).status).toBe(403)
})

test('of two members who add the same sponsor at once, one is refused', async () => {
  const body = { name: 'Twice' }
  const both = await Promise.all([1, 2, 3].map(() => editor.ask(desk.addDeskSponsor, { params, body })))
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 422, 422])
})

test('a person scanned at once by two people of a sponsor is one lead', async () => {
  const { ask } = await aSponsor('Pair')
  const { code } = await inside()
  const both = await Promise.all([scan(ask, code), scan(ask, code), scan(ask, code)])
  expect(both.filter(answer => 'isNew' in answer && answer.isNew)).toHaveLength(1)
  expect((await leads(ask)).count).toBe(1)
})

test('ten days after the event no badge is scanned, and the list is there still', async () => {
  const { ask } = await aSponsor('Late')
  const ticket = await inside()
  await scan(ask, ticket.code)
  const [{ ends_at: endsAt }] = (await shop.db.kysely
    .selectFrom('event')
    .select('ends_at')
    .where('id', '=', eventId)
    .execute()) as [{ ends_at: typeof start }]
  clock.set(after(endsAt, days(10) + 1))
  expect(await scan(ask, ticket.code)).toEqual({ status: 422, code: 'foyer.sponsor.refused.over' })
  expect((await ask(calls.readSponsor)).body).toMatchObject({ isScanning: false })
  expect((await leads(ask)).count).toBe(1)
  clock.set(start)
})
