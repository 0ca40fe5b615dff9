import { refreshSearch } from '#server/catalog/catalog/search-events.ts'
import { expect, test } from 'vitest'
import { days, hours, minutes } from '#domain/foundation/instant.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { mailTransport } from '#server/mail/letter/transport.ts'
import { jobsOf } from '#server/shop.ts'
import { applyCode } from '#contract/pass-use.ts'
import { storeBoughtPass, storePassOf } from '#tests/builders/bought-passes.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { seedEvents, seedOrders } from '#tests/support/organiser/many-events.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { hold, readyToPay } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import type { JobName } from './job.ts'

/** A job that says when it is due is run at no other time: what it says has to see everything that it finds. */

const clock = manualClock()
const { shop, url, apiKey, outbox } = await testShop({ clock })
const { pool } = shop.db
const jobs = jobsOf(shop, mailTransport({ smtpUrl: undefined, mailFrom: 'a@example.org', outbox }))
const ago = (milliseconds: number) => new Date(clock.now() - milliseconds)

const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(aFreeEventFile(clock.now(), { seats: 10 }))
const [event = 0] = await seedEvents(pool, { now: clock.now(), events: 1, beginInDays: 30 })
const [ended = 0] = await seedEvents(pool, { now: clock.now(), events: 1, beginInDays: -30 })
await refreshSearch(shop.db)
/** Those that say when they are due. */
const withDue = jobs.flatMap(({ name, due }) => (due === undefined ? [] : [name]))

let mails = 0
/** Due at this moment unless it says otherwise. */
const aMail = async (status: string, changes: { claimedAt?: Date; dueAt?: Date; event?: number } = {}) => {
  const { claimedAt = null, dueAt = ago(0), event: of = null } = changes
  await pool.query(
    `insert into mail (checksum, purchase_context_id, recipient, sender_name, subject, text_body, html_body, status,
       attempts, next_attempt_at, claimed_at, created_at, outlives_event)
     values (decode(md5($1), 'hex'), $2, 'ada@example.org', 'Desk', 'Hello', 'Hello', '', $3, $4, $5, $6, $5, false)`,
    [String((mails += 1)), of, status, status === 'WAITING' ? 0 : 1, dueAt, claimedAt],
  )
}

const anOrder = async () => {
  const id = await readyToPay(aBuyer(url), shortName, { Everybody: 1 })
  await pool.query(
    `update reservation set status = 'FINALIZING', payment_proxy = 'ON_SITE', finalize_at = $1 where id = $2`,
    [ago(0), id],
  )
}

const aCart = ({ heldForDays }: { readonly heldForDays: number }) =>
  seedOrders(pool, { now: clock.now(), events: [event], ordersEach: 1, status: 'PENDING', heldForDays })

const aSearch = () =>
  pool.query(`insert into order_search (email, language, asked_at) values ('ada@example.org', 'en', $1)`, [ago(0)])

/** An open order whose ticket a bought pass paid for, which is cancelled since. */
const anEndedPass = async () => {
  const slug = await organiser.open(anEventFile(clock.now(), { slug: 'with-passes', seats: 10 }))
  const code = await storeBoughtPass(shop.db, await storePassOf(shop.db, slug))
  const buyer = aBuyer(url)
  const params = { reservationId: await hold(buyer, slug, { Conference: 1 }) }
  await buyer.expect(applyCode, 200, { params, body: { code, type: 'SUBSCRIPTION' } })
  await pool.query(`update bought_pass set status = 'CANCELLED', cancelled_at = now() where id = $1`, [code])
}

/** Of an event whose sale has begun meanwhile. */
const aNotice = () =>
  pool.query(
    `insert into sale_notice (event_id, email, language, created_at) values ($1, 'ada@example.org', 'en', $2)`,
    [event, ago(0)],
  )

const aToken = () =>
  pool.query('insert into token (category_id) select id from ticket_category where event_id = $1', [event])

const aChange = () =>
  pool.query('insert into wallet_change (category_id, due_at) select id, $2 from ticket_category where event_id = $1', [
    event,
    ago(0),
  ])

const aMove = () => pool.query(`update event set location = coalesce(location, '') || '!' where id = $1`, [event])

const aBroughtOrder = () =>
  pool.query(
    `with list as (insert into order_import (event_id, created_at) values ($1, $2) returning id)
     insert into order_import_row (import_id, place, request) select id, 0, '{"tickets": []}' from list`,
    [event, ago(0)],
  )

/** With an order that is gone. */
const aMessage = () =>
  pool.query(
    `insert into group_message (organization_id, event_id, request_id, purpose, audience, texts, actor, status, created_at,
       send_at, planned)
     select organization_id, id, gen_random_uuid()::text, 'TICKET', '{"to": "BUYERS"}',
       '{"en": {"subject": "Hello", "text": "Hello"}}', 'Ada', 'PLANNED', $2, $2, 1 from purchase_context where id = $1`,
    [event, ago(0)],
  )

const aBulkJob = () =>
  pool.query(
    `with job as (
       insert into bulk_job (kind, organization_id, params, actor, created_at)
       select 'CANCEL_EVENT', organization_id, '{"text": ""}', 'Ada', $2 from purchase_context where id = $1 returning id)
     insert into bulk_item (job_id, order_id) select id, gen_random_uuid() from job`,
    [event, ago(0)],
  )

