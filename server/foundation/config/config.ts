import { resolve } from 'node:path'
import { printableLine } from '#server/foundation/base/text.ts'
import type { Environment, VariableName } from './environment.ts'
import { type AddressesInUse, PROVIDER_ADDRESSES } from '#server/providers/registry/modules.ts'
import { isIP } from 'node:net'

type Mode = 'development' | 'production'
type LogLevel = (typeof LOG_LEVELS)[number]

/** Two addresses: what the browser loads, and who says whether its answer is good. */
type RobotCheckService = { readonly script: string; readonly verify: string }

/** What the person who runs Foyer decided, decoded once. What organisers decide is in server/foundation/setting. */
export type Config = {
  readonly mode: Mode
  readonly port: number
  readonly host: string
  /** An origin, without a slash at the end. */
  readonly baseUrl: string
  readonly dataFolder: string
  readonly databaseUrl: string | undefined
  /** A pooler of transactions before it. */
  readonly databasePoolUrl: string | undefined
  readonly loadsSample: boolean
  readonly apiKey: string | undefined
  /** Seals the secrets among the settings; without one the data folder has a key. */
  readonly secretKey: Buffer | undefined
  /** These still open what they have sealed. */
  readonly oldSecretKeys: readonly Buffer[]
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly trustProxy: TrustedProxies
  /** The services that distinguish people from robots; used only where an operator has set them up. */
  readonly robotChecks: { readonly turnstile: RobotCheckService; readonly recaptcha: RobotCheckService }
  /** Where the providers of payments are. */
  readonly providers: AddressesInUse
  /** Who says whether a VAT number of the European Union is good. */
  readonly vatRegister: string
  /** Origins of those who keep tickets; used only where an operator or organiser has set them up. */
  readonly wallets: { readonly google: string; readonly googleToken: string; readonly applePush: string }
  /** May webhooks of organisers go to this machine and private networks, and unencrypted? */
  readonly sendsWebhooksPrivately: boolean
  /** Opens `/metrics` from elsewhere. */
  readonly metricsToken: string | undefined
  /** The collector of traces, without a slash at the end, and what the shop is called there; undefined: nothing is traced. */
  readonly traces: { readonly endpoint: string; readonly service: string } | undefined
  /** How long a stop may take before what hangs is left behind. */
  readonly stopSeconds: number
  readonly logLevel: LogLevel
  /** One sentence each, for a banner: it works, but surely not as meant. */
  readonly warnings: readonly string[]
}

/** Names every variable that can't be used, so that one start shows all of them. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
const MODES = ['development', 'production'] as const

/** Never repeated. */
const SECRETS: ReadonlySet<VariableName> = new Set(['FOYER_API_KEY', 'FOYER_SECRET_KEY', 'FOYER_SECRET_KEY_OLD'])

/** Turns the raw texts into a frozen Config, or throws a ConfigurationError with all problems. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = []
  const report = (name: VariableName, sentence: string): void => {
    const text = environment[name]
    const isSecret = SECRETS.has(name) || text?.includes('@')
    problems.push(`${name} ${sentence}${text === undefined || isSecret ? '' : `; it is "${printableLine(text)}"`}.`)
  }
  const mode = oneOf(environment, 'FOYER_MODE', MODES, 'development', report)
  const isProduction = mode === 'production'
  const port = readPort(environment, report)
  const decoded = {
    mode,
    port,
    host: environment.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    baseUrl: readBaseUrl(environment, port, report),
    dataFolder: resolve(environment.FOYER_DATA ?? environment.defaultDataFolder),
    databaseUrl: readDatabaseUrl(environment, 'DATABASE_URL', report),
    databasePoolUrl: readPoolUrl(environment, report),
    loadsSample: oneOf(environment, 'FOYER_SAMPLE', ['yes', 'no'], isProduction ? 'no' : 'yes', report) === 'yes',
    apiKey: readApiKey(environment, report),
    secretKey: readKeys(environment, 'FOYER_SECRET_KEY', report)[0],
    oldSecretKeys: readKeys(environment, 'FOYER_SECRET_KEY_OLD', report),
    smtpUrl: readUrl(environment, 'SMTP_URL', ['smtp:', 'smtps:'], report),
    mailFrom: readMailFrom(environment, report),
    trustProxy: readTrustProxy(environment, report),
    robotChecks: readRobotChecks(environment, report),
    providers: readProviders(environment, report),
    vatRegister: `${readBase(environment, 'VIES_API_BASE', 'https://ec.europa.eu', report)}${VIES_PATH}`,
    wallets: {
      google: readBase(environment, 'GOOGLE_WALLET_API_BASE', 'https://walletobjects.googleapis.com', report),
      googleToken: readBase(environment, 'GOOGLE_TOKEN_API_BASE', 'https://oauth2.googleapis.com', report),
      applePush: readBase(environment, 'APNS_API_BASE', 'https://api.push.apple.com', report),
    },
    sendsWebhooksPrivately:
      oneOf(environment, 'FOYER_PRIVATE_WEBHOOKS', ['yes', 'no'], isProduction ? 'no' : 'yes', report) === 'yes',
    metricsToken: readMetricsToken(environment, report),
    traces: readTraces(environment, report),
    stopSeconds: readStopSeconds(environment, report),
    logLevel: oneOf(environment, 'FOYER_LOG', LOG_LEVELS, 'info', report),
  }
  problems.push(...modeLeftUnsaid(environment, decoded))
  if (problems.length > 0) throw new ConfigurationError(problems)
  return Object.freeze({ ...decoded, warnings: Object.freeze(warningsFor(decoded, environment)) })
}

/**
 * A shop that others can reach, or that writes to them, is surely not meant for development: then the mode must be said,
 * because development shows its mail and its clock to every visitor.
 */
