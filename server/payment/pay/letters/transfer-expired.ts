import type { Texts } from '#server/foundation/language/texts.ts'
import { sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import type { ComposedMail } from '#server/mail/letter/letter.ts'
import { footer, isAboutPass, type MailContext, paragraph } from '#server/mail/letter/mail-context.ts'

export type TransferExpired = MailContext & {
  readonly buyer: { readonly firstName: string }
  readonly shortId: string
  /** A credit note is attached, for there was an invoice. */
  readonly isCredited: boolean
  /** The page of the event. */
  readonly url: string
}

/** To the contact: the transfer has not arrived in time, and the tickets are on sale again. */
export function composeTransferExpired(facts: TransferExpired, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, buyer, shortId, isCredited, url } = facts
  const isPass = isAboutPass(facts)
  return composed({
    language: facts.language,
    subject: say('reservation-email-expired-subject', shortId, eventName),
    eyebrow: eventName,
    title: say(isPass ? 'foyer.mail.pass.expired.title' : 'foyer.mail.expired.title', buyer.firstName),
    blocks: [
      paragraph(say('reservation.expired', eventName, shortId)),
      ...(isCredited ? [paragraph(say('foyer.mail.expired.credited'))] : []),
      { kind: 'action', label: say(isPass ? 'foyer.mail.pass.open' : 'foyer.mail.expired.event'), url },
    ],
    footer: footer(facts, say('foyer.mail.order.why'), say),
  })
}
