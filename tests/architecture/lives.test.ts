import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { files, root } from './source-imports.ts'
import { LIVES, type Life } from './lives.ts'
import { type Mention, statusMentions } from './status-mentions.ts'
import { statusWrites } from './status-writes.ts'

/** Which statuses a life has and what holds in them is said in its domain alone; a move is the work of one file. */

const sources = files
  .filter(file => /^(?:domain|contract|server|client)\//.test(file) && !/\.test\.tsx?$/.test(file))
  .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Generated from the database, whose constraint names all of them. */
const SCHEMA = 'server/foundation/database/schema.ts'

/** Statuses of other lives are spelled like its own. */
const DOMAINS: readonly string[] = Object.values(LIVES).map(({ domain }) => domain)

const EACH: readonly (readonly [name: string, life: Life])[] = Object.entries(LIVES)

test.each(EACH)('no status of a %s is listed or compared with outside of its domain', (_, life) => {
  const ignored = [SCHEMA, ...DOMAINS, ...(life.elsewhere ?? [])]
  const counts: Record<Mention['of'], number> = { life: 0, 'other table': 0, unknown: 0 }
  const found: string[] = []
  for (const { file, text } of sources) {
    for (const mention of statusMentions(text, life)) {
      counts[mention.of] += 1
      const isAllowed = mention.of === 'other table' || ignored.some(path => file.startsWith(path))
      if (!isAllowed) found.push(`${file}: ${mention.text}`)
    }
  }
  expect(found).toEqual([])
  expect(sources.length).toBeGreaterThan(900)
  // In its own domain, a life without a word of its own looks like any other.
  const hasOwnWords = life.statuses.some(status => !life.shared.includes(status))
  expect(hasOwnWords ? counts.life : counts.unknown).toBeGreaterThan(life.seen.own)
  expect(counts['other table']).toBeGreaterThan(life.seen.others)
})

test.each(EACH)('no file but that of the moves of a %s writes its status, or inserts or deletes one', (_, life) => {
  const writes = sources.flatMap(({ file, text }) =>
    statusWrites(text, life.table, life.parts).map(found => ({ file, found })),
  )
  expect(writes.filter(({ file }) => file !== life.moves && !life.begins.includes(file))).toEqual([])
  expect(writes.filter(({ file }) => file === life.moves)).toHaveLength(life.writes)
  expect(writes.filter(({ file }) => life.begins.includes(file))).toEqual(
    life.begins.map(file => ({ file, found: `insert into ${life.table}` })),
  )
})

test.each([
  ['a comparison', `if (reservation.status === 'PENDING') return`],
  ['a comparison of what may be missing', `reservation?.status !== 'COMPLETE'`],
  ['a comparison of something unknown', `const isOpen = status === 'PENDING'`],
  ['a case', `switch (order.status) { case 'OFFLINE_PAYMENT': return 1 }`],
  ['a list', `const DONE = ['FINALIZING', 'COMPLETE']`],
  ['a list of one', `new Set(['CANCELLED'])`],
  ['a list across lines', `[\n  'OFFLINE_PAYMENT',\n  'CANCELLED',\n]`],
  ['a type', `status: 'OFFLINE_PAYMENT' | 'DEFERRED_OFFLINE_PAYMENT'`],
  ['a table', `const TEXTS = { STUCK: 'ask us', COMPLETE: 'done' }`],
  ['SQL', `select id from reservation where status = 'PENDING'`],
  ['SQL with a list', `select id from reservation where status in ('COMPLETE', 'CANCELLED')`],
  ['SQL with a negation', `from reservation join ticket on true where reservation.status <> 'PENDING'`],
  ['SQL behind a subquery', `from reservation where exists (select from ticket where id = 1) and status = 'COMPLETE'`],
  ['a built statement', `db.selectFrom('reservation').select('id').where('status', '=', 'PENDING')`],
  ['a built statement with a list', `selectFrom('reservation').where('reservation.status', 'in', ['PENDING'])`],
])('%s is found', (_, planted) => {
  expect(statusMentions(planted, LIVES.reservation).filter(({ of }) => of !== 'other table')).not.toEqual([])
})

test.each([
  ['a ticket', `if (ticket.status === 'PENDING') return`],
  ['seats', `select id from ticket where event_id = 1 and status in ('FREE', 'PENDING')`],
  ['seats of orders', `update ticket set status = 'FREE' from done where status = 'PENDING'`],
  ['seats of an order', `from reservation where exists (select from ticket where status = 'PENDING')`],
  ['a payment', `updateTable('payment_transaction').set({}).where('status', '=', 'PENDING')`],
  ['a comment', `/** From 'PENDING', 'STUCK' on. */`],
  ['the target of a move', `moveReservation(tx, reservation, 'CREDIT_NOTE_ISSUED', { at, notes })`],
])('%s is not taken for one', (_, text) => {
  expect(statusMentions(text, LIVES.reservation).filter(({ of }) => of !== 'other table')).toEqual([])
})

test.each([
  ['SQL', "sql`update reservation set status = 'COMPLETE' where id = 1`"],
  ['SQL that writes it last', '`update reservation set validity = $2, status = $3 from done where id = order_id`'],
  ['SQL that another text completes', '`update reservation set ${columns} where id = $1`'],
  ['SQL by another name', '`with done as (update reservation as r set status = $1 where r.id = $2) select 1`'],
  ['a built statement', `kysely.updateTable('reservation').set({ status: 'STUCK' }).where('id', '=', id).execute()`],
  ['a short form', `updateTable('reservation').set({ status, finalize_at: null }).where('id', '=', id)`],
  ['a set of unknown columns', `updateTable('reservation').set({ ...changes }).where('id', '=', id)`],
  ['a set from elsewhere', `updateTable('reservation').set(changes).where('id', '=', id)`],
  ['a set made before', `const set = { status: to }\n  updateTable('reservation').set(set).where('id', '=', id)`],
  ['a deletion', '`delete from reservation where id = $1`'],
  ['a built deletion', `tx.kysely.deleteFrom('reservation').where('id', 'in', ids)`],
  ['a second beginning', `tx.kysely.insertInto('reservation').values(row)`],
])('a status that is written by %s is found', (_, planted) => {
  expect(statusWrites(planted, 'reservation')).toHaveLength(1)
})

test.each([
  ['other columns', '`update reservation set first_name = null, erased_at = ${now} where id = $1`'],
  ['a ticket', "`update ticket set status = 'FREE' where reservation_id = $1`"],
  [
    'a set made before',
    `const set = { names_reminded_at: at }\n  updateTable('reservation').set(set).where('id', '=', id)`,
  ],
  [
    'a computed set',
    `updateTable('reservation').set(({ eb }) => ({ discount: eb('discount', '-', 1n) })).where('id', '=', id)`,
  ],
])('writing %s is no move', (_, text) => {
  expect(statusWrites(text, 'reservation')).toEqual([])
})

test.each([
  ['a comparison', 'payment', `if (payment.status === 'COMPLETE') return`],
  ['a comparison of a word of its own', 'payment', `isOver = status === 'RETURNED'`],
  ['SQL', 'payment', `select id from payment_transaction where status = 'PENDING'`],
  [
    'SQL by another name',
    'payment',
    `from payment_transaction as payment where payment.status in ('PENDING', 'COMPLETE')`,
  ],
  ['a built statement', 'payment', `selectFrom('payment_transaction').where('status', '=', 'PENDING')`],
  ['a comparison', 'refund', `refunds.filter(refund => refund.status !== 'FAILED')`],
  ['a table', 'refund', `const TEXTS = { WANTED: 'soon', DONE: 'done' }`],
  ['SQL', 'refund', `update payment_refund set sends = 1 where status in ('WANTED', 'PENDING')`],
  ['SQL by another name', 'refund', `from payment_refund as refund where refund.status = 'DONE'`],
] as const)('%s with the status of a %s is found', (_, life, planted) => {
  expect(statusMentions(planted, LIVES[life]).filter(({ of }) => of !== 'other table')).not.toEqual([])
})

test.each([
  ['an order', 'payment', `update reservation set status = 'PENDING' where id = $1`],
  ['an order, in code', 'payment', `if (reservation.status === 'COMPLETE') return`],
  ['the target of a move', 'payment', `await movePayment(tx, payment, 'COMPLETE', { at, set })`],
  ['a payment', 'refund', `if (payment.status === 'FAILED') return`],
] as const)('the status of %s is not taken for that of a %s', (_, life, text) => {
  expect(statusMentions(text, LIVES[life]).filter(({ of }) => of !== 'other table')).toEqual([])
})

test.each([
  ['SQL', 'payment', "`update payment_transaction set status = 'INVALID', next_look_at = $2 where id = $1`"],
  ['SQL by another name', 'payment', '`update payment_transaction as payment set page = null, status = $1 from done`'],
  [
    'a built statement',
    'payment',
    `updateTable('payment_transaction').set({ status, is_live: false }).where('id', '=', id)`,
  ],
  [
    'a set of unknown columns',
    'payment',
    `updateTable('payment_transaction').set({ page: null, ...more }).where('id', '=', id)`,
  ],
  ['an insertion', 'payment', '`insert into payment_transaction (reservation_id, status) select $1, $2`'],
  ['a deletion', 'payment', `deleteFrom('payment_transaction').where('id', '=', id)`],
  ['SQL', 'refund', "`update payment_refund set status = 'DONE', ended_at = $2 where id = $1`"],
  [
    'a built statement',
    'refund',
    `updateTable('payment_refund').set({ failure, status: 'FAILED' }).where('id', '=', id)`,
  ],
  ['an insertion', 'refund', '`insert into payment_refund (transaction_id, status) values ($1, $2)`'],
  ['a deletion', 'refund', '`delete from payment_refund where reference = $1`'],
] as const)('%s that writes a %s is found', (_, life, planted) => {
  expect(statusWrites(planted, LIVES[life].table)).toHaveLength(1)
})

test.each([
  ['what is known of a payment', 'payment', '`update payment_transaction set fee = $2 where id = $1`'],
  ['its attempts', 'payment', '`insert into payment_attempt (transaction_id, step) values ($1, $2)`'],
  ['that a refund is sent', 'refund', '`update payment_refund set sends = sends + 1 where id = $1`'],
] as const)('writing %s is no move of a %s', (_, life, text) => {
  expect(statusWrites(text, LIVES[life].table)).toEqual([])
})
