import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { RequestCounts, deleteEndedCounts } from './request-counts.ts'

const { db } = await testDatabase()

const MINUTE = 60_000

function ask(
  counts: RequestCounts,
  key: string,
  max: number,
  timeWindow = MINUTE,
): Promise<{ current: number; ttl: number }> {
  return new Promise((resolve, reject) => {
    counts.incr(
      key,
      (error, result) => (result ? resolve(result) : reject(error ?? new Error('no count'))),
      timeWindow,
      max,
    )
  })
}

async function passed(counted: readonly Promise<{ current: number }>[], max: number): Promise<number> {
  return (await Promise.all(counted)).filter(({ current }) => current <= max).length
}

test.each([1, 10, 120])(
  'of twice as many from two processes at once, a limit of %i lets as many through',
  async max => {
    const processes = [new RequestCounts(db), new RequestCounts(db)]
    const key = `shared-${max}`
    const counted = Array.from({ length: max * 2 }, () => processes.map(counts => ask(counts, key, max))).flat()
    expect(await passed(counted, max)).toBe(max)
    expect(await passed([ask(new RequestCounts(db), key, max)], max)).toBe(0)
  },
)

test('a process takes a tenth at a time and knows by itself when the limit is reached', async () => {
  const counts = new RequestCounts(db)
  const currents: number[] = []
  for (let index = 0; index < 21; index += 1) currents.push((await ask(counts, 'alone', 20)).current)
  expect(currents).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
  const { ttl } = await ask(counts, 'alone', 20)
  expect(ttl > 0 && ttl <= MINUTE).toBe(true)
})

test('other callers and other kinds are counted apart, and no address is stored', async () => {
  const counts = new RequestCounts(db)
  expect(await passed([ask(counts, 'mail-198.51.100.7', 1), ask(counts, 'code-198.51.100.7', 1)], 1)).toBe(2)
  const rows = await db.kysely.selectFrom('request_count').select('name').execute()
  expect(rows.filter(({ name }) => name.includes('198.51'))).toEqual([])
})

test('a count that is over begins anew, and is erased', async () => {
  const [before, after] = [new RequestCounts(db), new RequestCounts(db)]
  expect(await passed([ask(before, 'brief', 1), ask(before, 'brief', 1)], 1)).toBe(1)
  await db.kysely
    .updateTable('request_count')
    .set({ ends_at: new Date(0) })
    .execute()
  expect(await passed([ask(after, 'brief', 1)], 1)).toBe(1)
  await db.kysely
    .updateTable('request_count')
    .set({ ends_at: new Date(0) })
    .execute()
  expect(await deleteEndedCounts(db)).toBeGreaterThan(0)
  expect(await deleteEndedCounts(db)).toBe(0)
})
