import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LIVES } from './lives.ts'
import { files, root } from './source-imports.ts'
import { statusMentions } from './status-mentions.ts'
import { statusWrites, unconditionalMoves } from './status-writes.ts'

/** What lives.test.ts finds of tickets and bought passes, and that seats move only from where the table allows it. */

const { parts } = LIVES.ticket

test('each statement that moves seats has the condition of its move', () => {
  const texts = files
    .filter(file => file.startsWith('server/') && !file.endsWith('.test.ts'))
    .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const moving = texts.filter(
    ({ text }) => text.includes(`set \${sql.raw(${parts[0]}(`) || text.includes(`set \${${parts[0]}(`),
  )
  expect(moving.map(({ file }) => file).toSorted()).toEqual([
    'server/door/check-in/store.ts',
    'server/order/order/move-tickets.ts',
    'server/order/stock/hold-seats.ts',
    'server/order/waiting-list/store.ts',
    'server/organiser/event-editing/parts/seat-store.ts',
    'server/organiser/seat-blocks/block-store.ts',
    'server/payment/pay/store.ts',
    'server/ticket/ticket/move-category.ts',
  ])
  const others = moving.filter(({ file }) => file !== LIVES.ticket.moves)
  expect(others.flatMap(({ file, text }) => unconditionalMoves(text, parts).map(move => ({ file, move })))).toEqual([])
})

test('a move of seats without the condition of its move is found', () => {
  const planted = "`update ticket set ${movedTicket('hold')} where id = $1 and ${movableTicket('sell')}`"
  expect(unconditionalMoves(planted, parts)).toEqual(["'hold'"])
  const good = "`update ticket set ${movedTicket('sell', { column: 'sold_as' })} where ${movableTicket('sell')}`"
  expect(unconditionalMoves(good, parts)).toEqual([])
})

test.each([
  ['a comparison', 'ticket', `if (ticket.status === 'CHECKED_IN') return`],
  ['a comparison of a word of its own', 'ticket', `isAside = status === 'PRE_RESERVED'`],
  ['a comparison of an ambiguous word', 'ticket', `isSold = status !== 'ACQUIRED'`],
  ['a list', 'ticket', `const SOLD = ['TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN']`],
  ['SQL', 'ticket', `select count(*) from ticket where event_id = $1 and status in ('FREE', 'PENDING')`],
  ['SQL beside another table', 'ticket', `from token join ticket on true where ticket.status = 'PENDING'`],
  ['a built statement', 'ticket', `selectFrom('ticket').where('status', '=', 'FREE')`],
  ['a comparison', 'bought pass', `order.passes.find(pass => pass.status === 'ACQUIRED')`],
  ['a comparison of an ambiguous word', 'bought pass', `isAcquired = status === 'ACQUIRED'`],
  ['SQL', 'bought pass', `select id from bought_pass where status <> 'CANCELLED'`],
  ['SQL by another name', 'bought pass', `from bought_pass as bought where bought.status = 'ACQUIRED'`],
  ['a built statement', 'bought pass', `selectFrom('bought_pass').where('bought_pass.status', 'in', ['PENDING'])`],
] as const)('%s with the status of a %s is found', (_, life, planted) => {
  expect(statusMentions(planted, LIVES[life]).filter(({ of }) => of !== 'other table')).not.toEqual([])
})

test.each([
  ['an extra', 'ticket', `select from additional_service_item as item where item.status = 'FREE'`],
  ['a token', 'ticket', `update token set status = 'CANCELLED' where status in ('WAITING', 'FREE')`],
  ['a bought pass', 'ticket', `select id from bought_pass where status <> 'CANCELLED'`],
  ['an order', 'ticket', `if (reservation.status === 'PENDING') return`],
  ['a ticket', 'bought pass', `if (ticket.status === 'ACQUIRED') return`],
  ['an order', 'bought pass', `select id from reservation where status = 'CANCELLED'`],
] as const)('the status of %s is not taken for that of a %s', (_, life, text) => {
  expect(statusMentions(text, LIVES[life]).filter(({ of }) => of !== 'other table')).toEqual([])
})

test.each([
  ['SQL', 'ticket', "`update ticket set status = 'FREE' where id = any($1)`"],
  [
    'SQL that writes it last',
    'ticket',
    '`update ticket set locked = true, status = sold_as from seat where id = seat_id`',
  ],
  ['SQL that another text completes', 'ticket', '`update ticket set ${columns} where id = $1`'],
  [
    'SQL that another text completes beside a move',
    'ticket',
    "`update ticket set ${movedTicket('hold')}, ${more} where id = 1`",
  ],
  ['a built statement', 'ticket', `updateTable('ticket').set({ status: 'CHECKED_IN' }).where('id', '=', id)`],
  ['an insertion', 'ticket', '`insert into ticket (event_id) values ($1)`'],
  ['a deletion', 'ticket', `deleteFrom('ticket').where('id', '=', id)`],
  ['SQL', 'bought pass', "`update bought_pass set status = 'CANCELLED', cancelled_at = $2 where id = $1`"],
  [
    'a built statement',
    'bought pass',
    `updateTable('bought_pass').set({ status, valid_to: null }).where('id', '=', id)`,
  ],
  ['a set of unknown columns', 'bought pass', `updateTable('bought_pass').set({ ...changes }).where('id', '=', id)`],
  ['an insertion', 'bought pass', `insertInto('bought_pass').values(row)`],
  ['a deletion', 'bought pass', '`delete from bought_pass using held where bought_pass.id = held.id`'],
] as const)('%s that writes a %s is found', (_, life, planted) => {
  expect(statusWrites(planted, LIVES[life].table, parts)).toHaveLength(1)
})

test.each([
  ['a named move', 'ticket', "`update ticket set ${movedTicket('hold')}, reservation_id = $1 from seat where true`"],
  ['a named move of a builder', 'ticket', 'sql`update ticket set ${sql.raw(movedTicket(move, to))} where id = ${id}`'],
  ['the category of a seat', 'ticket', '`update ticket set category_id = null where event_id = $1`'],
  ['a category', 'ticket', `updateTable('ticket_category').set(row).where('id', '=', id)`],
  ['the owner of a pass', 'bought pass', `updateTable('bought_pass').set({ email: null }).where('id', '=', id)`],
] as const)('writing %s is no write of the status of a %s', (_, life, text) => {
  expect(statusWrites(text, LIVES[life].table, parts)).toEqual([])
})
