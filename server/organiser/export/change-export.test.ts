import { beforeEach, expect, test } from 'vitest'
import {
  type SavedExport,
  changeSavedExport,
  describeExport,
  listSavedExports,
  saveExport,
} from '#contract/desk-exports.ts'
import { hours, instant } from '#domain/foundation/instant.ts'
import type { MemberRole } from '#domain/access/principal/principal.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { aDinner } from '#tests/support/organiser/attendees.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { mailExports } from './mail-exports.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const organiser = await anOrganiser(url, apiKey)
const { organizationId } = organiser
const idOf = async (shortName: string): Promise<number> =>
  (await shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', shortName).executeTakeFirstOrThrow())
    .id
const eventId = await idOf(await organiser.open(aDinner(clock.now(), 'dinner')))
const otherId = await idOf(await organiser.open(aDinner(clock.now(), 'lunch')))

type Desk = Awaited<ReturnType<typeof aDeskMember>>

/** A member with the numbers of those to whom the member can have an export mailed. */
async function aMember(role: MemberRole) {
  const desk = await aDeskMember(served, organizationId, role)
  const query = { event: String(eventId) }
  const { body } = await desk.ask(describeExport, { params: { kind: 'attendees' }, query })
  return { desk, ids: (body as { recipients: { id: number }[] }).recipients.map(({ id }) => id) }
}

const owner = await aMember('OWNER')
const finance = await aMember('FINANCE')
const atDesk = await aMember('DESK')
const [financeId = 0] = finance.ids
const [deskId = 0] = atDesk.ids

const STATED = {
  name: 'Meals',
  format: 'xlsx',
  columns: ['attendee.lastName', 'answer.meal'],
  period: 'ALL',
  timezone: 'Europe/Zurich',
  schedule: { kind: 'DAILY', hour: 7 },
  recipients: [financeId],
}

async function saved(by: Desk, changes: object = {}): Promise<SavedExport> {
  const { status, body } = await by.ask(saveExport, {
    body: { ...STATED, kind: 'attendees', event: eventId, ...changes },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as SavedExport
}

async function change(by: Desk, { id, seen }: SavedExport, changes: object) {
  const answer = await by.ask(changeSavedExport, {
    params: { exportId: String(id) },
    body: { ...STATED, seen, ...changes },
  })
  return { ...answer, saved: answer.body as SavedExport, codes: answer.status === 422 ? codes(answer) : [] }
}

const changes = () =>
  shop.db.kysely.selectFrom('change_log').select(['before', 'after']).where('action', '=', 'EXPORT_CHANGED').execute()
const listed = async ({ desk }: { readonly desk: Desk }) =>
  ((await desk.ask(listSavedExports)).body as { exports: SavedExport[] }).exports

beforeEach(async () => {
  await shop.db.kysely.deleteFrom('saved_export').execute()
  await shop.db.kysely.deleteFrom('change_log').execute()
})

test('a saved export is changed in all that can be, once however often it is sent, and noted', async () => {
  const made = await saved(finance.desk)
  expect(made).toMatchObject({ state: null, recipientIds: [financeId] })
  const wanted = {
    name: ' Meals of the paid ',
    kind: 'attendees',
    format: 'csv',
    columns: ['answer.meal', 'answer.meal'],
    period: 'WEEK',
    timezone: 'UTC',
    event: eventId,
    state: 'COMPLETE',
    schedule: { kind: 'MONTHLY', day: 31, hour: 9 },
    recipients: [financeId, financeId],
  }
  const sent = await Promise.all([1, 2, 3].map(() => change(finance.desk, made, wanted)))
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(sent[0]?.saved).toMatchObject({
    ...wanted,
    name: 'Meals of the paid',
    columns: ['answer.meal'],
    recipientIds: [financeId],
    recipients: made.recipients,
  })
  expect(await listed(finance)).toEqual([sent[0]?.saved])
  expect(await changes()).toMatchObject([
    { before: { name: 'Meals', format: 'xlsx' }, after: { name: 'Meals of the paid', format: 'csv' } },
  ])
  const { saved: unmailed } = await change(finance.desk, sent[0]?.saved ?? made, { schedule: null })
  expect(unmailed).toMatchObject({ schedule: null, dueAt: null, recipients: [], recipientIds: [] })
})

test('of two members who have read the same, one changes it, and the other one is answered with what it is now', async () => {
  const made = await saved(owner.desk)
  const both = await Promise.all([
    change(owner.desk, made, { name: 'Vegan meals' }),
    change(finance.desk, made, { format: 'csv' }),
  ])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  const [one, other] = both.map(answer => answer.saved)
  expect(one).toEqual(other)
  const late = both.findIndex(({ status }) => status === 409)
  const again = await change(late === 0 ? owner.desk : finance.desk, one ?? made, {
    name: 'Vegan meals',
    format: 'csv',
  })
  expect(again).toMatchObject({ status: 200, saved: { name: 'Vegan meals', format: 'csv' } })
  expect(await changes()).toHaveLength(2)
})

test.each([
  ['another kind', { kind: 'check-ins' }, ['kind', 'foyer.desk.export.edit.fixed']],
  ['another event', { event: otherId }, ['event', 'foyer.desk.export.edit.fixed']],
  ['the whole organisation', { event: null, organization: organizationId }, ['event', 'foyer.desk.export.edit.fixed']],
  ['another organisation', { organization: 999_999 }, ['organization', 'foyer.desk.export.edit.fixed']],
  ['no name', { name: ' ' }, ['name', 'foyer.desk.export.refused.name']],
  ['a column of nothing', { columns: ['answer.nothing'] }, ['columns', 'foyer.desk.export.refused.columns']],
  ['no zone', { timezone: 'Moon/Crater' }, ['timezone', 'foyer.desk.export.refused.timezone']],
  [
    'a week without a day',
    { schedule: { kind: 'WEEKLY', hour: 7 } },
    ['schedule', 'foyer.desk.export.refused.schedule'],
  ],
  ['a mail to none', { recipients: [] }, ['recipients', 'foyer.desk.export.refused.no-recipient']],
  ['a mail to a stranger', { recipients: [999_999] }, ['recipients', 'foyer.desk.export.refused.recipients']],
])('%s is refused by name, and nothing is changed', async (_, changed, expected) => {
  const made = await saved(owner.desk)
  const answer = await change(owner.desk, made, changed)
  expect([answer.status, answer.codes]).toEqual([422, [expected]])
  expect(await listed(owner)).toEqual([made])
})

test('a member keeps the columns and recipients that an export has, and adds none that others alone may choose', async () => {
  const money = ['attendee.lastName', 'ticket.price']
  const made = await saved(owner.desk, { columns: money, recipients: [financeId] })
  const kept = await change(atDesk.desk, made, { name: 'Guests', columns: money, recipients: [financeId, deskId] })
  expect(kept).toMatchObject({ status: 200, saved: { columns: money } })
  expect(new Set(kept.saved.recipientIds)).toEqual(new Set([financeId, deskId]))
  const { saved: without } = await change(atDesk.desk, kept.saved, {
    columns: ['attendee.lastName'],
    recipients: [deskId],
  })
  expect(without).toMatchObject({ columns: ['attendee.lastName'], recipientIds: [deskId] })
  expect((await change(atDesk.desk, without, { columns: money, recipients: [financeId] })).codes).toEqual([
    ['columns', 'foyer.desk.export.refused.columns'],
    ['recipients', 'foyer.desk.export.refused.recipients'],
  ])
})

test('an export that the member may not have, or that is gone, is not found', async () => {
  const made = await saved(owner.desk)
  const { organizationId: foreign } = await anOrganiser(url, apiKey, 'Choir')
  const stranger = await aDeskMember(served, foreign, 'OWNER')
  expect((await change(stranger, made, { name: 'Mine' })).status).toBe(404)
  const orders = await saved(owner.desk, {
    kind: 'orders',
    event: undefined,
    organization: organizationId,
    columns: ['order.id'],
    recipients: [financeId],
  })
  expect((await change(atDesk.desk, orders, { columns: ['order.id'], name: 'Mine' })).status).toBe(404)
  await shop.db.kysely.deleteFrom('saved_export').execute()
  expect((await change(owner.desk, made, { name: 'Gone' })).status).toBe(404)
})

test('a schedule that stays goes on, so that a mail that is due is sent; another one begins now', async () => {
  const made = await saved(owner.desk)
  const due = made.dueAt ?? 0
  clock.set(instant(due))
  const late = { desk: await aDeskMember(served, organizationId, 'OWNER') }
  const { saved: renamed } = await change(late.desk, made, { name: 'Dishes' })
  expect(renamed.dueAt).toBe(due)
  expect(await mailExports(shop)).toBe(1)
  const [mailed] = await listed(late)
  if (!mailed) throw new Error('the export is gone')
  // What was mailed meanwhile is no other export.
  expect(mailed.seen).toBe(renamed.seen)
  const { saved: moved } = await change(late.desk, mailed, { name: 'Dishes', schedule: { kind: 'DAILY', hour: 9 } })
  expect(moved.dueAt).toBe(due + hours(2))
})
