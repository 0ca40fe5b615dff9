import type { Pool } from 'pg'

/**
 * Returns once a statement of this database waits for a lock, or so many do: a test knows by this that its request has
 * come as far as it can. Asks PostgreSQL again and again, so that no time has to be guessed; throws when the request ends
 * without waiting.
 */
export async function untilWaiting(pool: Pool, request: Promise<unknown>, atLeast = 1): Promise<void> {
  let hasEnded = false
  const end = (): void => {
    hasEnded = true
  }
  request.then(end, end)
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if ((rows[0]?.waiting ?? 0) >= atLeast) return
    if (hasEnded) throw new Error('the request ended and had to wait for no other')
  }
}
