/** PostgreSQL's codes for broken connections, for an operator who ends them, and for too many of them. */
const LOST = /^(08...|57P0.|53300)$/

/** What Node says of a socket that is gone, or that nobody listens at. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])

/** What the driver says, without a code, of a connection that broke under it. */
const BROKEN = /connection terminated|connection error|timeout exceeded when trying to connect/i

/** Has the database been lost, rather than something been wrong with what was asked of it? For work that is SQL only. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === undefined) return BROKEN.test(error.message)
  return LOST.test(code) || UNREACHABLE.has(code)
}
