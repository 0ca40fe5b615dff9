import { expect, test } from 'vitest'
import { type Home, confirmDeskTransfer, endDeskReview, readHome, sendDeskMailAgain } from '#contract/desk-home.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { after, days, hours } from '#domain/foundation/instant.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop, runJobs } = served
const buyer = aBuyer(url)

type Desk = Awaited<ReturnType<typeof enterDesk>>
let members = 0
const aMember = (given: ScopedRole): Promise<Desk> =>
  enterDesk(served, { email: `member-${(members += 1)}@example.org`, given })
const homeOf = async (desk: Desk): Promise<Home> => {
  const { status, body } = await desk.ask(readHome, { query: { timeZone: 'Europe/Zurich' } })
  expect(status).toBe(200)
  return body as Home
}
const kindsOf = ({ needs }: Home) => needs.map(({ kind }) => kind)

const owner = await aMember({ role: 'OWNER', scope: { kind: 'shop' } })

const alpine = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Other Club')
const scope = { kind: 'organization', organizationId: alpine.organizationId } as const
const file = (slug: string, paymentMethods: readonly ('OFFLINE' | 'ON_SITE' | 'STRIPE')[]) => {
  const { tickets, ...rest } = anEventFile(clock.now(), { slug })
  const settings = { BANK_TRANSFER_ENABLED: 'true', ON_SITE_ENABLED: 'true' }
  const categories = [aCategoryFile(clock.now(), { name: 'Seat', price: 40 })]
  return {
    ...rest,
    settings,
    tickets: { ...tickets, paymentMethods: [...paymentMethods], currency: 'CHF', categories },
  }
}
const works = await alpine.open(file('works', ['OFFLINE', 'ON_SITE', 'STRIPE']))
await alpine.open(file('stuck', ['STRIPE']))
await other.open(file('elsewhere', ['STRIPE']))
const eventId = (
  await shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', works).executeTakeFirstOrThrow()
).id
await buy(buyer, works, { Seat: 2 }, { by: 'ON_SITE' })
await buy(buyer, works, { Seat: 1 }, { by: 'OFFLINE' })
await runJobs()

test('says what needs a person, worst first, each with its first ones', async () => {
  const finance = await aMember({ role: 'FINANCE', scope })
  await shop.db.kysely
    .updateTable('reservation')
    .set({ validity: timestamp(clock.now()) })
    .where('status', '=', 'OFFLINE_PAYMENT')
    .execute()
  const [mail] = await shop.db.kysely
    .selectFrom('mail')
    .select('id')
    .where('purchase_context_id', '=', eventId)
    .orderBy('id')
    .limit(1)
    .execute()
  await shop.db.kysely
    .updateTable('mail')
    .set({ status: 'ERROR', last_error: '550 no such person' })
    .where('id', '=', mail?.id ?? 0n)
    .execute()
  const { needs } = await homeOf(finance)
  expect(needs).toMatchObject([
    {
      kind: 'transfers-overdue',
      count: 1,
      isMendable: true,
      items: [
        { person: 'Ada Lovelace', money: { amount: '40.00', currency: 'CHF' }, of: { slug: works, kind: 'EVENT' } },
      ],
    },
    { kind: 'mails-undelivered', count: 1, items: [{ detail: '550 no such person' }] },
  ])
  const editor = await aMember({ role: 'EDITOR', scope })
  expect((await homeOf(editor)).needs).toMatchObject([
    { kind: 'sales-unpayable', count: 1, items: [{ of: { slug: 'stuck' } }] },
    { kind: 'methods-unusable', count: 1, items: [{ method: 'STRIPE', reason: 'settings', count: 1 }] },
  ])
  expect(kindsOf(await homeOf(owner))).toEqual([
    'mail-not-set',
    'sales-unpayable',
    'transfers-overdue',
    'mails-undelivered',
    'methods-unusable',
  ])
  expect((await homeOf(owner)).needs.find(({ kind }) => kind === 'sales-unpayable')).toMatchObject({ count: 2 })
})

