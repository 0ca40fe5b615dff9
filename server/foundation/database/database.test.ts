import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { assertNoTransactionOpen, statement, transaction } from './database.ts'
import { readInstant, sqlInstant, timestamp } from './types.ts'

const { db, pool } = await testDatabase()
const now = instant(1_795_234_807_683)

async function organizations(): Promise<string[]> {
  const rows = await db.kysely.selectFrom('organization').select('name').orderBy('name').execute()
  return rows.map(row => row.name)
}

function anOrganization(name: string) {
  return { name, email: 'desk@example.org', description: '', created_at: timestamp(now) }
}

test('what a transaction does is kept when it returns and gone when it throws', async () => {
  await transaction(db, tx => tx.kysely.insertInto('organization').values(anOrganization('kept')).execute())
  const failing = transaction(db, async tx => {
    await tx.kysely.insertInto('organization').values(anOrganization('lost')).execute()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await organizations()).toEqual(['kept'])
})

test('Kysely and named statements see the same transaction', async () => {
  const count = statement<{ count: bigint }>('count-organizations', 'select count(*) from organization where name = $1')
  await transaction(db, async tx => {
    await tx.kysely.insertInto('organization').values(anOrganization('inside')).execute()
    expect(await tx.query(count, ['inside'])).toEqual([{ count: 1n }])
    expect((await pool.query(count.text, ['inside'])).rows).toEqual([{ count: 0n }])
  })
})

test('two statements with the same name say the same', () => {
  const text = 'select 1 as one'
  expect(statement('said-twice', text)).toEqual(statement('said-twice', text))
  expect(() => statement('said-twice', 'select 2 as one')).toThrow('two statements are called said-twice')
})

test('inside a transaction nothing else is waited for', async () => {
  await transaction(db, async () => {
    expect(assertNoTransactionOpen).toThrow(/a transaction is open/)
    await expect(transaction(db, async () => 'inner')).rejects.toThrow(/a transaction is open/)
    await expect(db.query(statement('one', 'select 1'))).rejects.toThrow(/a transaction is open/)
    await expect(organizations()).rejects.toThrow(/a transaction is open/)
  })
  expect(assertNoTransactionOpen).not.toThrow()
})

test('a transaction that lost a deadlock runs again', async () => {
  let runs = 0
  const lose = sql`do $$ begin raise exception 'lost' using errcode = '40P01'; end $$`
  const result = await transaction(db, async tx => {
    runs += 1
    if (runs < 3) await lose.execute(tx.kysely)
    return 'won'
  })
  expect([result, runs]).toEqual(['won', 3])
  await expect(transaction(db, tx => lose.execute(tx.kysely))).rejects.toThrow('lost')
})

test('values come back as we use them', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select 9007199254740993::bigint as big, 7.5::numeric(7, 4) as percent, '{"en": "Hi"}'::jsonb as texts,
      ${sqlInstant(now)} as at, array[1, null]::bigint[] as bigs, date '2026-02-28' as day`.execute(db.kysely)
  expect(rows).toEqual([
    { big: 9007199254740993n, percent: '7.5000', texts: { en: 'Hi' }, at: now, bigs: [1n, null], day: '2026-02-28' },
  ])
})

test.each([
  ['2026-11-21 03:52:45+00', Date.UTC(2026, 10, 21, 3, 52, 45)],
  ['2026-11-21 03:52:45.123456+01', Date.UTC(2026, 10, 21, 2, 52, 45, 123)],
  ['2026-11-21 03:52:45-03:30', Date.UTC(2026, 10, 21, 7, 22, 45)],
])('the instant %s is read in any session time zone', (text, expected) => {
  expect(readInstant(text)).toBe(expected)
})
