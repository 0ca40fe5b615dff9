import { letter } from '#server/mail/letter/compose.ts'
import { type MailContext, action, factList, paragraph, whenAndWhere } from '#server/mail/letter/letter.ts'

export type SaleBegins = MailContext & {
  /** The page of the event. */
  readonly url: string
}

/** To an address that was left on the page of an event before its sale. */
export const composeSaleBegins = letter<SaleBegins>((facts, say) => ({
  subject: say('foyer.mail.sale-begins.subject', facts.eventName),
  title: say('foyer.mail.sale-begins.title'),
  blocks: [
    paragraph(say('foyer.mail.sale-begins.text', facts.eventName)),
    action(say('foyer.mail.sale-begins.action'), facts.url),
    factList(...whenAndWhere(facts, say)),
  ],
  why: say('foyer.mail.sale-begins.why'),
}))
