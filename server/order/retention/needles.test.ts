import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { after, days, hours } from '#domain/foundation/instant.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass } from '#tests/support/buyer/pass-purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { noteFailure } from '#server/foundation/jobs/failures.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { eraseBankEntries } from '#server/organiser/bank-statement/erase-entries.ts'
import { deletePeopleLists } from '#server/organiser/people-import/delete-lists.ts'
import { deleteOldMessages } from '#server/organiser/webhook/deliver-webhooks.ts'
import { erasePersonalData, previewDue } from './erase-personal-data.ts'
import { COLUMNS, type ColumnKind } from '#tests/support/personal-data/columns.ts'
import { aLivelyEvent, liveThrough } from '#tests/support/personal-data/lived-event.ts'
import {
  type Column,
  textColumns,
  kindOf,
  needleOf,
  putNeedle,
  rowsWith,
} from '#tests/support/personal-data/needles.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const columns = await textColumns(shop.db)
const of = (kind: ColumnKind) => columns.filter(column => kindOf(column) === kind)

test('every column that could hold words is said to hold something, and is there', () => {
  const stated = Object.entries(COLUMNS).flatMap(([table, ofTable]) => Object.keys(ofTable).map(name => [table, name]))
  expect(columns.map(({ table, column }) => `${table}.${column}`)).toEqual(
    stated.map(([table, column]) => `${table}.${column}`).toSorted(),
  )
})

