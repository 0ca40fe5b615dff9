import { shopNameOf } from '#server/foundation/setting/shop-name.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Offer } from '#server/catalog/catalog/catalog.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import type { Services } from '#server/foundation/services.ts'
import type { AttachmentDescription } from './message.ts'
import type { ComposedMail } from './letter.ts'
import type { MailTexts } from './compose.ts'
import { logoAttachments, mailLookOf } from './mail-look.ts'
import { type QueuedMail, queueMail } from './queue.ts'

export type Envelope = {
  readonly recipient: string
  readonly offer: Offer
  /** The order it is about; left out: none. */
  readonly reservation?: { readonly id: ReservationId }
  readonly attachments?: readonly AttachmentDescription[]
  /** As of QueuedMail. */
  readonly outlivesEvent?: boolean
  readonly unsubscribeUrl?: string
}

/** Composes with the texts of what it is about, which its organiser may have worded anew. */
export type Compose = (texts: Texts & MailTexts) => ComposedMail

const inLook = (texts: Texts, settings: Settings): Texts & MailTexts => ({ ...texts, look: mailLookOf(settings) })

/**
 * Composes a letter and queues it in the caller's transaction, from what is sold to the recipient (lifecycle D). It goes out
 * once the transaction has committed; a letter without a recipient is dropped.
 */
export async function sendLetter(
  tx: Tx,
  shop: Pick<Services, 'texts' | 'clock'>,
  envelope: Envelope,
  compose: Compose,
): Promise<void> {
  await queueMail(tx, writeLetter(shop, envelope, compose), shop.clock.now())
}

/** The same without queueing, for those who queue many at once. */
export function writeLetter({ texts }: Pick<Services, 'texts'>, envelope: Envelope, compose: Compose): QueuedMail {
  const { recipient, offer, reservation, attachments = [], outlivesEvent, unsubscribeUrl } = envelope
  return {
    ...compose(inLook(textsOf(offer, texts), offer.settings)),
    ...senderOf(offer),
    reservationId: reservation?.id ?? null,
    recipient,
    attachments: [...attachments, ...logoAttachments(offer.settings)],
    ...(outlivesEvent !== undefined && { outlivesEvent }),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  }
}

type ShopEnvelope = Pick<Envelope, 'recipient' | 'attachments'> & { readonly settings: Settings }

/**
 * Composes a letter that is about no event or pass, and queues it in the caller's transaction: from the shop itself, so that no organiser
 * finds it among the mails of an event.
 */
export async function sendShopLetter(
  tx: Tx,
  { texts, clock }: Pick<Services, 'texts' | 'clock'>,
  { recipient, settings, attachments = [] }: ShopEnvelope,
  compose: Compose,
): Promise<void> {
  const mail: QueuedMail = {
    ...compose(inLook(texts, settings)),
    purchaseContextId: null,
    reservationId: null,
    recipient,
    senderName: shopNameOf(settings),
    replyTo: settings.text('MAIL_REPLY_TO'),
    isTextOnly: !settings.flag('ENABLE_HTML_EMAILS'),
    attachments: [...attachments, ...logoAttachments(settings)],
  }
  await queueMail(tx, mail, clock.now())
}

/** Who the mail comes from, where replies go, and whether it has a drawn part. */
function senderOf(offer: Offer) {
  const { context, settings } = offer
  return {
    purchaseContextId: context.id,
    senderName: displayName(context),
    replyTo: replyToOf(offer),
    isTextOnly: !settings.flag('ENABLE_HTML_EMAILS'),
  }
}

/** Where answers to mails about an event or a pass go; null: to the address that they come from. */
export function replyToOf({ context, settings }: Offer): string | null {
  const ofOrganizer = settings.flag('MAIL_SET_ORG_REPLY_TO') ? context.organization.email : null
  return settings.text('MAIL_REPLY_TO') ?? ofOrganizer
}
