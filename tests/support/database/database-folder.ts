import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/foundation/database/connect.ts'
import { readPid } from '#server/foundation/database/embedded/process.ts'

const HOLDER = join(import.meta.dirname, 'hold-database.ts')

/** A data folder of its own with an embedded PostgreSQL in it, for tests that break it. */
export type DatabaseFolder = {
  readonly folder: string
  /** In this process; closed after the test. */
  open(dataFolder?: string): Promise<OpenDatabase>
  /** In a process of its own, started by these words (`setpriv ...`); it has written one more note when it answers. */
  hold(words?: readonly string[]): Promise<ChildProcess>
  /** How many notes the holders have left, asked by this process. */
  notesKept(): Promise<number>
  postgresPid(): number
  keeperPid(): number
  /** The processes of PostgreSQL that serve a client. */
  backends(): readonly number[]
}

/** `const database = databaseFolder()` at the top of the file; each test begins with PostgreSQL stopped. */
export function databaseFolder(): DatabaseFolder {
  const folder = newDataFolder()
  const holders: ChildProcess[] = []
  const closers: (() => Promise<void>)[] = []
  const run = join(folder, 'postgresql/run')
  const lockFile = join(folder, 'postgresql/cluster/postmaster.pid')

  afterEach(async () => {
    for (const holder of holders.splice(0)) holder.kill('SIGKILL')
    await Promise.all(closers.splice(0).map(close => close()))
    await vi.waitFor(() => expect(readPid(lockFile)).toBeUndefined(), { timeout: 40_000, interval: 20 })
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const open = async (dataFolder = folder): Promise<OpenDatabase> => {
    const opened = await openDatabase({ databaseUrl: undefined, dataFolder })
    let closing: Promise<void> | undefined
    const close = () => (closing ??= opened.close())
    closers.push(close)
    return { ...opened, close }
  }

  return {
    folder,
    open,
    hold: async (words = []) => {
      const [program, ...args] = [...words, process.execPath, HOLDER, folder]
      const holder = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      holders.push(holder)
      await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit').then(failed)])
      return holder
    },
    notesKept: async () => {
      const { pool, close } = await open()
      const { rows } = await pool.query<{ count: bigint }>('select count(*) from kept')
      await close()
      return Number(rows[0]?.count)
    },
    postgresPid: () => pidIn(lockFile),
    keeperPid: () => pidIn(join(run, 'keeper.pid')),
    backends: () => backendsOf(pidIn(lockFile)),
  }
}

/** Under /tmp whatever TMPDIR says, and open to the user of the database, so that the tests run as root too. */
export function newDataFolder(): string {
  const made = mkdtempSync('/tmp/foyer-embedded-')
  chmodSync(made, 0o711)
  return made
}

/** The reason why a command can't be run by root with these words before it (`setpriv ...`), for the report. */
export function whyNotRun(words: readonly string[]): string | undefined {
  if (process.getuid?.() !== 0) return 'the tests are not run by root'
  const [program = '', ...args] = words
  const { status, error, stderr } = spawnSync(program, [...args, 'test', '-r', HOLDER], { encoding: 'utf8' })
  return status === 0 ? undefined : (error?.message ?? `${words.join(' ')}: ${stderr.trim()}`)
}

function failed(): never {
  throw new Error('the process that holds the database ended at once')
}

function pidIn(file: string): number {
  const pid = readPid(file)
  if (pid === undefined) throw new Error(`${file} names no process`)
  return pid
}

function backendsOf(postgres: number): readonly number[] {
  const children = `/proc/${postgres}/task/${postgres}/children`
  if (!existsSync(children)) throw new Error(`${children} is not there: this test needs Linux`)
  const pids = readFileSync(children, 'utf8').trim().split(' ').map(Number)
  return pids.filter(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('foyer foyer'))
}