function modeLeftUnsaid(
  { FOYER_MODE: mode }: Environment,
  { host, baseUrl, smtpUrl }: Pick<Config, 'host' | 'baseUrl' | 'smtpUrl'>,
): string[] {
  if (mode !== undefined) return []
  const isHttps = baseUrl.startsWith('https:')
  const isElsewhere = baseUrl !== '' && !isHttps && !isLoopback(new URL(baseUrl).hostname)
  const signs = [
    ...(isLoopback(host) ? [] : ['HOST lets other machines in']),
    ...(isHttps ? ['FOYER_BASE_URL is https'] : []),
    ...(isElsewhere ? ['FOYER_BASE_URL leads to another machine'] : []),
    ...(smtpUrl === undefined ? [] : ['SMTP_URL sends mail']),
  ]
  if (signs.length === 0) return []
  return [
    `FOYER_MODE must be said, because ${new Intl.ListFormat('en').format(signs)}: write FOYER_MODE=production for a shop ` +
      'that sells, or FOYER_MODE=development for one that shows its mail and its clock to everybody who can reach it.',
  ]
}

function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

type Report = (name: VariableName, sentence: string) => void

function oneOf<Choice extends string>(
  environment: Environment,
  name: VariableName,
  choices: readonly Choice[],
  fallback: Choice,
  report: Report,
): Choice {
  const text = environment[name]
  const found = choices.find(choice => choice === text)
  if (text !== undefined && found === undefined) report(name, `must be ${orList(choices)}`)
  return found ?? fallback
}

function readPort({ PORT: text = '8080' }: Environment, report: Report): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  report('PORT', 'must be a number from 0 to 65535')
  return 0
}

function readStopSeconds({ FOYER_STOP_SECONDS: text = '8' }: Environment, report: Report): number {
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (seconds < 1) report('FOYER_STOP_SECONDS', 'must be a number of seconds from 1 to 999')
  return seconds
}

