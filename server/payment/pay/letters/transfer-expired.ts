import { type MailContext, action, isAboutPass, paragraph } from '#server/mail/letter/letter.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type TransferExpired = MailContext & {
  readonly buyer: { readonly firstName: string }
  readonly shortId: string
  /** A credit note is attached, for there was an invoice. */
  readonly isCredited: boolean
  /** The page of the event. */
  readonly url: string
}

/** To the contact: the transfer has not arrived in time, and the tickets are on sale again. */
export const composeTransferExpired = letter<TransferExpired>((facts, say) => {
  const { eventName, buyer, shortId, isCredited, url } = facts
  const isPass = isAboutPass(facts)
  return {
    subject: say('reservation-email-expired-subject', shortId, eventName),
    title: say(isPass ? 'foyer.mail.pass.expired.title' : 'foyer.mail.expired.title', buyer.firstName),
    blocks: [
      paragraph(say('reservation.expired', eventName, shortId)),
      ...(isCredited ? [paragraph(say('foyer.mail.expired.credited'))] : []),
      action(say(isPass ? 'foyer.mail.pass.open' : 'foyer.mail.expired.event'), url),
    ],
    why: say('foyer.mail.order.why'),
  }
})
