import type { Pool } from 'pg'

/**
 * Answers once so many statements of this database wait for a lock: a test knows by this that a request has come as far
 * as it can. Asks PostgreSQL again and again, so that no time has to be guessed.
 */
export async function untilWaiting(pool: Pool, statements: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if ((rows[0]?.waiting ?? 0) >= statements) return
  }
}
