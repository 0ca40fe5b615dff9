import type { Texts } from '#server/foundation/language/texts.ts'
import { type Say, sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, type Fact, fact } from '#server/mail/letter/letter.ts'
import { footer, isAboutPass, type MailContext, whenAndWhere } from '#server/mail/letter/mail-context.ts'
import { orderBlock, type OrderSummary } from '#server/order/order/letters.ts'

export type OrganiserNotification = MailContext & {
  readonly reservationId: string
  readonly buyer: { readonly name: string; readonly email: string }
  readonly order: OrderSummary
  readonly payment: 'free' | 'paid' | 'on-site' | 'bank-transfer'
}

/** To the organiser: an order was placed. */
export function composeOrganiserNotification(facts: OrganiserNotification, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, order, buyer } = facts
  return composed({
    language: facts.language,
    subject: say('foyer.mail.notification.subject', eventName, order.shortId),
    eyebrow: eventName,
    title: say('foyer.mail.notification.title', buyer.name),
    blocks: [
      orderBlock(order, say),
      { kind: 'facts', facts: [...orderFacts(facts, say), ...whenAndWhere(facts, say)] },
    ],
    footer: footer(
      facts,
      say(isAboutPass(facts) ? 'foyer.mail.pass.notification.why' : 'foyer.mail.notification.why'),
      say,
    ).slice(1),
  })
}

function orderFacts({ buyer, payment, reservationId }: OrganiserNotification, say: Say): readonly Fact[] {
  return [
    fact(say('foyer.mail.notification.buyer'), buyer.name, buyer.email),
    fact(say('foyer.mail.notification.payment'), say(`foyer.mail.notification.payment.${payment}`)),
    fact(say('foyer.mail.notification.reservation'), reservationId),
  ]
}
