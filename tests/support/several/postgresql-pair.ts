import { expect, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/foundation/database/connect.ts'
import { startDebianPostgresql } from '../../../tools/debian-postgresql.ts'
import { childrenOf, signalIfThere } from '../rush/rush-database.ts'
import { PATIENCE } from '../rush/rush-faults.ts'
import { forwarder } from './forwarder.ts'

/** Two PostgreSQL behind one address: one writes, and nothing is committed before the other one has it. */
export type PostgresqlPair = {
  /** As DATABASE_URL of the shop. */
  readonly url: string
  /** Our own way in, by the same address. */
  readonly opened: OpenDatabase
  /** Kills the one that writes, and all its processes; the other one takes over. */
  failOver(): Promise<void>
  close(): Promise<void>
}

const IS_IN_SYNC = `select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`

export async function postgresqlPair(dataFolder: string): Promise<PostgresqlPair> {
  const primary = await startDebianPostgresql()
  if (primary === undefined) throw new Error('there is no PostgreSQL of the distribution (apt-get install postgresql)')
  const standby = await primary.follow()
  const address = await forwarder()
  address.lead(primary.port)
  const url = `postgres://postgres@127.0.0.1:${address.port}/postgres`
  const opened = await openDatabase({ databaseUrl: url, dataFolder, maxConnections: 2 })
  // After the copy was made: the server that takes over must not wait for another one.
  await opened.pool.query(`alter system set synchronous_standby_names = '*'`)
  await opened.pool.query('select pg_reload_conf()')
  await vi.waitFor(async () => expect((await opened.pool.query(IS_IN_SYNC)).rowCount).toBe(1), PATIENCE)
  let isKilled = false
  return {
    url,
    opened,
    async failOver() {
      const postmaster = primary.pid
      const all = [postmaster, ...childrenOf(postmaster)]
      isKilled = true
      for (const pid of all) signalIfThere(pid, 'SIGKILL')
      // Clients that connect meanwhile reach a server that only reads.
      address.lead(standby.port)
      standby.promote()
      await vi.waitFor(() => opened.pool.query('create temporary table is_writing ()'), PATIENCE)
    },
    async close() {
      await opened.close()
      await address.close()
      standby.stop()
      if (isKilled) primary.remove()
      else primary.stop()
    },
  }
}
