import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import { passPin } from '#domain/order/pass/use-pass.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { AttachmentDescription } from '#server/mail/letter/message.ts'
import type { QueuedMail } from '#server/mail/letter/queue.ts'
import { passUseUrl } from '#server/mail/letter/page-urls.ts'
import { writeLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import type { PassSummary, ReservationConfirmation } from '#server/order/order/letters.ts'
import { goodPass } from '#server/order/order/good-pass.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { composePassForOwner } from './letters.ts'

/** Is the pass for the address that has bought it? */
export function isOwnPass({ reservation }: Order, { owner }: BoughtPass): boolean {
  return owner === null || owner.email.toLowerCase() === reservation.contact.email.toLowerCase()
}

/** What the mail to the buyer says of the pass: only to its owner what uses it (lifecycle D). */
export function passOfBuyer(shop: Shop, order: Order, language: string): ReservationConfirmation['pass'] {
  const pass = goodPass(order)
  if (!pass) return null
  return isOwnPass(order, pass)
    ? summaryOf(shop, pass, language)
    : { sentTo: fullName(pass.owner ?? order.reservation.contact) }
}

/** The document of the pass, for the mail to the buyer: only where the pass is theirs, because it shows the codes. */
export function documentsOfOwnPass(order: Order): readonly AttachmentDescription[] {
  const pass = goodPass(order)
  return pass && isOwnPass(order, pass) ? [documentOf(pass)] : []
}

const documentOf = ({ publicId }: BoughtPass): AttachmentDescription => ({ kind: 'pass-pdf', passId: publicId })

/** To the owner of a pass: it is theirs. Written in the language of the order. */
export function letterToOwner(
  shop: Shop,
  order: Order,
  pass: BoughtPass,
  language: string = order.reservation.language,
): QueuedMail {
  const { offer, reservation } = order
  const owner = pass.owner ?? reservation.contact
  const facts = {
    ...mailContext(order, language),
    owner,
    buyer: { name: fullName(reservation.contact) },
    pass: summaryOf(shop, pass, language),
  }
  const envelope = { offer, reservation, recipient: owner.email, attachments: [documentOf(pass)] }
  return writeLetter(shop, envelope, texts => composePassForOwner(facts, texts))
}

function summaryOf(shop: Shop, { id, valid, maxEntries, areCodesShown }: BoughtPass, language: string): PassSummary {
  return {
    codes: areCodesShown ? { pin: passPin(id), id } : null,
    valid,
    maxEntries,
    url: passUseUrl(shop, { id, language }),
  }
}
