import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { databaseFolder, newDataFolder } from '#tests/support/database/database-folder.ts'
import { accountFor, userOf } from './account.ts'
import { isRunning } from './process.ts'

const { folder, open, hold, notesKept, postgresPid, keeperPid, backends } = databaseFolder()

const root = join(folder, 'postgresql')
const lockFile = join(root, 'cluster/postmaster.pid')

function ends(pid: number): Promise<void> {
  return vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 40_000, interval: 50 })
}

test('a shop that ends while PostgreSQL recovers from a killed backend can be started again', async () => {
  const holder = await hold()
  const pid = postgresPid()
  const [backend = 0] = backends()
  process.kill(backend, 'SIGKILL')
  holder.kill('SIGKILL')
  expect(await notesKept()).toBe(1)
  await ends(pid)
}, 90_000)

test('a keeper that is killed is replaced while the shop runs, and PostgreSQL goes on', async () => {
  const { pool, close } = await open()
  const [pid, keeper] = [postgresPid(), keeperPid()]
  process.kill(keeper, 'SIGKILL')
  await vi.waitFor(() => expect(keeperPid()).not.toBe(keeper), { timeout: 15_000, interval: 50 })
  await pool.query('select 1')
  expect(postgresPid()).toBe(pid)
  await close()
  await ends(pid)
})

test('a PostgreSQL whose keeper was killed is taken over by the next process, and stopped after it', async () => {
  const holder = await hold()
  const [pid, keeper] = [postgresPid(), keeperPid()]
  // It has no time to begin the stop.
  process.kill(keeper, 'SIGSTOP')
  holder.kill('SIGKILL')
  process.kill(keeper, 'SIGKILL')
  const { pool, close } = await open()
  await pool.query('select 1')
  expect(postgresPid()).toBe(pid)
  await close()
  await ends(pid)
})

test('a lock file left by a crash does not stop the start, whichever process has its number now', async () => {
  await (await open()).close()
  // After a restart of the machine the number belongs to any process: here to this one, and to one of the same user.
  const sleeper = spawn('sleep', ['60'], { ...userOf(accountFor(root)), stdio: 'ignore' })
  for (const pid of [process.pid, sleeper.pid]) {
    writeFileSync(lockFile, `${pid}\n`, { mode: 0o666 })
    const { pool, close } = await open()
    await pool.query('select 1')
    await close()
  }
  expect(sleeper.exitCode).toBeNull()
  sleeper.kill()
})

test('a start lock whose number belongs to a younger process delays no start', async () => {
  await (await open()).close()
  writeFileSync(join(root, 'run/start.lock'), `${process.pid} before`)
  const { pool } = await open()
  await pool.query('select 1')
})

test("the shop's database is made when the first start was cut short before it", async () => {
  const { connection, close } = await open()
  const other = new Client({ ...connection, database: 'postgres' })
  await other.connect()
  await other.query('drop database foyer with (force)')
  await other.end()
  await close()
  const again = await open()
  await again.pool.query('select 1')
})

test('a first start that was cut short leaves nothing in the way of the next', async () => {
  const young = newDataFolder()
  mkdirSync(join(young, 'postgresql/cluster'), { recursive: true })
  mkdirSync(join(young, 'new-cluster.1/cluster/base'), { recursive: true })
  writeFileSync(join(young, 'postgresql/password'), '')
  const { pool, close } = await open(young)
  await pool.query('select 1')
  await close()
  expect(readdirSync(young).toSorted()).not.toContain('new-cluster.1')
  rmSync(young, { recursive: true })
})

test('a data folder that lacks its main file is refused in a sentence and left as it is', async () => {
  const broken = newDataFolder()
  const kept = join(broken, 'postgresql/cluster/base/1')
  mkdirSync(join(kept, '..'), { recursive: true })
  writeFileSync(kept, 'rows')
  await expect(open(broken)).rejects.toThrow(/holds files and is no whole PostgreSQL data folder/)
  expect(readFileSync(kept, 'utf8')).toBe('rows')
  rmSync(broken, { recursive: true })
})

test('a password that does not fit is reported in a sentence', async () => {
  await (await open()).close()
  const file = join(root, 'password')
  const right = readFileSync(file)
  writeFileSync(file, 'another-one')
  await expect(open()).rejects.toThrow(/does not take the password in the file "password"/)
  writeFileSync(file, right)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
