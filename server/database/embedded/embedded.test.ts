import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '../connect.ts'
import { isAlive, readPid } from './process.ts'

const HOLDER = join(import.meta.dirname, '../../../tests/support/hold-database.ts')
const isRoot = process.getuid?.() === 0

const folder = newFolder()
const holders: ChildProcess[] = []
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL')
  await Promise.all(closers.splice(0).map(close => close()))
  await stopped(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Under /tmp whatever TMPDIR says, and open to "nobody", so that the tests run as root too. */
function newFolder(): string {
  const made = mkdtempSync('/tmp/foyer-embedded-')
  chmodSync(made, 0o711)
  return made
}

async function open(dataFolder = folder): Promise<OpenDatabase> {
  const opened = await openDatabase({ databaseUrl: undefined, dataFolder })
  let closing: Promise<void> | undefined
  const close = () => (closing ??= opened.close())
  closers.push(close)
  return { ...opened, close }
}

async function holderProcess(): Promise<ChildProcess> {
  const holder = spawn(process.execPath, [HOLDER, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(holder)
  await once(holder.stdout, 'data')
  return holder
}

function postgresPid(): number {
  const pid = readPid(join(folder, 'postgresql/cluster/postmaster.pid'))
  if (pid === undefined) throw new Error('PostgreSQL does not run')
  return pid
}

function stopped(dataFolder: string): Promise<void> {
  const lock = join(dataFolder, 'postgresql/cluster/postmaster.pid')
  return vi.waitFor(() => expect(readPid(lock)).toBeUndefined(), { timeout: 20_000, interval: 20 })
}

async function notesKept(): Promise<number> {
  const { pool, close } = await open()
  const { rows } = await pool.query<{ count: bigint }>('select count(*) from kept')
  await close()
  return Number(rows[0]?.count)
}

test('PostgreSQL stops within 5 seconds when the only process is killed, and keeps what was written', async () => {
  const holder = await holderProcess()
  const pid = postgresPid()
  holder.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5000, interval: 20 })
  expect(await notesKept()).toBe(1)
})

test('processes that start at once share one PostgreSQL, which outlives the one that started it', async () => {
  const [first, second] = await Promise.all([holderProcess(), holderProcess(), holderProcess()])
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
  expect(isAlive(pid)).toBe(false)
})

test('a PostgreSQL whose keeper was killed is adopted by the next process, and stopped after it', async () => {
  const holder = await holderProcess()
  const pid = postgresPid()
  process.kill(Number(readPid(join(folder, 'postgresql/run/keeper.pid'))), 'SIGKILL')
  holder.kill('SIGKILL')
  const { pool, close } = await open()
  await pool.query('select 1')
  expect(postgresPid()).toBe(pid)
  await close()
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000, interval: 50 })
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

test.runIf(process.platform === 'linux')('a lock file left by a crash does not stop the start', async () => {
  await (await open()).close()
  // After a restart of the machine its number belongs to any process, here to this one.
  writeFileSync(join(folder, 'postgresql/cluster/postmaster.pid'), `${process.pid}\n`, { mode: 0o666 })
  const { pool, close } = await open()
  await pool.query('select 1')
  await close()
})

test('the password is for nobody else, and nothing is open to the network', async () => {
  const { pool, close } = await open()
  const { rows } = await pool.query<{ listen_addresses: string }>('show listen_addresses')
  expect(rows).toEqual([{ listen_addresses: '' }])
  await close()
})

test('a data folder whose path is too long for a socket works', async () => {
  const parent = newFolder()
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

test.runIf(isRoot)('root is told when the database can not enter the data folder', async () => {
  const closed = newFolder()
  chmodSync(closed, 0o700)
  await expect(open(join(closed, 'data'))).rejects.toThrow(/can't be entered by the user "nobody"/)
  rmSync(closed, { recursive: true, force: true })
})

test.runIf(!isRoot)('a data folder that can not be written is named', async () => {
  const closed = newFolder()
  mkdirSync(join(closed, 'data'), { mode: 0o500 })
  await expect(open(join(closed, 'data'))).rejects.toThrow(/can't be written \(EACCES\)/)
  rmSync(closed, { recursive: true, force: true })
})