/** Its time is over, and a seat is left in it. */
const aBlock = () =>
  pool.query(
    `with block as (
       insert into seat_block (event_id, name, until, actor, created_at, request_id)
       values ($1, 'Choir', $2, 'Ada', $2, 'x') returning id)
     insert into ticket (event_id, status, block_id) select $1, 'BLOCKED', id from block`,
    [event, ago(0)],
  )

/** It was uploaded a day ago, and is not imported. */
const aPeopleList = () =>
  pool.query(`insert into people_list (event_id, actor, created_at, heads) values ($1, 'Ada', $2, '{}')`, [
    event,
    ago(days(1)),
  ])

const anExport = () =>
  pool.query(
    `insert into saved_export (organization_id, name, kind, format, columns, period, time_zone, schedule, due_at, created_at)
     select organization_id, 'All', 'orders', 'csv', '{order.id}', 'ALL', 'UTC', '{"kind": "DAILY", "hour": 7}', $2, $2
     from purchase_context where id = $1`,
    [event, ago(0)],
  )

/** Of a statement of a month ago, which was booked then. */
const aBookedEntry = () =>
  pool.query(
    `insert into bank_entry (organization_id, uploaded_at, booked_on, amount, currency, reference_texts, text, content,
       status, settled_at)
     select organization_id, $2, current_date, '10.00', 'CHF', '{}', 'Ada', 'x', 'BOOKED', $2 from purchase_context where id = $1`,
    [event, ago(days(31))],
  )

/** Of an endpoint that no machine has: the attempt fails. */
const aWebhook = (at: Date) =>
  pool.query(
    `with owner as (select organization_id as id from purchase_context where id = $1),
     endpoint as (
       insert into webhook_endpoint (id, organization_id, url, description, kinds, secret, created_at)
       select gen_random_uuid(), id, 'http://127.0.0.1:9/' || gen_random_uuid(), '', '{}', 'whsec_eA==', $2 from owner returning id
     ), message as (
       insert into webhook_message (organization_id, kind, at, data) select id, 'webhook.test', $2, '{}' from owner returning id
     )
     insert into webhook_delivery (message_id, endpoint_id, status)
     select message.id, endpoint.id, $3 from message cross join endpoint`,
    [event, at, at < ago(0) ? 'DELIVERED' : 'WAITING'],
  )

type Case = readonly [job: JobName, what: string, make: () => Promise<unknown>]

const DUE: readonly Case[] = [
  ['finalize-reservations', 'a confirmed order', anOrder],
  ['send-order-links', 'a person who looks for orders', aSearch],
  ['make-imported-orders', 'an imported order', aBroughtOrder],
  ['run-bulk-jobs', 'an order of a bulk job', aBulkJob],
  ['send-messages', 'a message to many', aMessage],
  ['mail-exports', 'an export on its schedule', anExport],
  ['erase-bank-entries', 'an entry of a bank statement that was booked a month ago', aBookedEntry],
  ['return-held-seats', 'seats held until now', aBlock],
  ['delete-people-lists', 'a list of people of a day ago', aPeopleList],
  ['deliver-webhooks', 'a webhook to send', () => aWebhook(ago(0))],
  ['delete-old-webhooks', 'a webhook of a month ago', () => aWebhook(ago(days(31)))],
  ['take-ended-passes-off', 'an open order with a pass that has ended', anEndedPass],
  ['expire-reservations', 'an abandoned cart', () => aCart({ heldForDays: -1 })],
  ['announce-sales', 'an address that waits for a sale', aNotice],
  ['generate-tokens', 'a token without code', aToken],
  ['fold-search-texts', 'an event that has moved', aMove],
  ['update-wallets', 'a change of a pass', aChange],
  ['deliver-mail', 'a new mail', () => aMail('WAITING')],
  ['deliver-mail', 'a mail to try again', () => aMail('RETRY')],
  ['deliver-mail', 'a mail that no process sends any more', () => aMail('IN_PROCESS', { claimedAt: ago(hours(1)) })],
  ['deliver-mail', 'a mail of an event that has ended', () => aMail('WAITING', { event: ended })],
]

const jobOf = (name: JobName) => {
  const job = jobs.find(one => one.name === name)
  if (!job) throw new Error(`there is no job ${name}`)
  return job
}

async function isDue(name: JobName): Promise<boolean | undefined> {
  const { rows } = await pool.query<{ due: boolean }>(
    `select ${jobOf(name).due} as due where $1::timestamptz is not null`,
    [timestamp(clock.now())],
  )
  return rows[0]?.due
}

test.each(DUE)('%s is due when there is %s, and not when it is done', async (name, _, make) => {
  // Past the pause of what is checked only now and then.
  clock.move(minutes(1))
  expect(await isDue(name)).toBe(false)
  await make()
  expect(await isDue(name)).toBe(true)
  expect(await jobOf(name).run()).toBeGreaterThan(0)
  for (const job of jobs) await job.run()
  expect(await isDue(name)).toBe(false)
})

test('what is due later, or in the hands of another process, is not due now', async () => {
  await aMail('RETRY', { dueAt: ago(-minutes(1)) })
  await aMail('IN_PROCESS', { claimedAt: ago(minutes(1)) })
  await aCart({ heldForDays: 1 })
  for (const name of withDue) expect([name, await isDue(name)]).toEqual([name, false])
  clock.move(days(2))
  expect([await isDue('deliver-mail'), await isDue('expire-reservations')]).toEqual([true, true])
})

test('every job that says when it is due is tried here', () => {
  expect([...new Set(DUE.map(([name]) => name))].toSorted()).toEqual(withDue.toSorted())
})
