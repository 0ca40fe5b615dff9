import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { databaseFolder, newDataFolder } from '#tests/support/database/database-folder.ts'
import { isRunning } from './process.ts'

const isRoot = process.getuid?.() === 0

const { folder, open, hold, notesKept, postgresPid } = databaseFolder()

test('PostgreSQL stops within 5 seconds when the only process is killed, and keeps what was written', async () => {
  const holder = await hold()
  const pid = postgresPid()
  holder.kill('SIGKILL')
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 5000, interval: 20 })
  expect(await notesKept()).toBe(1)
})

test('processes that start at once share one PostgreSQL, which outlives the one that started it', async () => {
  const [first, second] = await Promise.all([hold(), hold(), hold()])
  const pid = postgresPid()
  first.kill('SIGKILL')
  second.kill('SIGKILL')
  expect(await notesKept()).toBeGreaterThanOrEqual(3)
  expect(postgresPid()).toBe(pid)
})

test('closing the last hold waits until PostgreSQL has stopped', async () => {
  const { close } = await open()
  const pid = postgresPid()
  await close()
  expect(isRunning(pid)).toBe(false)
})

test('PostgreSQL that is killed under a running shop comes back', async () => {
  const { pool, close } = await open()
  const pid = postgresPid()
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(postgresPid()).not.toBe(pid), { timeout: 8000, interval: 50 })
  await vi.waitFor(() => pool.query('select 1'), { timeout: 8000, interval: 50 })
  await close()
})

test('who comes while PostgreSQL is stopping gets a database all the same', async () => {
  for (let round = 0; round < 5; round += 1) {
    const leaving = await open()
    const [arriving] = await Promise.all([open(), leaving.close()])
    await arriving.pool.query('select 1')
    await arriving.close()
  }
})

test('only its owner may read the password, and nothing is open to the network', async () => {
  const { pool, close } = await open()
  const { rows } = await pool.query<{ listen_addresses: string }>('show listen_addresses')
  expect(rows).toEqual([{ listen_addresses: '' }])
  await close()
})

test('a data folder whose path is too long for a socket works', async () => {
  const parent = newDataFolder()
  const long = join(parent, 'a-data-folder-with-a-very-long-name'.repeat(3))
  const { pool, close } = await open(long)
  await pool.query('select 1')
  await close()
  rmSync(parent, { recursive: true, force: true })
})

test('data of another PostgreSQL version is refused in a sentence', async () => {
  const version = join(folder, 'postgresql/cluster/PG_VERSION')
  await (await open()).close()
  const current = readFileSync(version, 'utf8')
  writeFileSync(version, '17\n')
  await expect(open()).rejects.toThrow(/made by PostgreSQL 17 and this Foyer brings PostgreSQL 18/)
  writeFileSync(version, current)
})

test('a PostgreSQL that can not start says why', async () => {
  await (await open()).close()
  const settings = join(folder, 'postgresql/cluster/postgresql.conf')
  const usable = readFileSync(settings, 'utf8')
  writeFileSync(settings, `${usable}\nno_such_setting = on\n`)
  await expect(open()).rejects.toThrow(/PostgreSQL did not start: .*postgresql.conf/)
  writeFileSync(settings, usable)
})

test.runIf(isRoot)('an error informs root when the database can not enter the data folder', async () => {
  const closed = newDataFolder()
  chmodSync(closed, 0o700)
  await expect(open(join(closed, 'data'))).rejects.toThrow(/can't be entered by user \d+, as whom PostgreSQL runs/)
  rmSync(closed, { recursive: true, force: true })
})

test.runIf(!isRoot)('a data folder that can not be written is named', async () => {
  const closed = newDataFolder()
  mkdirSync(join(closed, 'data'), { mode: 0o500 })
  await expect(open(join(closed, 'data'))).rejects.toThrow(/can't be written \(EACCES\)/)
  rmSync(closed, { recursive: true, force: true })
})
