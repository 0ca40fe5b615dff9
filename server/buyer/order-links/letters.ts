import { sayIn } from '#server/foundation/language/texts.ts'
import { type MailTexts, composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, paragraph } from '#server/mail/letter/letter.ts'

export type FoundLink = {
  readonly eventName: string
  /** When it takes place, a line or two; empty for a pass. */
  readonly when: readonly string[]
  readonly shortId: string
  readonly url: string
}

export type OrderLinks = {
  readonly language: string
  readonly orders: readonly FoundLink[]
  readonly shopUrl: string
}

/** The links of all orders of an address, to that address, because a visitor has asked for them. */
export function composeOrderLinks({ language, orders, shopUrl }: OrderLinks, texts: MailTexts): ComposedMail {
  const say = sayIn(texts, language)
  const links = orders.map(({ eventName, when, shortId, url }) => ({
    title: eventName,
    lines: [...when, say('foyer.mail.order.heading', shortId)],
    url,
  }))
  return composed({
    language,
    subject: say('foyer.mail.order-links.subject'),
    eyebrow: '',
    title: say('foyer.mail.order-links.title'),
    blocks: [paragraph(say('foyer.mail.order-links.text')), { kind: 'links', links }],
    footer: [say('foyer.mail.order-links.why', new URL(shopUrl).host), say('foyer.mail.order-links.not-you')],
    look: texts.look,
  })
}
