import type { ClientConfig } from 'pg'

/** No visitor waits for a longer statement; jobs and commands that need longer say so. */
export const STATEMENT_TIMEOUT_MS = 30_000

/** For a lock that another transaction holds. Holding seats waits less long (reservation/hold-seats.ts). */
const LOCK_TIMEOUT_MS = 5_000

/** A process that hangs inside a transaction must not hold its locks for ever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000

/** What every connection asks PostgreSQL for, unless DATABASE_URL says otherwise. */
export const TIMEOUTS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
} as const satisfies ClientConfig

/** Lifts them for a connection or, with `local`, for a transaction: for work that takes as long as it takes. */
export const lifted = (scope: 'session' | 'local'): string =>
  `set ${scope} statement_timeout = 0; set ${scope} lock_timeout = 0`

/** A connection that PostgreSQL can't give within this time is not waited for any longer; nor is one of the pool. */
export const CONNECTION_TIMEOUT_MS = 5_000