function readBaseUrl({ FOYER_BASE_URL: text }: Environment, port: number, report: Report): string {
  if (text === undefined) return `http://localhost:${port}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && text.replace(/\/$/, '') === url.origin
  if (isOrigin) return url.origin
  report('FOYER_BASE_URL', 'must be an address like https://tickets.example.org, without a path')
  return ''
}

function readUrl(
  environment: Environment,
  name: VariableName,
  protocols: readonly string[],
  report: Report,
): string | undefined {
  const text = environment[name]
  if (text === undefined) return undefined
  const isUsable = URL.canParse(text) && protocols.includes(new URL(text).protocol)
  if (!isUsable) report(name, `must begin with ${orList(protocols.map(protocol => `${protocol}//`))}`)
  return text
}

/** The client of PostgreSQL knows one host; a proxy in front of several servers finds the one that writes. */
function readDatabaseUrl(environment: Environment, name: VariableName, report: Report): string | undefined {
  const [, hosts = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(environment[name] ?? '') ?? []
  if (!hosts.includes(',')) return readUrl(environment, name, ['postgres:', 'postgresql:'], report)
  report(name, 'must name one host, an address that leads to the server that writes')
  return undefined
}

function readPoolUrl(environment: Environment, report: Report): string | undefined {
  const url = readDatabaseUrl(environment, 'DATABASE_POOL_URL', report)
  if (url !== undefined && environment.DATABASE_URL === undefined)
    report('DATABASE_POOL_URL', 'needs DATABASE_URL, the address of PostgreSQL behind the pooler')
  return url
}

function readMetricsToken({ FOYER_METRICS_TOKEN: token }: Environment, report: Report): string | undefined {
  if (token !== undefined && token.length < 20) report('FOYER_METRICS_TOKEN', 'must have at least 20 characters')
  return token
}

function readTraces(environment: Environment, report: Report): Config['traces'] {
  const endpoint = readUrl(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'], report)
  if (endpoint === undefined) return undefined
  return { endpoint: endpoint.replace(/\/$/, ''), service: environment.OTEL_SERVICE_NAME ?? 'foyer' }
}

function readApiKey({ FOYER_API_KEY: key }: Environment, report: Report): string | undefined {
  if (key !== undefined && key.length < 20) report('FOYER_API_KEY', 'must have at least 20 characters')
  return key
}

/** One key, or with `_OLD` several that are separated by commas. */
function readKeys(
  environment: Environment,
  name: 'FOYER_SECRET_KEY' | 'FOYER_SECRET_KEY_OLD',
  report: Report,
): readonly Buffer[] {
  const texts = environment[name]?.split(',').filter(text => text.trim() !== '') ?? []
  const keys = texts.flatMap(text => readSecretKey(text) ?? [])
  const isWhole = keys.length === texts.length && (name === 'FOYER_SECRET_KEY_OLD' || keys.length <= 1)
  if (!isWhole) report(name, 'must be 32 bytes in Base64, such as `openssl rand -base64 32` prints')
  return keys
}

function readMailFrom({ MAIL_FROM: address, SMTP_URL: server }: Environment, report: Report): string {
  if (address === undefined && server !== undefined) report('MAIL_FROM', 'must be set when SMTP_URL is')
  if (address !== undefined && !/^[^\s@<>]+@[^\s@<>]+$/.test(address)) report('MAIL_FROM', 'must be a mail address')
  return address ?? 'foyer@localhost'
}

function readTrustProxy({ TRUST_PROXY: text = 'no' }: Environment, report: Report): TrustedProxies {
  const proxies = readTrustedProxies(text)
  if (proxies === undefined) {
    report('TRUST_PROXY', 'must be the number of proxies in front of the shop, or their networks such as 10.0.0.0/8')
  }
  return proxies ?? []
}

function readRobotChecks(environment: Environment, report: Report): Config['robotChecks'] {
  const baseOf = (name: VariableName, usual: string): string => readBase(environment, name, usual, report)
  const turnstile = `${baseOf('TURNSTILE_API_BASE', 'https://challenges.cloudflare.com')}/turnstile/v0`
  const recaptcha = `${baseOf('RECAPTCHA_API_BASE', 'https://www.google.com')}/recaptcha`
  return {
    turnstile: { script: `${turnstile}/api.js`, verify: `${turnstile}/siteverify` },
    recaptcha: { script: `${recaptcha}/api.js`, verify: `${recaptcha}/api/siteverify` },
  }
}

function readProviders(environment: Environment, report: Report): AddressesInUse {
  const read = (name: keyof AddressesInUse): string | null => {
    const address = PROVIDER_ADDRESSES[name]
    if ('isDecidedByProvider' in address && environment[name] === undefined) return null
    return readBase(environment, name, address.fallback, report)
  }
  const names = Object.keys(PROVIDER_ADDRESSES) as (keyof AddressesInUse)[]
  return Object.fromEntries(names.map(name => [name, read(name)])) as AddressesInUse
}

const VIES_PATH = '/taxation_customs/vies/rest-api/check-vat-number'

/** Where a service is, without a slash at the end. */
function readBase(environment: Environment, name: VariableName, usual: string, report: Report): string {
  return (readUrl(environment, name, ['https:', 'http:'], report) ?? usual).replace(/\/$/, '')
}

function warningsFor(
  { mode, baseUrl, smtpUrl, databaseUrl, secretKey }: Omit<Config, 'warnings'>,
  { TRUST_PROXY }: Environment,
): string[] {
  if (mode === 'development') return []
  const isLocal = /\/\/(localhost|127\.|\[::1\])/.test(baseUrl)
  const warnings = []
  if (isLocal)
    warnings.push(`Links in mails and tickets lead to ${baseUrl}, which buyers can't reach: set FOYER_BASE_URL.`)
  else if (!baseUrl.startsWith('https:')) warnings.push(`${baseUrl} is not https: buyers' data would travel readable.`)
  if (smtpUrl === undefined)
    warnings.push(
      'No mail leaves this shop, it is kept in the data folder, unless the desk names a mail server: set SMTP_URL.',
    )
  if (databaseUrl !== undefined && secretKey === undefined)
    warnings.push("The key of the shop's secrets is in the data folder of this machine only: set FOYER_SECRET_KEY.")
  if (TRUST_PROXY === 'yes')
    warnings.push('TRUST_PROXY=yes means one proxy: say how many there are, or their networks.')
  return warnings
}

function orList(choices: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(choices)
}

/** AES-256 takes no other length. */
export const KEY_BYTES = 32

/** A key of 32 bytes, written in Base64 of either alphabet; undefined for any other text. */
export function readSecretKey(text: string): Buffer | undefined {
  const written = text.trim()
  if (!/^[\w+/-]{43}=?$/.test(written)) return undefined
  const key = Buffer.from(written, 'base64')
  return key.length === KEY_BYTES ? key : undefined
}

/**
 * Whose X-Forwarded-For is believed besides this machine: that of so many proxies in front of the shop, or of those in
 * these networks. A caller who comes through fewer proxies than are counted could write any address.
 */
export type TrustedProxies = number | readonly string[]

const MAX_PROXIES = 10

/** Undefined for a text that names neither. "yes" is one proxy. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'no' || text === '0') return []
  if (text === 'yes') return 1
  if (/^\d{1,2}$/.test(text)) return Number(text) <= MAX_PROXIES ? Number(text) : undefined
  const networks = text.split(',').map(network => network.trim())
  return networks.every(isNetwork) ? networks : undefined
}

const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(text: string): boolean {
  if (NAMED.has(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  // At least 1 bit: a network of all addresses is refused, a number of proxies serves instead.
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
