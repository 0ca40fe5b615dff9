import { type DestinationStream, type Logger, pino } from 'pino'
import { isIP } from 'node:net'

/**
 * The log of the process, by default on standard output. Whatever is written to it, also by libraries, passes here: errors
 * are written by `errorInLog`, requests by what they asked, and no line holds an e-mail or network address.
 */
export function openLog({ level, to }: { readonly level: string; readonly to?: DestinationStream }): Logger {
  const options = {
    level,
    serializers: { err: errorInLog, error: errorInLog, req: requestInLog },
    hooks: { streamWrite: withoutAddresses },
  }
  return pino(options, to ?? standardOutput)
}

/**
 * Standard output, with the lines of one turn of the event loop in one piece: writing takes as long as all else about a
 * line. A process that ends by itself writes all of them; one that is killed loses those of its last milliseconds.
 */
const standardOutput: DestinationStream = {
  write: line => {
    output ??= openOutput()
    if (lines === '') setImmediate(flush)
    lines += line
  },
}

let lines = ''
let output: DestinationStream | undefined

function openOutput(): DestinationStream {
  process.on('exit', flush)
  return pino.destination({ dest: 1, sync: true })
}

function flush(): void {
  const written = lines
  lines = ''
  if (written !== '') output?.write(written)
}

const requestInLog = ({ method }: { readonly method?: string }) => ({ method })

export type ErrorInLog = {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly cause?: ErrorInLog
  readonly [fact: string]: unknown
}

/**
 * An error as the log states it: what failed and where, never for whom. Errors carry what they were about: PostgreSQL
 * the values of the row, the mail client the recipients and the server's sentence about them, a parser the text it
 * stumbled over. So only the facts named here are taken over, and messages are cleaned.
 */
export function errorInLog(error: unknown): ErrorInLog {
  return logged(error, 0)
}

/** Causes of causes end somewhere, even where an error is its own. */
const DEEPEST_CAUSE = 5

function logged(error: unknown, depth: number): ErrorInLog {
  if (!(error instanceof Error)) return { type: typeof error, message: textInLog(shortly(error)), stack: '' }
  const message = messageOf(error)
  return {
    type: error.constructor.name || error.name,
    message,
    ...factsOf(error),
    stack: `${error.name}: ${message}\n${framesOf(error)}`,
    ...(error.cause !== undefined && depth < DEEPEST_CAUSE && { cause: logged(error.cause, depth + 1) }),
  }
}

/** Of an object that is no error the names of its members: the values may be personal data. */
function shortly(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  return Array.isArray(thrown) ? `a list of ${thrown.length}` : `an object with ${Object.keys(thrown).join(', ')}`
}

/** What programs say about themselves. */
const FACTS = [
  'code',
  'errno',
  'syscall',
  'statusCode',
  'command',
  'responseCode',
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
] as const

function factsOf(error: Error): Record<string, string | number> {
  const facts: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(error)) {
    if (!FACTS.some(fact => fact === name)) continue
    if (typeof value === 'number') facts[name] = value
    if (typeof value === 'string') facts[name] = textInLog(value)
  }
  return facts
}

/** The sentence of a mail server may hold anything, so only its numbers are logged. */
function messageOf(error: Error): string {
  if ('responseCode' in error && typeof error.responseCode === 'number') {
    const [enhanced = ''] = / [245]\.\d{1,3}\.\d{1,3}\b/.exec(error.message) ?? []
    return `the mail server answered ${error.responseCode}${enhanced}`
  }
  return textInLog(quotesValues(error) ? withoutQuoted(error.message) : error.message)
}

/** PostgreSQL quotes values in its class 22, data exceptions; in others names of tables and constraints. */
function quotesValues(error: Error): boolean {
  if (error instanceof SyntaxError || error instanceof URIError) return true
  return 'severity' in error && 'code' in error && String(error.code).startsWith('22')
}

/** From the first quotation mark to the last: what is quoted may hold some itself. */
const withoutQuoted = (message: string): string => message.replace(/["'].*["']/s, '"…"')

/** The places alone; the text before them repeats the message. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter(line => /^\s+at .*(?::\d+|\))$|^\s+at \S+$/.test(line))
    .join('\n')
}

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
    .replace(PERHAPS_NETWORK_ADDRESS, found => (isVisitorsAddress(found) ? '[network address]' : found))
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
function isVisitorsAddress(found: string): boolean {
  const withoutPort = found.replace(/[.:]$/, '').replace(/^([\d.]+):\d+$/, '$1')
  return isIP(withoutPort) !== 0 && !LOOPBACK.test(withoutPort)
}
