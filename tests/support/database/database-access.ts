import type { Pool } from 'pg'
import { inject } from 'vitest'
import { runOnServer } from './postgresql.ts'

/** Takes a test's own database away and restores it, while the server and all other databases go on. */
export async function databaseAccess(pool: Pool): Promise<{ close(): Promise<void>; open(): Promise<void> }> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const name = rows[0]?.name ?? ''
  const { connection } = inject('postgresql')
  return {
    close: async () => {
      await runOnServer(connection, `alter database ${name} allow_connections false`)
      await runOnServer(
        connection,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
      )
    },
    open: () => runOnServer(connection, `alter database ${name} allow_connections true`),
  }
}