test('shows to each role what is its own, and to the door no money and no names', async () => {
  const door = await aMember({ role: 'DOOR', scope: { kind: 'event', organizationId: alpine.organizationId, eventId } })
  const seen = await homeOf(door)
  expect(seen).toMatchObject({ needs: [], money: null, sample: 'none', comingCount: 1 })
  expect(seen.coming).toMatchObject([{ slug: works, sold: 2, held: 1, soldInWeek: 2, money: null }])
  expect(JSON.stringify(seen)).not.toContain('Ada')
  const finance = await homeOf(await aMember({ role: 'FINANCE', scope }))
  expect(finance.coming.find(({ slug }) => slug === works)?.money).toEqual([{ amount: '80.00', currency: 'CHF' }])
  expect(finance.money).toMatchObject([{ currency: 'CHF', week: '80.00', weekBefore: '0.00', orders: 1 }])
  expect(finance.money?.[0]?.days.at(-1)).toBe('80.00')
  const elsewhere = await homeOf(
    await aMember({ role: 'OWNER', scope: { kind: 'organization', organizationId: other.organizationId } }),
  )
  expect(elsewhere).toMatchObject({ comingCount: 1, money: [], coming: [{ slug: 'elsewhere' }] })
  expect(kindsOf(elsewhere)).toEqual(['sales-unpayable'])
})

test('says what happens by itself to an event, the next first', async () => {
  const { coming } = await homeOf(owner)
  const { next } = coming.find(({ slug }) => slug === works) ?? { next: [] }
  const moments = next.map(({ at }) => at)
  expect(moments).toEqual(moments.toSorted((one, two) => one - two))
  expect(moments.every(at => at > clock.now())).toBe(true)
  expect(next.map(({ kind }) => kind)).toContain('names-asked')
})

test('names tickets without a name in the week before their event', async () => {
  await shop.db.kysely
    .updateTable('event')
    .set({
      starts_at: timestamp(after(clock.now(), days(3))),
      ends_at: timestamp(after(clock.now(), days(3) + hours(3))),
    })
    .where('id', '=', eventId)
    .execute()
  await shop.db.kysely.updateTable('ticket').set({ first_name: null }).where('event_id', '=', eventId).execute()
  const desk = await homeOf(await aMember({ role: 'DESK', scope }))
  expect(desk.needs.find(({ kind }) => kind === 'tickets-unnamed')).toMatchObject({
    count: 2,
    items: [{ count: 2, of: { slug: works } }],
  })
})

test('is read by the same number of statements, however many events there are', async () => {
  // The settings of the shop are read by other requests, too.
  await homeOf(owner)
  const few = await statementsOf(() => homeOf(owner))
  for (let more = 0; more < 12; more += 1) await alpine.open(file(`more-${more}`, ['STRIPE', 'OFFLINE']))
  const many = await statementsOf(() => homeOf(owner))
  expect(many.toSorted()).toEqual(few.toSorted())
  expect(many.length).toBeLessThan(24)
  expect((await homeOf(owner)).comingCount).toBe(15)
})

test('is for keys that manage events, and for no scanning app', async () => {
  const { status, value } = await alpine.api.ask(readHome, { query: {} })
  expect(status).toBe(200)
  expect(value).toMatchObject({ sample: 'none' })
})

test('a need is mended in one press by members whose it is, once, and noted', async () => {
  const [finance, editor, stranger] = [
    await aMember({ role: 'FINANCE', scope }),
    await aMember({ role: 'EDITOR', scope }),
    await aMember({ role: 'OWNER', scope: { kind: 'organization', organizationId: other.organizationId } }),
  ]
  const { needs } = await homeOf(finance)
  const idOf = (kind: string) => needs.find(need => need.kind === kind)?.items[0]?.id ?? ''
  const arrival = { params: { reservationId: idOf('transfers-overdue') } }
  for (const desk of [editor, stranger]) expect((await desk.ask(confirmDeskTransfer, arrival)).status).toBe(403)
  const twice = await Promise.all([1, 2].map(() => finance.ask(confirmDeskTransfer, arrival)))
  expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 422])
  const again = { params: { id: idOf('mails-undelivered') } }
  for (const desk of [editor, stranger]) expect((await desk.ask(sendDeskMailAgain, again)).status).toBe(403)
  expect((await finance.ask(sendDeskMailAgain, again)).status).toBe(204)
  expect((await homeOf(finance)).needs).toEqual([])
  expect((await finance.ask(endDeskReview, { params: { id: '999999' } })).status).toBe(403)
  const noted = await shop.db.kysely
    .selectFrom('change_log')
    .select(['action', 'organization_id'])
    .where('action', '=', 'TRANSFER_CONFIRMED')
    .execute()
  expect(noted).toEqual([{ action: 'TRANSFER_CONFIRMED', organization_id: alpine.organizationId }])
})
