import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { askServer } from './ask-server.ts'
import type { Folder } from './folder.ts'
import { type Identity, identify, readPid } from './process.ts'

/** A PostgreSQL that runs without a keeper. One that hangs or can't be reached must end before it serves again. */
export type LeftServer = { readonly pid: number; readonly mustEnd: boolean }

/**
 * Finds the PostgreSQL of this cluster that was left without a keeper. Whether it is there is decided at its socket,
 * because the number in its lock file may have been given to another process or belong to another container.
 *
 * A lock file that was left behind is PostgreSQL's own business, but for one case: a number that now belongs to a
 * process of the same user, of which it can't know that it is no PostgreSQL.
 */
export async function leftServer(folder: Folder, connection: ClientConfig): Promise<LeftServer | undefined> {
  const pid = readPid(lockFileOf(folder))
  if (pid === undefined) return undefined
  const heard = await askServer(connection)
  if (heard !== 'silent') return { pid, mustEnd: heard === 'stops' }
  const identity = identifyPostgres(folder, pid)
  if (identity === 'this') return { pid, mustEnd: true }
  if (identity === 'another') rmSync(lockFileOf(folder), { force: true })
  return undefined
}

/** Ends a PostgreSQL at once that has been stopping for too long; its keeper starts it again, and it recovers. */
export function endHanging(folder: Folder): void {
  const pid = readPid(lockFileOf(folder))
  if (pid !== undefined && identifyPostgres(folder, pid) === 'this') process.kill(pid, 'SIGQUIT')
}

function identifyPostgres({ cluster, account }: Folder, pid: number): Identity {
  return identify(pid, { words: `-D ${cluster} `, program: 'postgres', folder: cluster }, account)
}

function lockFileOf({ cluster }: Folder): string {
  return join(cluster, 'postmaster.pid')
}