test('a word put into each column about people is nowhere after the run, and in the books until their years are over', async () => {
  const shortName = await organiser.open(aLivelyEvent(clock.now(), 'lively', { RETENTION_DAYS: 30 }))
  await runJobs()
  await liveThrough(shop, aBuyer(url), shortName)
  // Its only bought pass ends with the event.
  const validity = { from: null, to: after(clock.now(), days(60) + hours(8)) }
  const { organizationId } = organiser
  const pass = await storePass(shop, { organizationId, price: 0n, validity, settings: { RETENTION_DAYS: '30' } })
  await buyPass(aBuyer(url), pass.publicId, { by: 'NONE' })
  await runJobs()
  // A withdrawal would end the pass at once: its row alone shows that it is erased with the order.
  await sql`
    insert into pass_withdrawal (reservation_id, bought_pass_id, made_at, paid, amount, returned_by, used, released)
    select reservation_id, id, ${timestamp(clock.now())}, 0, 0, 'NOBODY', 0, 0 from bought_pass`.execute(shop.db.kysely)
  await shop.db.kysely
    .insertInto('order_search')
    .values({ email: 'x', language: 'en', asked_at: new Date(clock.now()) })
    .execute()
  await sql`
    insert into sale_notice (event_id, email, language, created_at)
    select id, 'early@example.org', 'en', ${timestamp(clock.now())} from event`.execute(shop.db.kysely)
  await sql`
    insert into booking_draft (reservation_id, version, content, written_at)
    select id, 1, '{}', ${timestamp(clock.now())} from reservation`.execute(shop.db.kysely)
  await sql`
    with brought as (
      insert into order_import (event_id, created_at) select id, ${timestamp(clock.now())} from event returning id)
    insert into order_import_row (import_id, place, request) select id, 0, '{}' from brought`.execute(shop.db.kysely)
  await shop.db.kysely
    .insertInto('vat_number_check')
    .values({ country: 'AT', number: 'U1', is_valid: true, checked_at: new Date(clock.now()) })
    .execute()
  await sql`
    insert into payment_refund (transaction_id, amount, origin, status, wanted_at, ended_at)
    select id, 1, 'ORGANISER', 'DONE', ${timestamp(clock.now())}, ${timestamp(clock.now())} from payment_transaction`.execute(
    shop.db.kysely,
  )
  await sql`
    insert into payment_dispute (transaction_id, reference, amount, status, opened_at)
    select id, 'x', 1, 'OPEN', ${timestamp(clock.now())} from payment_transaction`.execute(shop.db.kysely)
  await sql`
    insert into payment_review (transaction_id, reason, since)
    select id, 'OTHER_SUM', ${timestamp(clock.now())} from payment_transaction`.execute(shop.db.kysely)
  await sql`
    insert into order_note (reservation_id, author, text, at)
    select id, 'x', 'x', ${timestamp(clock.now())} from reservation`.execute(shop.db.kysely)
  await sql`insert into order_tag (reservation_id, tag) select id, 'x' from reservation`.execute(shop.db.kysely)
  await sql`
    insert into bank_entry (organization_id, uploaded_at, booked_on, amount, currency, reference_texts, text, content,
      status, settled_at)
    select id, ${timestamp(clock.now())}, current_date, '10.00', 'CHF', '{}', 'x', 'x', 'BOOKED', ${timestamp(clock.now())}
    from organization`.execute(shop.db.kysely)
  await sql`
    with message as (
      insert into webhook_message (organization_id, kind, at, data)
      select id, 'x', ${timestamp(clock.now())}, '{}' from organization returning id, organization_id
    ), endpoint as (
      insert into webhook_endpoint (id, organization_id, url, description, kinds, secret, created_at)
      select gen_random_uuid(), id, 'x', 'x', '{}', 'x', ${timestamp(clock.now())} from organization returning id, organization_id
    ), delivery as (
      insert into webhook_delivery (message_id, endpoint_id, status)
      select message.id, endpoint.id, 'FAILED' from message join endpoint using (organization_id) returning id
    )
    insert into webhook_attempt (delivery_id, number, at, response)
    select id, 1, ${timestamp(clock.now())}, 'x' from delivery`.execute(shop.db.kysely)
  await sql`
    with list as (
      insert into people_list (event_id, actor, created_at, heads, choices)
      select id, 'x', ${timestamp(clock.now())}, '{}', '{}' from event returning id
    )
    insert into people_list_row (list_id, line, cells) select id, 2, '{}' from list`.execute(shop.db.kysely)
  await sql`
    with door as (
      insert into door_key (event_id, name, may_search, key_hash, created_at, valid_until)
      select id, 'x', false, sha256(id::text::bytea), ${timestamp(clock.now())}, ${timestamp(clock.now())} from event
      returning id, event_id)
    insert into box_drawer (event_id, door_key_id, request_id, person, currency, float_amount, opened_at, remark)
    select event_id, id, gen_random_uuid(), 'x', 'CHF', 0, ${timestamp(clock.now())}, 'x' from door`.execute(
    shop.db.kysely,
  )
  const failed = { row: { kind: 'reservation', id: 'x' }, error: new Error('no') } as const
  await noteFailure({ ...shop, log: { ...shop.log, jobRowFailed: () => {} } }, shop.db, {
    job: 'deliver-mail',
    ...failed,
  })

  // The database writes the text of the search anew with each person that is changed: it is filled last.
  const isDerived = ({ table }: Column) => table === 'desk_order_search'
  const all = [...of('person'), ...of('books'), ...of('brief')]
  const filled = [...all.filter(column => !isDerived(column)), ...all.filter(isDerived)]
  for (const column of filled) expect({ column, rows: await putNeedle(shop.db, column) }).not.toMatchObject({ rows: 0 })
  for (const column of filled) expect(await rowsWith(shop.db, needleOf(column))).not.toEqual([])

  clock.move(days(60) + hours(8) + days(30) - 1)
  await erasePersonalData(shop)
  await eraseBankEntries(shop)
  await deleteOldMessages(shop)
  await deletePeopleLists(shop)
  for (const column of of('person')) expect(await rowsWith(shop.db, needleOf(column))).not.toEqual([])
  for (const column of of('brief')) expect(await rowsWith(shop.db, needleOf(column))).toEqual([])

  clock.move(hours(2))
  await erasePersonalData(shop)
  for (const column of of('person')) expect(await rowsWith(shop.db, needleOf(column))).toEqual([])
  for (const column of of('books')) expect(await rowsWith(shop.db, needleOf(column))).not.toEqual([])
  expect(await erasePersonalData(shop)).toBe(0)

  clock.move(days(365 * 11))
  expect((await previewDue(shop)).length).toBe(1)
  await erasePersonalData(shop)
  expect(await rowsWith(shop.db, 'needle-')).toEqual([])
  expect(await previewDue(shop)).toEqual([])
})
