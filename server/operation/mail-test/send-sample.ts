import type { Scope } from '#domain/access/principal/principal.ts'
import { type SampleMail, isAboutPass } from '#domain/mail/sample-mail/sample-mail.ts'
import { readOffer } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { loadOrganizationTexts, loadSystemTexts } from '#server/foundation/language/overrides.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { organizationSettings, systemSettings } from '#server/foundation/setting/settings.ts'
import type { MailContext } from '#server/mail/letter/letter.ts'
import type { AttachmentDescription } from '#server/mail/letter/message.ts'
import { type Compose, sendLetter, sendShopLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { type MailPreview, MAIL_PREVIEWS } from '../development/mail-previews.ts'

type Sample = {
  /** Whose words and look it has. */
  readonly scope: Scope
  readonly member: { readonly email: string; readonly language: string }
  readonly mail: SampleMail
  readonly language: string
}

type Sent = { readonly recipient: string; readonly hasMailServer: boolean }

/**
 * Mails a member one mail of the shop as its readers get it, composed by the same code about an order that does not exist: in the
 * words and the look of a place as they are stored now, and of an event with its name, time, place and organiser.
 */
export async function sendSample(shop: Shop, sample: Sample): Promise<Sent> {
  const { db, config, jobs } = shop
  const { member, scope } = sample
  const send = scope.kind === 'event' ? await ofEvent(shop, sample, scope.eventId) : await ofShop(shop, sample, scope)
  await transaction(db, send)
  await jobs.wake('deliver-mail')
  const settings = await systemSettings(db)
  const hasMailServer = config.smtpUrl !== undefined || settings.text('MAIL_SERVER_HOST') !== null
  return { recipient: member.email, hasMailServer }
}

async function ofEvent(shop: Shop, sample: Sample, eventId: number): Promise<(tx: Tx) => Promise<void>> {
  const { member, mail, language } = sample
  // What was saved a moment ago is in no memory yet.
  const offer = await readOffer(shop.db, eventId)
  if (!offer) throw new Error(`there is no event ${eventId}`)
  const { language: _language, ...occasion } = mailContext({ offer }, language)
  const isOnline = offer.context.kind === 'event' && offer.context.format === 'ONLINE'
  const compose = composed(shop, sample, {
    preview: previewOf(mail === 'ticket' && isOnline ? 'Ticket online' : PREVIEWS[mail]),
    own: isAboutPass(mail) ? { organizer: occasion.organizer } : occasion,
  })
  const attachments = isOnline && mail === 'ticket' ? [] : codesOf(mail)
  const envelope = { recipient: member.email, offer, attachments, outlivesEvent: true }
  return tx => sendLetter(tx, shop, envelope, compose)
}

async function ofShop(
  shop: Shop,
  sample: Sample,
  scope: Exclude<Scope, { kind: 'event' }>,
): Promise<(tx: Tx) => Promise<void>> {
  const { db, clock } = shop
  const { member, mail } = sample
  const isOfShop = scope.kind === 'shop'
  const words = await (isOfShop ? loadSystemTexts(db) : loadOrganizationTexts(db, scope))
  const settings = await (isOfShop ? systemSettings(db) : organizationSettings(db, scope))
  const own = isOfShop ? {} : { organizer: await organizerOf(shop, scope) }
  const compose = composed(shop, sample, { preview: previewOf(PREVIEWS[mail]), own })
  const envelope = { recipient: member.email, settings, attachments: codesOf(mail) }
  return tx => sendShopLetter(tx, { texts: shop.texts.overridden(words), clock }, envelope, compose)
}

const organizerOf = ({ db }: Shop, { organizationId }: { readonly organizationId: number }) =>
  db.kysely
    .selectFrom('organization')
    .select(['name', 'email'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()

type Shown = { readonly preview: MailPreview; readonly own: Partial<MailContext> }

/** Marked as a test in its subject, and as an example in both of its parts. */
function composed({ texts: shopTexts }: Shop, { member, language }: Sample, { preview, own }: Shown): Compose {
  return texts => {
    const example = shopTexts.text(language, 'foyer.mail.example')
    const mail = preview.compose(language, { ...texts, example }, own)
    const subject = sayIn(shopTexts, member.language)('foyer.desk.message.test.subject', mail.subject)
    return { ...mail, subject }
  }
}

/** The pictures that the mail shows in its text. */
function codesOf(mail: SampleMail): readonly AttachmentDescription[] {
  if (mail === 'ticket') return [{ kind: 'sample-code', of: 'ticket' }]
  return mail === 'transfer-instructions' || mail === 'transfer-reminder'
    ? [{ kind: 'sample-code', of: 'transfer' }]
    : []
}

/** By the names of their previews. */
const PREVIEWS = {
  'order-confirmed': 'Order confirmed',
  ticket: 'Ticket',
  'transfer-instructions': 'Bank transfer awaited',
  'transfer-reminder': 'Bank transfer reminder',
  'transfer-expired': 'Bank transfer expired',
  'names-reminder': 'Tickets without names',
  'answers-reminder': 'Questions left open',
  'payment-failed': 'Payment failed',
  'order-cancelled': 'Order cancelled',
  refunded: 'Money back',
  'event-cancelled': 'Event cancelled',
  'sale-begins': 'Sale begins',
  'waiting-list': 'Waiting list joined',
  'seat-offered': 'Seat offered',
  pass: 'Pass for its owner',
  'pass-end': 'Pass that ends soon',
} as const satisfies Record<SampleMail, string>

function previewOf(name: string): MailPreview {
  const preview = MAIL_PREVIEWS.find(one => one.name === name)
  if (!preview) throw new Error(`no preview of the mail "${name}"`)
  return preview
}
