/** What Node and the mail client say of a server that can't be reached, does not answer, or does not know us. */
const AWAY = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EPROTOCOL',
  // The folder of captured mail.
  'ENOSPC',
  'EACCES',
  'EROFS',
])

/** "Service not available": the server says so of itself, not of the mail (RFC 5321, 4.2.3). */
const NOT_AVAILABLE = 421

/** Would the mail server have taken no mail at all just now? */
export function isServerAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('responseCode' in error && error.responseCode === NOT_AVAILABLE) return true
  return 'code' in error && typeof error.code === 'string' && AWAY.has(error.code)
}
