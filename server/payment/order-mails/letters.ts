import type { Say } from '#server/foundation/language/texts.ts'
import {
  type Fact,
  type MailContext,
  fact,
  factList,
  paragraph,
  whenAndWhere,
  whyNotified,
} from '#server/mail/letter/letter.ts'
import { type OrderSummary, type PassSummary, orderBlock, passBlocks } from '#server/order/order/letters.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type OrganiserNotification = MailContext & {
  readonly reservationId: string
  readonly buyer: { readonly name: string; readonly email: string }
  readonly order: OrderSummary
  readonly payment: 'free' | 'paid' | 'on-site' | 'bank-transfer'
}

/** To the organiser: an order was placed. */
export const composeOrganiserNotification = letter<OrganiserNotification>((facts, say) => {
  const { eventName, order, buyer } = facts
  return {
    subject: say('foyer.mail.notification.subject', eventName, order.shortId),
    title: say('foyer.mail.notification.title', buyer.name),
    blocks: [orderBlock(order, say), factList(...orderFacts(facts, say), ...whenAndWhere(facts, say))],
    why: whyNotified(facts, say),
    isForOrganiser: true,
  }
})

function orderFacts({ buyer, payment, reservationId }: OrganiserNotification, say: Say): readonly Fact[] {
  return [
    fact(say('foyer.mail.notification.buyer'), buyer.name, buyer.email),
    fact(say('foyer.mail.notification.payment'), say(`foyer.mail.notification.payment.${payment}`)),
    fact(say('foyer.mail.notification.reservation'), reservationId),
  ]
}

export type PassEnded = MailContext & {
  readonly owner: { readonly firstName: string }
  readonly buyer: { readonly name: string }
}

/** To the owner of a pass that another person has bought: the pass was cancelled and is no longer valid. */
export const composePassEnded = letter<PassEnded>(({ eventName, owner, buyer }, say) => ({
  subject: say('foyer.mail.pass-ended.subject', eventName),
  title: say('foyer.mail.pass-ended.title', owner.firstName),
  blocks: [
    paragraph(say('foyer.mail.pass-ended.text', eventName, buyer.name)),
    paragraph(say('foyer.mail.pass-ended.tickets')),
  ],
  why: say('foyer.mail.pass.why'),
}))

export type PassForOwner = MailContext & {
  readonly owner: { readonly firstName: string }
  readonly buyer: { readonly name: string }
  readonly pass: PassSummary
}

/** To the person a pass was bought for: the pass is theirs, and this link or code uses it. */
export const composePassForOwner = letter<PassForOwner>((facts, say) => ({
  subject: say('foyer.mail.pass.subject', facts.eventName),
  title: say('foyer.mail.pass.title', facts.owner.firstName),
  blocks: [
    paragraph(say('foyer.mail.pass.from', facts.buyer.name, facts.eventName)),
    ...passBlocks(facts.pass, facts, say),
  ],
  why: say('foyer.mail.pass.why'),
}))
