import { setTimeout as pause } from 'node:timers/promises'

/**
 * `away`: the connection to PostgreSQL was lost or can't be made. `busy`: PostgreSQL is there, and what we wanted of it
 * was not to be had in time: a lock, a connection, an answer. `full`: it has no room on its disk, or no memory, or its disk
 * fails.
 */
type Reason = 'away' | 'busy' | 'full'

/** How far a piece of work had come; a statement on its own commits by itself. */
export type Stage = 'connecting' | 'working' | 'committing'

/**
 * The database can't do it now and may in a moment. Neither the caller's mistake nor a bug: a request is answered 503
 * with Retry-After, a job runs again on its interval.
 */
export class TryAgain extends Error {
  override readonly name = 'TryAgain'
  readonly reason: Reason
  readonly stage: Stage
  /** The SQLSTATE, or what the system said, where there is one. */
  readonly code: string

  constructor(cause: Error, { reason, stage }: { readonly reason: Reason; readonly stage: Stage }) {
    super(`the database is ${reason}: ${cause.message}`, { cause })
    this.reason = reason
    this.stage = stage
    this.code = codeOf(cause)
  }

  /** May what was asked for have been done all the same? */
  get isOutcomeUnknown(): boolean {
    return this.reason === 'away' && this.stage === 'committing' && !isOfReadOnly(this)
  }
}

/** What PostgreSQL or its client said, as a TryAgain where it is one; anything else as it is. */
export function asTryAgain(error: unknown, stage: Stage): unknown {
  if (error instanceof TryAgain || !(error instanceof Error)) return error
  // Whatever keeps us from connecting is nothing a request has done, be it a password that has changed.
  const reason = reasonOf(error) ?? (stage === 'connecting' ? 'away' : undefined)
  return reason ? new TryAgain(error, { reason, stage }) : error
}

/** Is this connection of no use any more? */
export function isAway(error: unknown): error is TryAgain {
  return error instanceof TryAgain && error.reason === 'away'
}

/** Has a server refused to write that another one has taken over from? */
export function isOfReadOnly(error: unknown): boolean {
  return error instanceof TryAgain && error.code === READ_ONLY
}

/** read_only_sql_transaction */
const READ_ONLY = '25006'

function reasonOf(error: Error): Reason | undefined {
  const code = codeOf(error)
  if (AWAY.has(code) || /^08...$/.test(code) || ENDED.test(error.message)) return 'away'
  if (FULL.has(code)) return 'full'
  if (BUSY.has(code) || error.message === NO_FREE_CONNECTION) return 'busy'
  return undefined
}

const AWAY: ReadonlySet<string> = new Set([
  // admin_shutdown, crash_shutdown, cannot_connect_now, idle_in_transaction_session_timeout
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  // We are still connected to a server that another one has taken over from.
  READ_ONLY,
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** How the client reports a connection that has ended or was closed for its silence; these errors have no code. */
const ENDED =
  /^Connection terminated|^Query read timeout$|^timeout expired$|is not queryable$|^Cannot use a pool after calling end/

const BUSY: ReadonlySet<string> = new Set([
  // lock_not_available, query_canceled (statement_timeout), deadlock_detected, serialization_failure
  '55P03',
  '57014',
  '40P01',
  '40001',
  // too_many_connections
  '53300',
])

/** The operator has to make room on the disk; nothing of what was asked for was kept. */
const FULL: ReadonlySet<string> = new Set([
  // insufficient_resources, disk_full, out_of_memory, io_error
  '53000',
  '53100',
  '53200',
  '58030',
])

/** All connections of the pool were in use for as long as a caller waits. */
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect'

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

const PATIENCE_MS = 30_000
const PAUSE_MS = 200

/**
 * Does a step of a start again for as long as the database is away, at most half a minute: a process that starts while
 * the database does must not need a second start. The step may be done any number of times.
 */
export async function whileAway<Result>(step: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!isAway(error) || performance.now() > deadline) throw error
    }
    await pause(PAUSE_MS)
  }
}

/** The database can't be used, for a reason that the person who runs Foyer can mend: the message is one sentence for them. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}
