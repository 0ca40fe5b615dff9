import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { accountFor } from '#server/foundation/database/embedded/account.ts'
import { type Folder, describeFolder, rootOf } from '#server/foundation/database/embedded/folder.ts'
import { freePort } from '../free-port.ts'

/** A real Foyer process on the embedded PostgreSQL, with a data folder of its own below the temporary folder. */
export type BenchShop = {
  readonly base: string
  readonly apiKey: string
  /** Of the shop, or of the launcher whose child it is (decision 147). */
  readonly pid: number
  readonly dataFolder: string
  /** The embedded database of this shop. */
  readonly database: Folder
  /** Ends the process; its data stay. */
  leave(): Promise<void>
  /** Ends the process; the one that has made the data folder takes the folder with it. */
  close(): Promise<void>
}

export type BenchShopOptions = {
  readonly loadsSample?: boolean
  /** Another process on the data of this one. */
  readonly beside?: BenchShop
  /** For a profile, for instance `--cpu-prof`. */
  readonly nodeOptions?: readonly string[]
  /** Another checkout of the program, to compare with; that of FOYER_BENCH_PROJECT, or this one, unless it is named. */
  readonly project?: string
  /** Variables of the operator besides, such as DATABASE_URL. */
  readonly environment?: Readonly<Record<string, string>>
}

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))
const PATIENCE_MS = 60_000

/** Starts the program as `npm start` does (pages that are stale are built first), and waits until it answers. */
export async function openBenchShop({
  loadsSample = false,
  beside,
  nodeOptions = [],
  project = process.env['FOYER_BENCH_PROJECT'] ?? PROJECT,
  environment = {},
}: BenchShopOptions = {}): Promise<BenchShop> {
  const dataFolder = beside?.dataFolder ?? newDataFolder()
  const apiKey = beside?.apiKey ?? randomBytes(24).toString('base64url')
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const logFile = join(dataFolder, `foyer-${port}.log`)
  const log = openSync(logFile, 'w')
  const program = spawn(process.execPath, ['tools/start.mjs', 'start'], {
    cwd: project,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      NODE_OPTIONS: nodeOptions.join(' '),
      // A bundle holds the driver that counts are taken from, and hides the names of modules.
      ...(nodeOptions.length > 0 && { FOYER_SOURCES: 'yes' }),
      PORT: String(port),
      FOYER_DATA: dataFolder,
      FOYER_API_KEY: apiKey,
      FOYER_SAMPLE: loadsSample ? 'yes' : 'no',
      ...environment,
    },
  })
  const { pid } = program
  if (pid === undefined) throw new Error('the shop could not be started')
  await whenUp(base, { program, logFile })
  const leave = () => ended(program)
  const close = async (): Promise<void> => {
    await leave()
    if (!beside) rmSync(dataFolder, { recursive: true, force: true })
  }
  const folder = describeFolder(dataFolder, accountFor(rootOf(dataFolder)))
  return { base, apiKey, pid, dataFolder, database: folder, leave, close }
}

/** PostgreSQL may run as another user, which needs access. */
function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  chmodSync(folder, 0o711)
  return folder
}

async function whenUp(base: string, { program, logFile }: { program: ChildProcess; logFile: string }): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (program.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(`${base}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await pause(50)
  }
  program.kill('SIGKILL')
  throw new Error(`the shop did not start:\n${readFileSync(logFile, 'utf8')}`)
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const isGone = new Promise(resolve => program.once('exit', resolve))
  program.kill('SIGTERM')
  const patience = setTimeout(() => program.kill('SIGKILL'), 20_000)
  await isGone
  clearTimeout(patience)
}
