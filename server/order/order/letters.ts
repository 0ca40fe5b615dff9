import type { Instant } from '#domain/foundation/instant.ts'
import type { Say } from '#server/foundation/language/texts.ts'
import {
  type Block,
  type Fact,
  type MailContext,
  type OrderLine,
  action,
  fact,
  factList,
  isAboutPass,
  momentFor,
  notice,
  paragraph,
  picture,
  whenAndWhere,
} from '#server/mail/letter/letter.ts'
import { letter } from '#server/mail/letter/compose.ts'
import { TRANSFER_CODE_ID } from '#server/mail/letter/message.ts'

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
export type PaymentSummary =
  | { readonly kind: 'settled' }
  | { readonly kind: 'on-site'; readonly amount: string }
  /** The organiser will write how to pay. */
  | { readonly kind: 'deferred-transfer'; readonly amount: string }
  | ({ readonly kind: 'bank-transfer' } & TransferSummary)

export type TransferSummary = {
  readonly amount: string
  readonly account: string
  /** Name and address, a line each. */
  readonly owner: readonly string[]
  /** What the transfer must say, so that it is found. */
  readonly reason: string
  /** Of a QR-IBAN, which takes no transfer without it. */
  readonly reference?: string | undefined
  /** The mail carries it as a code for banking apps. */
  readonly hasCode?: boolean
  readonly deadline: Instant
}

export type ReservationConfirmation = MailContext & {
  readonly buyer: { readonly firstName: string }
  readonly order: OrderSummary
  readonly payment: PaymentSummary
  /** The page of the order. */
  readonly url: string
  readonly tickets: TicketDelivery
  /**
   * The buyer's own pass, once it is valid; or the other owner, who gets a mail of their own; null: none to show yet.
   */
  readonly pass: PassSummary | { readonly sentTo: string } | null
  /** Where the contract can be withdrawn from; left out where it can't. */
  readonly withdrawalUrl?: string | undefined
}

/** How the tickets reach their holders: each by a mail of its own, with this one, or not by themselves. */
export type TicketDelivery = 'mailed' | 'attached' | 'attached-and-mailed' | 'later'

/** To the contact: the order is confirmed, or waits for its bank transfer. */
export const composeReservationConfirmation = letter<ReservationConfirmation>((facts, say) => {
  const { eventName, order, payment, buyer, url } = facts
  const isWaiting = payment.kind === 'bank-transfer' || payment.kind === 'deferred-transfer'
  return {
    subject: say(isWaiting ? 'foyer.mail.transfer.subject' : 'foyer.mail.order.subject', eventName, order.shortId),
    title: say(isWaiting ? 'foyer.mail.transfer.title' : 'foyer.mail.order.title', buyer.firstName),
    blocks: [
      ...introduction(facts, say),
      ...ownPass(facts, say),
      orderBlock(order, say),
      action(say('foyer.mail.order.open'), url),
      factList(...whenAndWhere(facts, say)),
      ...withdrawal(facts, say),
    ],
    why: say('foyer.mail.order.why'),
  }
})

function ownPass(facts: ReservationConfirmation, say: Say): readonly Block[] {
  const { pass } = facts
  return pass && 'codes' in pass ? passBlocks(pass, facts, say) : []
}

function withdrawal({ withdrawalUrl: url }: ReservationConfirmation, say: Say): readonly Block[] {
  return url === undefined ? [] : [action(say('foyer.withdrawal.link'), url)]
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
} as const satisfies Record<TicketDelivery, readonly string[]>

function introduction(facts: ReservationConfirmation, say: Say): readonly Block[] {
  const { payment, tickets: way } = facts
  const tickets = TICKET_TEXTS[way].map(key => paragraph(say(key)))
  switch (payment.kind) {
    case 'settled':
      return [paragraph(confirmedText(facts, say)), ...tickets]
    case 'on-site':
      return [
        paragraph(say('foyer.mail.order.confirmed')),
        notice(say('foyer.mail.on-site'), fact(say('foyer.mail.amount'), payment.amount)),
        ...tickets,
      ]
    case 'deferred-transfer':
      return [
        paragraph(say('foyer.mail.deferred.intro')),
        notice(say('foyer.mail.transfer.heading'), fact(say('foyer.mail.amount'), payment.amount)),
      ]
    case 'bank-transfer': {
      const deadline = momentFor(facts, payment.deadline)
      const intro = isAboutPass(facts) ? 'foyer.mail.pass.transfer.intro' : 'foyer.mail.transfer.intro'
      return [paragraph(say(intro, deadline)), ...transferBlocks(payment, deadline, say)]
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

/** The code for banking apps, and everything that is typed without one. */
export function transferBlocks(transfer: TransferSummary, deadline: string, say: Say): readonly Block[] {
  const code = transfer.hasCode === true ? [picture(TRANSFER_CODE_ID, say('foyer.mail.transfer.code'), CODE_SIDE)] : []
  return [...code, transferNotice(transfer, deadline, say)]
}

/** Pixels: as large as the standard prints it. */
const CODE_SIDE = 220

function transferNotice(
  { amount, account, owner, reason, reference }: TransferSummary,
  deadline: string,
  say: Say,
): Block {
  return notice(
    say('foyer.mail.transfer.heading'),
    fact(say('foyer.mail.amount'), amount),
    fact(say('foyer.mail.transfer.account'), account),
    ...(owner.length > 0 ? [fact(say('foyer.mail.transfer.owner'), ...owner)] : []),
    ...(reference === undefined ? [] : [fact(say('foyer.transfer.reference'), reference)]),
    fact(say('foyer.mail.transfer.reason'), reason),
    fact(say('foyer.mail.transfer.deadline'), deadline),
  )
}

/** A pass as shown to its owner: with what uses it. */
export type PassSummary = {
  /** PIN and number, each of which uses it; null where they are not to be shown. */
  readonly codes: { readonly pin: string; readonly id: string } | null
  readonly valid: { readonly from: Instant | null; readonly to: Instant | null }
  /** Null: any number. */
  readonly maxEntries: number | null
  /** Where tickets are chosen with it. */
  readonly url: string
}

/** What an owner has to keep, and the way to the first ticket. */
export function passBlocks(
  { codes, valid, maxEntries, url }: PassSummary,
  reader: Pick<MailContext, 'span' | 'language'>,
  say: Say,
): readonly Block[] {
  const when = (key: string, moment: Instant | null) =>
    moment === null ? [] : [fact(say(key), momentFor(reader, moment))]
  return [
    notice(
      say('foyer.mail.pass.heading'),
      ...(codes
        ? [
            fact(say('reservation-page-complete.subscription.pin-description'), codes.pin),
            fact(say('reservation-page-complete.subscription.id-description'), codes.id),
          ]
        : []),
      ...when('foyer.mail.pass.valid-from', valid.from),
      ...when('foyer.mail.pass.valid-until', valid.to),
      ...(maxEntries === null ? [] : [fact(say('foyer.mail.pass.entries'), String(maxEntries))]),
    ),
    ...(codes ? [paragraph(say('foyer.mail.pass.secret'))] : []),
    action(say('reservation.confirmation.email.subscription.button'), url),
  ]
}
