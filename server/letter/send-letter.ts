import { displayName } from '#domain/catalog/event.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Tx } from '#server/database/database.ts'
import { textsOf } from '#server/language/overrides.ts'
import type { Texts } from '#server/language/texts.ts'
import type { Services } from '#server/services.ts'
import type { AttachmentDescription } from './attachment.ts'
import type { ComposedMail } from './letter.ts'
import { type QueuedMail, queueMail } from './queue.ts'

export type Envelope = {
  readonly recipient: string
  readonly sale: EventForSale
  /** The order it is about; left out: none. */
  readonly reservation?: { readonly id: ReservationId }
  readonly attachments?: readonly AttachmentDescription[]
  /** As of QueuedMail. */
  readonly outlivesEvent?: boolean
}

/** Composes with the texts of the event, which its organiser may have worded anew. */
export type Compose = (texts: Texts) => ComposedMail

/**
 * Composes a letter and queues it in the caller's transaction, from the event to the recipient (lifecycle D). It goes out
 * once the transaction has committed; a letter to nobody is dropped.
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
  const { recipient, sale, reservation, attachments = [], outlivesEvent } = envelope
  return {
    ...compose(textsOf(sale, texts)),
    ...senderOf(sale),
    reservationId: reservation?.id ?? null,
    recipient,
    attachments,
    ...(outlivesEvent !== undefined && { outlivesEvent }),
  }
}

/** Who a mail of the event comes from, where replies go, and whether it has a drawn part. */
function senderOf({ event, settings }: Pick<EventForSale, 'event' | 'settings'>) {
  const ofOrganizer = settings.flag('MAIL_SET_ORG_REPLY_TO') ? event.organization.email : null
  return {
    purchaseContextId: event.id,
    senderName: displayName(event),
    replyTo: settings.text('MAIL_REPLY_TO') ?? ofOrganizer,
    isTextOnly: !settings.flag('ENABLE_HTML_EMAILS'),
  }
}
