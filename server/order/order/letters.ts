import type { Instant } from '#domain/foundation/instant.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { momentText } from '#server/foundation/language/event-time.ts'
import { type Say, sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type Block, type ComposedMail, type Fact, fact, type OrderLine } from '#server/mail/letter/letter.ts'
import { type PassToTell, passBlocks } from './letters/pass-block.ts'
import { footer, isAboutPass, type MailContext, paragraph, whenAndWhere } from '#server/mail/letter/mail-context.ts'

/** What a buyer reads about an order; amounts are printed with their currency. */
export type OrderSummary = {
  readonly shortId: string
  readonly lines: readonly OrderLine[]
  /** Such as the VAT, in the order of the mail. */
  readonly taxes: readonly Fact[]
  /** Null when the order is free. */
  readonly total: string | null
}

/** How the order is paid, as far as the buyer still has to know. */
export type PaymentToTell =
  | { readonly kind: 'settled' }
  | { readonly kind: 'on-site'; readonly amount: string }
  /** The organiser will write how to pay. */
  | { readonly kind: 'deferred-transfer'; readonly amount: string }
  | ({ readonly kind: 'bank-transfer' } & TransferToTell)

export type TransferToTell = {
  readonly amount: string
  readonly account: string
  /** Name and address, a line each. */
  readonly owner: readonly string[]
  /** What the transfer must say, so that it is found. */
  readonly reason: string
  readonly deadline: Instant
}

export type ReservationConfirmation = MailContext & {
  readonly buyer: { readonly firstName: string }
  readonly order: OrderSummary
  readonly payment: PaymentToTell
  /** The page of the order. */
  readonly url: string
  readonly tickets: TicketsToTell
  /**
   * The buyer's own pass, once it is valid; or the other owner, who gets a mail of their own; null: none to show yet.
   */
  readonly pass: PassToTell | { readonly sentTo: string } | null
  /** Where the contract can be withdrawn from; left out where it can't. */
  readonly withdrawalUrl?: string | undefined
}

/** How the tickets reach their holders: each by a mail of its own, with this one, or not by themselves. */
export type TicketsToTell = 'mailed' | 'attached' | 'attached-and-mailed' | 'later'

/** To the contact: the order is confirmed, or waits for its bank transfer. */
export function composeReservationConfirmation(
  facts: ReservationConfirmation,
  texts: Pick<Texts, 'text'>,
): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, order, payment, buyer, url } = facts
  const isWaiting = payment.kind === 'bank-transfer' || payment.kind === 'deferred-transfer'
  return composed({
    language: facts.language,
    subject: say(isWaiting ? 'foyer.mail.transfer.subject' : 'foyer.mail.order.subject', eventName, order.shortId),
    eyebrow: eventName,
    title: say(isWaiting ? 'foyer.mail.transfer.title' : 'foyer.mail.order.title', buyer.firstName),
    blocks: [
      ...introduction(facts, say),
      ...ownPass(facts, say),
      orderBlock(order, say),
      { kind: 'action', label: say('foyer.mail.order.open'), url },
      { kind: 'facts', facts: whenAndWhere(facts, say) },
      ...withdrawal(facts, say),
    ],
    footer: footer(facts, say('foyer.mail.order.why'), say),
  })
}

function ownPass({ pass, span, language }: ReservationConfirmation, say: Say): readonly Block[] {
  return pass && 'codes' in pass ? passBlocks(pass, { timeZone: span.timeZone, language }, say) : []
}

function withdrawal({ withdrawalUrl: url }: ReservationConfirmation, say: Say): readonly Block[] {
  return url === undefined ? [] : [{ kind: 'action', label: say('foyer.withdrawal.link'), url }]
}

export function orderBlock({ shortId, lines, taxes, total }: OrderSummary, say: Say): Block {
  const sum = total === null ? null : fact(say('foyer.mail.total'), total)
  return { kind: 'order', title: say('foyer.mail.order.heading', shortId), lines, taxes, total: sum }
}

const TICKET_TEXTS = {
  mailed: ['foyer.mail.order.tickets-follow'],
  attached: ['foyer.mail.order.tickets-attached'],
  'attached-and-mailed': ['foyer.mail.order.tickets-attached', 'foyer.mail.order.others-follow'],
  later: [],
} as const satisfies Record<TicketsToTell, readonly string[]>

function introduction(facts: ReservationConfirmation, say: Say): readonly Block[] {
  const { payment, tickets: way, span, language } = facts
  const tickets = TICKET_TEXTS[way].map(key => paragraph(say(key)))
  switch (payment.kind) {
    case 'settled':
      return [paragraph(confirmedText(facts, say)), ...tickets]
    case 'on-site':
      return [
        paragraph(say('foyer.mail.order.confirmed')),
        { kind: 'notice', title: say('foyer.mail.on-site'), facts: [fact(say('foyer.mail.amount'), payment.amount)] },
        ...tickets,
      ]
    case 'deferred-transfer':
      return [
        paragraph(say('foyer.mail.deferred.intro')),
        {
          kind: 'notice',
          title: say('foyer.mail.transfer.heading'),
          facts: [fact(say('foyer.mail.amount'), payment.amount)],
        },
      ]
    case 'bank-transfer': {
      const deadline = momentText(payment.deadline, { timeZone: span.timeZone, language })
      const intro = isAboutPass(facts) ? 'foyer.mail.pass.transfer.intro' : 'foyer.mail.transfer.intro'
      return [paragraph(say(intro, deadline)), transferNotice(payment, deadline, say)]
    }
    default:
      return payment satisfies never
  }
}

function confirmedText({ pass, eventName }: ReservationConfirmation, say: Say): string {
  if (pass === null) return say('foyer.mail.order.confirmed')
  return 'codes' in pass
    ? say('email-confirmation.subscription.completed', eventName)
    : say('foyer.mail.pass.sent-to', eventName, pass.sentTo)
}

/** Everything a banking app asks for. */
export function transferNotice({ amount, account, owner, reason }: TransferToTell, deadline: string, say: Say): Block {
  return {
    kind: 'notice',
    title: say('foyer.mail.transfer.heading'),
    facts: [
      fact(say('foyer.mail.amount'), amount),
      fact(say('foyer.mail.transfer.account'), account),
      ...(owner.length > 0 ? [fact(say('foyer.mail.transfer.owner'), ...owner)] : []),
      fact(say('foyer.mail.transfer.reason'), reason),
      fact(say('foyer.mail.transfer.deadline'), deadline),
    ],
  }
}
