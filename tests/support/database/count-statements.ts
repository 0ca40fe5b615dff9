import pg from 'pg'

/** Counts every statement that is sent to PostgreSQL from now on, `begin` and `commit` included; returns how many so far. */
export function countStatements(): () => number {
  let sent = 0
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function counting(this: pg.Client, ...args: unknown[]) {
    sent += 1
    return Reflect.apply(query, this, args)
  } as typeof query
  return () => sent
}

/** A connection that the pool opens meanwhile begins with it. */
const CONNECTION_BEGINS = 'set datestyle'

/**
 * What this process sends to PostgreSQL while `work` runs, `begin` and `commit` included, in its order; not what a new
 * connection begins with.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent: string[] = []
  const query = pg.Client.prototype.query
  const recording = function (this: pg.Client, ...args: unknown[]) {
    const text = textOf(args[0])
    if (!text.startsWith(CONNECTION_BEGINS)) sent.push(text)
    return Reflect.apply(query, this, args)
  }
  Object.assign(pg.Client.prototype, { query: recording })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  return sent
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const isNamed = typeof statement === 'object' && statement !== null && 'text' in statement
  return isNamed ? String(statement.text).replace(/\s+/g, ' ').trim() : String(statement)
}

export type SentStatement = {
  /** Of a prepared statement. */
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
  /** Until its answer is there, in milliseconds. */
  readonly took: number
}

/** The same for benches: with the values of each statement, and how long it took. */
export async function watchStatements(work: () => Promise<unknown>): Promise<readonly SentStatement[]> {
  const sent: SentStatement[] = []
  const query = pg.Client.prototype.query
  const watching = function (this: pg.Client, ...args: unknown[]) {
    const began = performance.now()
    const answer: unknown = Reflect.apply(query, this, args)
    const { text = '', values = [], name } = args[0] as Partial<pg.QueryConfig>
    if (answer instanceof Promise && !text.startsWith(CONNECTION_BEGINS)) {
      const note = () => sent.push({ name, text, values, took: performance.now() - began })
      answer.then(note, note)
    }
    return answer
  }
  Object.assign(pg.Client.prototype, { query: watching })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  return sent
}
