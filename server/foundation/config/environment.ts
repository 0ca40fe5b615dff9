import { join } from 'node:path'
import { PROVIDER_ADDRESSES } from '#server/providers/registry/modules.ts'

/** How one environment variable is documented; what its text means is decided in config.ts. */
type Variable = { readonly fallback: string; readonly meaning: string }

/** Every variable Foyer knows. docs/operating/configuration.md is made from this table. */
export const VARIABLES = {
  PORT: { fallback: '8080', meaning: 'The port to listen on.' },
  HOST: {
    fallback: '127.0.0.1, in production 0.0.0.0',
    meaning: 'The address to listen on. 127.0.0.1 is reached from this machine only.',
  },
  FOYER_MODE: {
    fallback: 'development, for this machine alone',
    meaning:
      '`development` or `production`. Production hides the development pages and wants an https base URL. Must be said ' +
      'when HOST or FOYER_BASE_URL lets others in, or SMTP_URL is set.',
  },
  FOYER_BASE_URL: {
    fallback: 'http://localhost:PORT',
    meaning: 'The address buyers use, without a path: in mails, tickets and links. `https://` in production.',
  },
  FOYER_DATA: {
    fallback: '`./data`, as root `/var/lib/foyer`',
    meaning: 'The data folder: the embedded database and its programs, and mail that was captured.',
  },
  DATABASE_URL: {
    fallback: 'the embedded PostgreSQL',
    meaning: 'Use this PostgreSQL (15 or newer) instead, such as `postgresql://foyer:secret@db.example.org/foyer`.',
  },
  DATABASE_POOL_URL: {
    fallback: 'none',
    meaning:
      'A pooler of transactions (PgBouncer) before the PostgreSQL of DATABASE_URL: the shop sends its statements through it, ' +
      'and keeps one connection of its own to DATABASE_URL.',
  },
  FOYER_SAMPLE: {
    fallback: 'yes, in production no',
    meaning: '`yes` loads the sample events into an empty shop.',
  },
  FOYER_API_KEY: {
    fallback: 'generated, printed once',
    meaning: 'The system API key, at least 20 characters. Sent as `Authorization: ApiKey <key>`.',
  },
  FOYER_SECRET_KEY: {
    fallback: 'generated, kept in `secret.key` of the data folder',
    meaning:
      'The key by which settings that are secrets are sealed in the database: 32 bytes in Base64, such as `openssl rand -base64 32` prints. With DATABASE_URL and several machines it must be the same on all of them. Keep a copy apart from the backups: without it they can not be opened.',
  },
  FOYER_SECRET_KEY_OLD: {
    fallback: 'none',
    meaning:
      'Keys, separated by commas, that still open what they have sealed; each start seals it anew by the current key.',
  },
  SMTP_URL: {
    fallback: 'mail is captured',
    meaning:
      'The mail server, such as `smtps://user:password@mail.example.org`; a password goes to another machine under TLS only. Without it mail is kept in the data folder.',
  },
  MAIL_FROM: {
    fallback: 'foyer@localhost',
    meaning: 'The address mail is sent from. Needed with SMTP_URL.',
  },
  TRUST_PROXY: {
    fallback: 'no',
    meaning:
      'Whose `X-Forwarded-For` is believed besides this machine: the number of proxies a request passes in front of the shop, or their addresses and networks separated by commas, such as `10.0.0.0/8, 192.0.2.7`. So is the `X-Request-Id` they give. Without it an address that a visitor makes up is not believed.',
  },
  FOYER_PRIVATE_WEBHOOKS: {
    fallback: 'yes, in production no',
    meaning:
      '`yes` lets organisers have webhooks sent to this machine and to private networks, and by `http://`: for development, and where every organiser of the shop may reach what is in its network.',
  },
  TURNSTILE_API_BASE: {
    fallback: 'https://challenges.cloudflare.com',
    meaning: 'Where Turnstile is asked about robot checks, and its script is fetched from.',
  },
  RECAPTCHA_API_BASE: {
    fallback: 'https://www.google.com',
    meaning: 'Where reCAPTCHA is asked about robot checks, and its script is fetched from.',
  },
  ...PROVIDER_ADDRESSES,
  VIES_API_BASE: {
    fallback: 'https://ec.europa.eu',
    meaning: 'Where the European Commission is asked about VAT numbers.',
  },
  GOOGLE_WALLET_API_BASE: {
    fallback: 'https://walletobjects.googleapis.com',
    meaning: 'Where tickets are stored for Google Wallet.',
  },
  GOOGLE_TOKEN_API_BASE: {
    fallback: 'https://oauth2.googleapis.com',
    meaning: 'Where Google gives access to it.',
  },
  APNS_API_BASE: {
    fallback: 'https://api.push.apple.com',
    meaning: 'Where Apple is told which devices have an outdated ticket.',
  },
  FOYER_METRICS_TOKEN: {
    fallback: 'none: from this machine only',
    meaning:
      'Who sends it as `Authorization: Bearer <token>` may read `/metrics` from elsewhere. At least 20 characters.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: 'none: nothing is traced',
    meaning:
      'Where a collector takes traces by OTLP over HTTP, such as `http://localhost:4318`; they go to `/v1/traces` below it.',
  },
  OTEL_SERVICE_NAME: {
    fallback: 'foyer',
    meaning: 'What the shop is called among the traces.',
  },
  FOYER_STOP_SECONDS: {
    fallback: '8',
    meaning:
      'How long a stop may take at most: who is connected is still answered, and jobs come to an end. Less than whoever stops it waits before it kills (Docker: 10 seconds).',
  },
  FOYER_LOG: {
    fallback: 'info',
    meaning: 'How much is logged: `debug`, `info`, `warn`, `error` or `silent`.',
  },
} as const satisfies Readonly<Record<string, Variable>>

export type VariableName = keyof typeof VARIABLES

/** The raw texts, trimmed; a variable that is empty counts as not set. */
export type Environment = Readonly<Partial<Record<VariableName, string>>> & { readonly defaultDataFolder: string }

export function readEnvironment(variables: NodeJS.ProcessEnv, userId = process.getuid?.()): Environment {
  const texts = Object.keys(VARIABLES).flatMap(name => {
    const text = variables[name]?.trim() ?? ''
    return text === '' ? [] : [[name, text]]
  })
  const defaultDataFolder = userId === 0 ? '/var/lib/foyer' : join(import.meta.dirname, '../../data')
  return { ...Object.fromEntries(texts), defaultDataFolder }
}
