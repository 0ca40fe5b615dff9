import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/foundation/database/connect.ts'
import { startDebianPostgresql } from '../../../tools/debian-postgresql.ts'
import { PATIENCE } from './rush-faults.ts'

/** The PostgreSQL under a rush, and what can be done to it. */
export type RushDatabase = {
  /** As DATABASE_URL of the shop: empty is the embedded one, whatever the other tests run on. */
  readonly url: string
  /** Our own way in, past the shop. */
  readonly opened: OpenDatabase
  /** As an administrator does: sessions are ended, and PostgreSQL stops cleanly and comes back. */
  restart(): Promise<void>
  /** The same in two steps; nothing listens in between. The embedded one has a keeper that restarts it at once. */
  readonly takeAway: (() => void) | undefined
  readonly bringBack: (() => void) | undefined
  /** Suspends all its processes: connections stay open, new ones are taken, and none is answered. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** The embedded one of this data folder. */
export async function embeddedUnderRush(dataFolder: string): Promise<RushDatabase> {
  const opened = await openDatabase({ databaseUrl: undefined, dataFolder, maxConnections: 2 })
  const postmaster = (): number =>
    Number(readFileSync(join(dataFolder, 'postgresql/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  const restart = async (): Promise<void> => {
    const before = postmaster()
    process.kill(before, 'SIGINT')
    await vi.waitFor(() => {
      if (postmaster() === before) throw new Error('PostgreSQL has not ended yet')
    }, PATIENCE)
  }
  return {
    url: '',
    opened,
    restart,
    takeAway: undefined,
    bringBack: undefined,
    ...stillness(postmaster),
    close: opened.close,
  }
}

/** A server that listens on TCP and that only an administrator starts. */
export async function serverUnderRush(dataFolder: string): Promise<RushDatabase> {
  const server = await startDebianPostgresql()
  if (server === undefined) throw new Error('there is no PostgreSQL of the distribution (apt-get install postgresql)')
  const opened = await openDatabase({ databaseUrl: server.url, dataFolder, maxConnections: 2 })
  const restart = async (): Promise<void> => {
    server.halt()
    server.start()
  }
  const close = async (): Promise<void> => {
    await opened.close()
    server.stop()
  }
  const { url, halt: takeAway, start: bringBack } = server
  return { url, opened, restart, takeAway, bringBack, ...stillness(() => server.pid), close }
}

function stillness(postmaster: () => number): Pick<RushDatabase, 'freeze' | 'thaw'> {
  const signalAll = (signal: NodeJS.Signals): void => {
    const parent = postmaster()
    // The parent first, which would make others meanwhile.
    process.kill(parent, signal)
    for (const child of childrenOf(parent)) signalIfThere(child, signal)
  }
  return { freeze: () => signalAll('SIGSTOP'), thaw: () => signalAll('SIGCONT') }
}

/** A child that was about to end is gone as soon as its parent moves again. */
export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The numbers of the processes that this one has started. */
export function childrenOf(parent: number): readonly number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).trim().split('\n')
  return lines
    .map(line => line.trim().split(/\s+/).map(Number))
    .flatMap(([of, pid]) => (of === parent && pid !== undefined ? [pid] : []))
}
