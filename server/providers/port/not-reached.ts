/** The request has not left this machine, because no connection was made: nothing of it was carried out. */
export class NotReached extends Error {}

/** Of the machine's words for a connection that was not made, those that appear in `code`. */
const CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** A certificate that is not believed, and a server that speaks no TLS: both are found out before a request is sent. */
const OF_TLS = /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|ERR_SSL_WRONG_VERSION)/
/** A connection that ends while TLS begins has no code of its own. */
const WHILE_TLS_BEGINS = /disconnected before secure TLS/

/** Does an error of `fetch` say that no connection was made? A connection that ended later may have carried the request. */
export function isNotReached(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && (CODES.has(code) || OF_TLS.test(code))) return true
  if (WHILE_TLS_BEGINS.test(error.message)) return true
  // One for each address that was tried.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isNotReached)
  return isNotReached(error.cause)
}
