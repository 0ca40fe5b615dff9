import pg from 'pg'

/** Counts every statement that is sent to PostgreSQL from now on, `begin` and `commit` included; answers how many so far. */
export function countStatements(): () => number {
  let sent = 0
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function counting(this: pg.Client, ...args: unknown[]) {
    sent += 1
    return Reflect.apply(query, this, args)
  } as typeof query
  return () => sent
}
