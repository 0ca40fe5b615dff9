import { isIP } from 'node:net'

/** Longer than this no text is worth a line of the log; what follows is left out. */
const LONGEST_TEXT = 2_000

/**
 * A text of unknown origin as the log may hold it: no e-mail or network addresses, no query strings, and of ids and hashes
 * that open an order or a ticket their first characters only.
 */
export function textInLog(text: string): string {
  return withoutAddresses(text.slice(0, LONGEST_TEXT)).replace(SECRET, '$1…')
}

/**
 * The text without e-mail addresses, network addresses, and query strings. Linear in its length, and right for a line of
 * JSON too. The loopback address identifies no person and stays.
 */
export function withoutAddresses(text: string): string {
  return text
    .replace(QUERY_STRING, '$1')
    .replace(MAIL_ADDRESS, '[mail address]')
    .replace(PERHAPS_NETWORK_ADDRESS, found => (isSomebodysAddress(found) ? '[network address]' : found))
}

/** A reservation's or ticket's UUID, and the hash of a code. */
const SECRET = /\b([0-9a-f]{8})(?:-[0-9a-f-]{27}|[0-9a-f]{56})/gi

/** After a path or an address. */
const QUERY_STRING = /(\/[^\s"'?\\]{0,1000})\?[^\s"'\\]*/g

/** As typed, in an address of the web, and with letters of any language; longer parts are no e-mail address. */
const MAIL_ADDRESS = /[^\s"'<>()[\]{},;:@\\/=&?]{1,64}(?:@|%40)[^\s"'<>()[\]{},;:@\\/=&?]{1,255}/gi

const PERHAPS_NETWORK_ADDRESS = /(?<![\p{L}\p{N}_.:])[0-9a-f:]{0,39}[.:][0-9a-f:.]{1,45}(?![\p{L}\p{N}_])/giu

const LOOPBACK = /^(?:127\.|0\.0\.0\.0$|::1?$|::ffff:127\.)/i

/** Also with its port behind it, as the system writes it. */
function isSomebodysAddress(found: string): boolean {
  const withoutPort = found.replace(/[.:]$/, '').replace(/^([\d.]+):\d+$/, '$1')
  return isIP(withoutPort) !== 0 && !LOOPBACK.test(withoutPort)
}
