import type { Config } from '#server/foundation/config/config.ts'
import { briefMemory } from '#server/foundation/memory/brief-memory.ts'
import type { Services } from '#server/foundation/services.ts'
import type { SettingKey } from '#server/foundation/setting/registry.ts'
import { type Settings, systemSettings } from '#server/foundation/setting/settings.ts'
import { type SMTPOptions, isThisMachine } from './transport.ts'

/** The mail server that the settings of the shop name, and the sender. */
export type MailServer = { readonly options: SMTPOptions; readonly from: string }

/** The settings that name it. SMTP_URL and MAIL_FROM of the environment come first: with them these are of no use. */
export const MAIL_SERVER_KEYS = [
  'MAIL_SERVER_HOST',
  'MAIL_SERVER_PORT',
  'MAIL_SERVER_SECURITY',
  'MAIL_SERVER_USER',
  'MAIL_SERVER_PASSWORD',
  'MAIL_SENDER',
] as const satisfies readonly SettingKey[]

/**
 * The server by the settings of the shop; null where they name none. A password goes to another machine under TLS only,
 * whatever else is stated. Throws an UnreadableSecret where the password can't be opened.
 * @param otherwiseFrom Sends where the settings name no sender.
 */
export function mailServerOf(settings: Settings, otherwiseFrom: string): MailServer | null {
  const host = settings.text('MAIL_SERVER_HOST')
  if (host === null) return null
  const user = settings.text('MAIL_SERVER_USER')
  const pass = settings.text('MAIL_SERVER_PASSWORD')
  const security = settings.text('MAIL_SERVER_SECURITY') ?? 'starttls'
  const isSecret = pass !== null && !isThisMachine(host)
  return {
    from: settings.text('MAIL_SENDER') ?? otherwiseFrom,
    options: {
      host,
      port: settings.number('MAIL_SERVER_PORT'),
      secure: security === 'tls',
      requireTLS: security === 'starttls' || isSecret,
      ...(user !== null && { auth: { user, pass: pass ?? '' } }),
    },
  }
}

/** What the environment says of them, as text; a password never. Empty where it names no mail server. */
export function mailServerOfEnvironment({
  smtpUrl,
  mailFrom,
}: Pick<Config, 'smtpUrl' | 'mailFrom'>): ReadonlyMap<SettingKey, string | null> {
  if (smtpUrl === undefined) return new Map()
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isTls = protocol === 'smtps:'
  const stated = {
    MAIL_SERVER_HOST: hostname,
    MAIL_SERVER_PORT: port || (isTls ? '465' : '587'),
    MAIL_SERVER_SECURITY: isTls ? 'tls' : 'starttls',
    MAIL_SERVER_USER: username === '' ? null : decodeURIComponent(username),
    MAIL_SERVER_PASSWORD: password === '' ? null : 'set',
    MAIL_SENDER: mailFrom,
  } satisfies Record<(typeof MAIL_SERVER_KEYS)[number], string | null>
  return new Map(MAIL_SERVER_KEYS.map(key => [key, stated[key]]))
}

/** The mail server of the shop's settings for each mail that leaves; at most a second old. */
export function statedMailServer({ db, config }: Pick<Services, 'db' | 'config'>): () => Promise<MailServer | null> {
  const memory = briefMemory<'server', MailServer | null>({
    milliseconds: 1000,
    capacity: 1,
    load: async () => mailServerOf(await systemSettings(db), config.mailFrom),
  })
  return () => memory.get('server')
}
