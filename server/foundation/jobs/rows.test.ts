import { expect, test } from 'vitest'
import { days, hours, minutes } from '#domain/foundation/instant.ts'
import { eventLog } from '#server/foundation/base/event-log.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { findFailures, deleteOldFailures } from './failures.ts'
import { eachRow, together } from './rows.ts'

const { db, pool } = await testDatabase()
const clock = manualClock()
const lines: unknown[] = []
const shop = {
  db,
  clock,
  log: eventLog({ info: () => {}, warn: () => {}, error: (line: unknown) => lines.push(line) }),
}

const pgError = (code: string) => Object.assign(new Error('the database says no'), { code, severity: 'FATAL' })

/** Fails at these rows, and counts how often it was asked. */
function work(broken: Readonly<Record<string, Error>>) {
  const names: string[][] = []
  return {
    names,
    job: 'expire-reservations' as const,
    nameOf: (id: string) => ({ kind: 'reservation' as const, id }),
    work: async (rows: readonly string[]) => {
      names.push([...rows])
      for (const row of rows) if (broken[row]) throw broken[row]
      return rows.length
    },
  }
}

const failures = async () => (await findFailures(db, 10)).map(({ id, failures: count }) => [id, count])

test('rows that fail together are done in halves, until the broken one is alone', async () => {
  const half = work({ c: new Error('no\u0000pe\u001b[31m') })
  expect(await together(shop, ['a', 'b', 'c', 'd', 'e'], half)).toBe(4)
  expect(half.names).toEqual([['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'c'], ['a', 'b'], ['c'], ['d', 'e']])
  expect(await findFailures(db, 10)).toEqual([
    {
      job: 'expire-reservations',
      kind: 'reservation',
      id: 'c',
      failures: 1,
      since: clock.now(),
      lastError: 'no pe [31m',
    },
  ])
  expect(lines).toMatchObject([{ job: 'expire-reservations', reservation: 'c', failures: 1 }])
  expect(await eachRow(shop, ['c'], work({}))).toBe(1)
  expect(await failures()).toEqual([])
})

test.each(['57P01', '57P03', '08006', 'ECONNREFUSED'])(
  'a database that is lost (%s) ends the round and counts against no row',
  async code => {
    const lost = work({ b: pgError(code) })
    await expect(eachRow(shop, ['a', 'b', 'c'], lost)).rejects.toThrow('the database says no')
    expect(lost.names).toEqual([['a'], ['b']])
    expect(await failures()).toEqual([])
  },
)

test('a row is put off for longer each time, an hour at most, and since the first time', async () => {
  const waits: number[] = []
  for (let count = 0; count < 9; count += 1) {
    await eachRow(shop, ['x'], work({ x: new Error('no') }))
    const { rows } = await pool.query<{ retry_at: number }>('select retry_at from job_failure')
    waits.push((rows[0]?.retry_at ?? 0) - clock.now())
    clock.move(hours(1))
  }
  expect(waits.map(wait => wait / minutes(1))).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(await findFailures(db, 1)).toMatchObject([{ failures: 9, since: clock.now() - hours(9) }])
})

test('a row that is due no more is erased after a day', async () => {
  await deleteOldFailures(db, clock.now())
  expect(await failures()).toEqual([['x', 9]])
  clock.move(days(1))
  await deleteOldFailures(db, clock.now())
  expect(await failures()).toEqual([])
})
