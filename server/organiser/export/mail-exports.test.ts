import { beforeEach, expect, test } from 'vitest'
import { type SavedExport, deleteSavedExport, describeExport, saveExport } from '#contract/desk-exports.ts'
import { after, days, hours, instant } from '#domain/foundation/instant.ts'
import { deliverDueMail } from '#server/mail/letter/deliver.ts'
import type { OutgoingMail } from '#server/mail/letter/message.ts'
import { openAttachments } from '#server/ticket/mail-attachments/attachments.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { aDinner, bookDinner } from '#tests/support/organiser/attendees.ts'
import { rowsOfXlsx } from '#tests/support/organiser/exports.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { mailExports, savedExportAttachment } from './mail-exports.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const organiser = await anOrganiser(url, apiKey)
const { organizationId } = organiser
const event = await organiser.open(aDinner(clock.now(), 'dinner'))
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', event)
  .executeTakeFirstOrThrow()
await bookDinner(aBuyer(url), event, [{ name: ['Zoë', 'Özdemir'], answers: { meal: ['vegan'] } }])

type Desk = Awaited<ReturnType<typeof aDeskMember>>

async function idOf(desk: Desk): Promise<number> {
  const { body } = await desk.ask(describeExport, { params: { kind: 'attendees' }, query: { event: String(eventId) } })
  const [own] = (body as { recipients: { id: number }[] }).recipients
  if (!own) throw new Error('the member may not have it')
  return own.id
}

