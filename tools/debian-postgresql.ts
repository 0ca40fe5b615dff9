import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { installFromDebian } from './install-from-debian.ts'
import { memoryFolder } from './memory-folder.ts'

/** A throwaway PostgreSQL of the distribution's: the second database the tests run on. */
export type DebianPostgresql = {
  readonly url: string
  readonly version: number
  readonly port: number
  /** Its postmaster, the parent of all its other processes; another one after each start. */
  readonly pid: number
  /** Ends all sessions and stops cleanly; `start` brings it back on the same port, with all it held. */
  halt(): void
  start(): void
  /** Ends it for good, with all it held. */
  stop(): void
  /** The same of one that was killed. */
  remove(): void
  /** Another one beside it that follows it by streaming replication. */
  follow(): Promise<DebianStandby>
}

/** A server that only reads, until it is promoted. */
export type DebianStandby = { readonly port: number; promote(): void; stop(): void }

/** The oldest PostgreSQL that the shop works with. */
const OLDEST = 15

/** Who runs it when we are root, which PostgreSQL refuses to be: "nobody", who owns nothing else. */
const UNPRIVILEGED_ID = 65_534

/** The distribution's PostgreSQL, started in a folder that goes when it stops; installed when we may; undefined without one. */
export async function startDebianPostgresql(): Promise<DebianPostgresql | undefined> {
  const found = findPrograms() ?? installPostgresql()
  if (found === undefined) return undefined
  const { folder, data, port, run, ...server } = await aServer(found)
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  server.start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: found.version,
    port,
    get pid() {
      return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    },
    halt: () => run('pg_ctl', 'stop', '-D', data, '-m', 'fast', '-w'),
    start: server.start,
    stop: server.stop,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    follow: () => follow(found, port),
  }
}

/** Copies what the server on this port holds, and receives from then on whatever it writes. */
async function follow(found: Found, primaryPort: number): Promise<DebianStandby> {
  const { data, port, run, start, stop } = await aServer(found)
  run('pg_basebackup', '-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres', '-D', data, '-R', '-c', 'fast')
  start()
  return { port, promote: () => run('pg_ctl', 'promote', '-D', data, '-w'), stop }
}

/** A folder and a port for one, and what it is run by; nothing runs yet. */
async function aServer({ programs, version }: Found) {
  const folder = mkdtempSync(join(memoryFolder(), 'foyer-postgresql-'))
  const identity = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}
  if (identity.uid !== undefined) chownSync(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  const data = join(folder, 'data')
  const port = await freePort()
  const run = (program: string, ...args: string[]) => {
    const { status } = spawnSync(join(programs, program), args, { stdio: 'ignore', cwd: folder, ...identity })
    if (status !== 0) throw new Error(`${program} of PostgreSQL ${version} ended with ${status}`)
  }
  // Tests lose nothing in a power cut.
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -k ${folder} -c fsync=off -c full_page_writes=off -c max_connections=200`
  return {
    folder,
    data,
    port,
    run,
    start: () => run('pg_ctl', 'start', '-D', data, '-l', join(folder, 'log'), '-w', '-o', options),
    stop: () => {
      run('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-w')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Is it installed? */
export const hasDebianPostgresql = (): boolean => findPrograms() !== undefined

type Found = { readonly programs: string; readonly version: number }

function findPrograms(): Found | undefined {
  return globSync('/usr/lib/postgresql/*/bin')
    .map(programs => ({ programs, version: Number(/(\d+)\/bin$/.exec(programs)?.[1]) }))
    .filter(({ programs, version }) => version >= OLDEST && existsSync(join(programs, 'initdb')))
    .toSorted((a, b) => a.version - b.version)[0]
}

function installPostgresql(): Found | undefined {
  installFromDebian("the distribution's PostgreSQL", 'postgresql')
  return findPrograms()
}
