import pg, { type ClientConfig } from 'pg'
import type { Db } from 'pg-boss'
import { CONNECTION_TIMEOUT_MS, STATEMENT_TIMEOUT_MS, TIMEOUTS } from '#server/database/timeouts.ts'
import { asTryAgain } from '#server/database/try-again.ts'
import type { Outage } from './outage.ts'

/** The queue asks little and often. */
const CONNECTIONS = 2

/**
 * Connections of the queue's own: those of buyers never wait for it, nor it for theirs, and values are read as pg-boss
 * expects them.
 */
export function openQueueConnections(connection: ClientConfig, told: Outage): Db & { end(): Promise<void> } {
  const pool = new pg.Pool({
    ...TIMEOUTS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    ...connection,
    application_name: 'foyer-queue',
    max: CONNECTIONS,
    query_timeout: STATEMENT_TIMEOUT_MS + 5_000,
  })
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  let ended: Promise<void> | undefined
  return {
    executeSql: async (text, values) => {
      try {
        const answer = await pool.query(text, values)
        told.isOver()
        return answer
      } catch (error) {
        throw asTryAgain(error, 'committing')
      }
    },
    end: () => (ended ??= pool.end()),
  }
}