/** Saves an export that is mailed daily at seven to its member. */
async function saved(desk: Desk, changes: object = {}): Promise<SavedExport> {
  const { status, body } = await desk.ask(saveExport, {
    body: {
      name: 'Meals',
      kind: 'attendees',
      format: 'xlsx',
      columns: ['attendee.lastName', 'answer.meal'],
      period: 'ALL',
      timezone: 'Europe/Zurich',
      event: eventId,
      schedule: { kind: 'DAILY', hour: 7 },
      recipients: [await idOf(desk)],
      ...changes,
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as SavedExport
}

const mails = () =>
  shop.db.kysely
    .selectFrom('mail')
    .select(['recipient', 'status', 'last_error'])
    .where('subject', 'like', 'Meals%')
    .execute()

/** What the mail server gets. */
async function delivered(): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = []
  const attachments = openAttachments(shop, { savedExport: each => savedExportAttachment(shop, each) })
  const transport = { send: async (mail: OutgoingMail) => void sent.push(mail), close: () => {} }
  await deliverDueMail(shop, { transport, ...attachments, maximumAttempts: 3 })
  return sent.filter(({ subject }) => subject.startsWith('Meals'))
}

beforeEach(async () => {
  await shop.db.kysely.deleteFrom('saved_export').execute()
  await shop.db.kysely.deleteFrom('mail').execute()
})

test('an export that is due is mailed with its file, and the next time a day later', async () => {
  const desk = await aDeskMember(served, organizationId, 'FINANCE')
  const { dueAt } = await saved(desk)
  expect(await mailExports(shop)).toBe(0)
  clock.set(instant(dueAt ?? 0))
  expect(await mailExports(shop)).toBe(1)
  expect(await mailExports(shop)).toBe(0)
  const [mail, ...others] = await delivered()
  expect([others, mail?.subject]).toEqual([[], 'Meals: Dinner by the lake'])
  const [file] = mail?.attachments ?? []
  expect(file?.fileName).toMatch(/^attendees-dinner-\d{4}-\d\d-\d\d\.xlsx$/)
  expect(await rowsOfXlsx(file?.content as Uint8Array)).toEqual([
    { 'Last name': 'Özdemir', 'Which meal?': 'Vegan dish' },
  ])
  clock.set(after(instant(dueAt ?? 0), days(1)))
  expect(await mailExports(shop)).toBe(1)
  expect(await delivered()).toHaveLength(1)
})

test('several processes mail what is due once, also after a standstill of days', async () => {
  const desk = await aDeskMember(served, organizationId, 'FINANCE')
  for (let count = 0; count < 5; count += 1) await saved(desk, { name: `Meals ${count}` })
  clock.move(days(4))
  const done = await Promise.all(Array.from({ length: 6 }, () => mailExports(shop)))
  expect(done.reduce((sum, one) => sum + one, 0)).toBe(5)
  expect(await mails()).toHaveLength(5)
})

test('what a process was killed at is mailed by the next one: the mail and the next moment are stored together', async () => {
  const desk = await aDeskMember(served, organizationId, 'FINANCE')
  const { dueAt } = await saved(desk)
  clock.set(after(instant(dueAt ?? 0), hours(1)))
  const texts = {
    ...shop.texts,
    text: () => {
      throw new Error('killed')
    },
  }
  expect(await mailExports({ ...shop, texts })).toBe(0)
  expect(await mails()).toEqual([])
  clock.move(hours(1))
  expect(await mailExports(shop)).toBe(1)
  expect(await mails()).toHaveLength(1)
})

test('a member who may not have it any more gets no mail, and no file of a mail that waits', async () => {
  const desk = await aDeskMember(served, organizationId, 'FINANCE')
  const { dueAt } = await saved(desk)
  const memberId = await idOf(desk)
  clock.set(instant(dueAt ?? 0))
  await mailExports(shop)
  await shop.db.kysely.updateTable('member_role').set({ role: 'EDITOR' }).where('member_id', '=', memberId).execute()
  expect(await delivered()).toEqual([])
  expect(await mails()).toEqual([expect.objectContaining({ status: 'ERROR' })])
  clock.move(days(1))
  expect(await mailExports(shop)).toBe(1)
  expect(await mails()).toHaveLength(1)
})

test('a member who was removed gets no mail', async () => {
  const desk = await aDeskMember(served, organizationId, 'FINANCE')
  const { dueAt } = await saved(desk)
  await shop.db.kysely
    .deleteFrom('member')
    .where('id', '=', await idOf(desk))
    .execute()
  clock.set(instant(dueAt ?? 0))
  expect(await mailExports(shop)).toBe(1)
  expect(await mails()).toEqual([])
})

test('columns that a member may not see, or that are gone, are left out of their file', async () => {
  const atDesk = await aDeskMember(served, organizationId, 'DESK')
  const { id, dueAt } = await saved(atDesk)
  const columns = ['attendee.lastName', 'ticket.price', 'answer.gone']
  await shop.db.kysely.updateTable('saved_export').set({ columns }).where('id', '=', id).execute()
  clock.set(instant(dueAt ?? 0))
  await mailExports(shop)
  const [mail] = await delivered()
  expect(await rowsOfXlsx(mail?.attachments[0]?.content as Uint8Array)).toEqual([{ 'Last name': 'Özdemir' }])
})

test('a deleted export is mailed no more', async () => {
  const desk = await aDeskMember(served, organizationId, 'FINANCE')
  const { id, dueAt } = await saved(desk)
  expect((await desk.ask(deleteSavedExport, { params: { exportId: String(id) } })).status).toBe(204)
  clock.set(instant(dueAt ?? 0))
  expect(await mailExports(shop)).toBe(0)
})

test('a file that is too large is left out of its mail', async () => {
  const desk = await aDeskMember(served, organizationId, 'FINANCE')
  const { id } = await saved(desk, { format: 'csv', columns: ['answer.note'] })
  // As long as no form would take it.
  await shop.db.pool.query(
    `insert into field_value (field_id, ticket_id, value)
     select field.id, ticket.id, repeat('x', 6000000) from additional_field as field, ticket
     where field.name = 'note' and field.purchase_context_id = $1 and ticket.event_id = $1 and reservation_id is not null`,
    [eventId],
  )
  const description = { kind: 'saved-export' as const, exportId: id, memberId: await idOf(desk), dueAt: clock.now() }
  expect(await savedExportAttachment(shop, description)).toBe('left-out')
  await shop.db.pool.query(`delete from field_value where length(value) > 5000000`)
  expect(await savedExportAttachment(shop, description)).toMatchObject({ contentType: 'text/csv; charset=utf-8' })
})
