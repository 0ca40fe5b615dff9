import { createTransport } from 'nodemailer'
import type { Member } from '#domain/access/principal/principal.ts'
import { type Outcome, accepted, acceptedUnless } from '#domain/foundation/outcome.ts'
import { memberById } from '#server/access/member/members.ts'
import type { Shop } from '#server/catalog/context.ts'
import { isSettingKey } from '#server/foundation/setting/registry.ts'
import { type Settings, environmentSettings, settingsOf } from '#server/foundation/setting/settings.ts'
import { shopNameOf } from '#server/foundation/setting/shop-name.ts'
import { type StatedSetting, statedAround } from '#server/foundation/setting/stated-settings.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { paragraph } from '#server/mail/letter/letter.ts'
import { type MailServer, mailServerOf } from '#server/mail/letter/mail-server.ts'
import { message } from '#server/mail/letter/message.ts'
import { smtpOptions } from '#server/mail/letter/transport.ts'
import { type SettingChanges, cleanedChanges, problemsOfChanges, settingsAt } from './change-settings.ts'

export type TestMail = {
  readonly isAccepted: boolean
  readonly recipient: string
  /** Null where mail is kept in the data folder. */
  readonly server: string | null
  /** In the words of the mail server. */
  readonly answer: string
}

/** A person waits for it. */
const PATIENCE = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 12_000, dnsTimeout: 5_000 }
const LONGEST_ANSWER = 500

const SHOP = { kind: 'shop' } as const

/**
 * Mails the member by the mail server of the settings, or by one that is given and not saved, and answers what the server
 * said. A password that is stored goes to no server that is given here (`problemsOfChanges`).
 */
export async function sendTestMail(
  shop: Pick<Shop, 'db' | 'clock' | 'config' | 'texts'>,
  by: Member,
  given: SettingChanges,
): Promise<Outcome<TestMail>> {
  const { db, config } = shop
  const changes = cleanedChanges(given)
  const before = await settingsAt(db, shop, SHOP)
  const decision = acceptedUnless(problemsOfChanges(shop, { scope: SHOP, by, changes }, before), undefined)
  if (!decision.ok) return decision
  const settings = settingsOf(withChanges(await statedAround(db, { level: 'system' }), changes), environmentSettings)
  const member = await memberById(db, by.memberId)
  if (!member) throw new Error(`member ${by.memberId} is signed in and does not exist`)
  const server = serverOf(config, settings)
  const recipient = member.email
  if (server === null) return accepted({ isAccepted: true, recipient, server, answer: '' })
  return accepted({ recipient, server: nameOf(server), ...(await send(shop, server, { settings, member })) })
}

function withChanges(stored: readonly StatedSetting[], changes: SettingChanges): StatedSetting[] {
  const kept = stored.filter(({ key }) => changes[key] === undefined)
  const given = Object.entries(changes).flatMap(([key, value]) =>
    value === null || !isSettingKey(key) ? [] : [{ key, level: 'system' as const, ownerId: null, value }],
  )
  return [...kept, ...given]
}

function serverOf({ smtpUrl, mailFrom }: Shop['config'], settings: Settings): MailServer | null {
  if (smtpUrl !== undefined) return { options: smtpOptions(smtpUrl), from: mailFrom }
  return mailServerOf(settings, mailFrom)
}

const nameOf = ({ options }: MailServer): string =>
  'url' in options ? new URL(options.url).host : `${options.host}:${options.port}`

type Recipient = { readonly settings: Settings; readonly member: { readonly email: string; readonly language: string } }

async function send(
  { clock, texts, config }: Pick<Shop, 'clock' | 'texts' | 'config'>,
  { options, from }: MailServer,
  { settings, member }: Recipient,
): Promise<Pick<TestMail, 'isAccepted' | 'answer'>> {
  const say = sayIn(texts, member.language)
  const shopName = shopNameOf(settings)
  const now = clock.now()
  const letter = composed({
    language: member.language,
    subject: say('foyer.mail.test.subject', shopName),
    eyebrow: shopName,
    title: say('foyer.mail.test.title'),
    blocks: [paragraph(say('foyer.mail.test.text', config.baseUrl))],
    footer: [say('foyer.mail.test.why')],
  })
  const mail = {
    id: `test-${now}`,
    requestedAt: now,
    sentAt: now,
    senderName: shopName,
    replyTo: null,
    unsubscribeUrl: null,
    recipient: member.email,
    attachments: [],
    ...letter,
  }
  const transport = createTransport({ ...options, ...PATIENCE })
  try {
    const { response } = await transport.sendMail(message(mail, from))
    return { isAccepted: true, answer: clipped(String(response)) }
  } catch (error) {
    return { isAccepted: false, answer: clipped(error instanceof Error ? error.message : String(error)) }
  } finally {
    transport.close()
  }
}

/** A server may say whatever it likes. */
const clipped = (answer: string): string => answer.replaceAll(/\p{C}+/gu, ' ').slice(0, LONGEST_ANSWER)
