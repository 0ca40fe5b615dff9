import type { Instant } from '#domain/foundation/instant.ts'
import type { Say } from '#server/foundation/language/texts.ts'
import {
  type Block,
  type Fact,
  type MailContext,
  action,
  fact,
  factList,
  momentFor,
  paragraph,
  whenAndWhere,
  whyNotified,
} from '#server/mail/letter/letter.ts'
import { pluralOf } from '#domain/foundation/language/texts.ts'
import { type TransferSummary, transferBlocks } from '#server/order/order/letters.ts'
import { letter } from '#server/mail/letter/compose.ts'

/** An order that waits for its transfer. The amount is printed with its currency. */
export type DueTransfer = {
  readonly reservationId: string
  readonly shortId: string
  readonly amount: string
  readonly buyer: { readonly name: string; readonly email: string }
  readonly deadline: Instant
  readonly isOverdue: boolean
}

export type TransfersDue = MailContext & {
  readonly transfers: readonly DueTransfer[]
  /** What does not arrive in time is cancelled by the shop. */
  readonly isRemovedAutomatically: boolean
}

/** To the organiser, in the morning: what to search for on the account. */
export const composeTransfersDue = letter<TransfersDue>((facts, say) => {
  const { eventName, transfers, isRemovedAutomatically } = facts
  return {
    subject: say('foyer.mail.due.subject', eventName, transfers.length),
    title: say('foyer.mail.due.title'),
    blocks: [
      paragraph(say('foyer.mail.due.text')),
      ...(isRemovedAutomatically ? [paragraph(say('foyer.mail.due.removed'))] : []),
      factList(...transfers.map(transfer => transferFact(transfer, facts, say))),
    ],
    why: whyNotified(facts, say),
    isForOrganiser: true,
  }
})

function transferFact(
  { reservationId, shortId, amount, buyer, deadline, isOverdue }: DueTransfer,
  facts: MailContext,
  say: Say,
): Fact {
  const until = momentFor(facts, deadline)
  return fact(
    `${shortId} · ${amount}`,
    say(isOverdue ? 'foyer.mail.due.overdue' : 'foyer.mail.due.until', until),
    buyer.name,
    buyer.email,
    reservationId,
  )
}

export type AnswersReminder = MailContext & {
  readonly holder: { readonly firstName: string }
  /** In the language of the reader. */
  readonly questions: readonly string[]
  /** One of them has to be answered. */
  readonly isRequired: boolean
  /** The page on which the ticket can be changed. */
  readonly url: string
}

/** To the holder of a ticket: the organiser would like to know more. */
export const composeAnswersReminder = letter<AnswersReminder>((facts, say) => {
  const { eventName, holder, questions, isRequired, url } = facts
  return {
    subject: say('reminder.ticket-additional-info.subject', eventName),
    title: say('foyer.mail.answers.title', holder.firstName),
    blocks: [
      paragraph(say('reminder.ticket-additional-info.text', eventName)),
      action(say('foyer.mail.answers.open'), url),
      factList(fact(say('foyer.mail.answers.asked'), ...questions), ...whenAndWhere(facts, say)),
    ],
    why: say('foyer.mail.ticket.why'),
    before: isRequired ? [] : [say('foyer.mail.answers.optional')],
  }
})

export type NamesReminder = MailContext & {
  readonly buyer: { readonly firstName: string }
  /** How many tickets of the order have no holder yet, and how many there are. */
  readonly tickets: { readonly unnamed: number; readonly all: number }
  /** The page of the order. */
  readonly url: string
}

/** To the contact: some tickets have no holder yet. */
export const composeNamesReminder = letter<NamesReminder>((facts, say) => {
  const { eventName, buyer, tickets, url } = facts
  const unnamed = fact(say('foyer.mail.names.missing'), say('foyer.mail.names.count', tickets.unnamed, tickets.all))
  return {
    subject: say('reminder.ticket-not-assigned.subject', eventName),
    title: say('foyer.mail.names.title', buyer.firstName),
    blocks: [
      paragraph(say('reminder.ticket-not-assigned.text', eventName)),
      action(say('foyer.mail.names.open'), url),
      factList(unnamed, ...whenAndWhere(facts, say)),
    ],
    why: say('foyer.mail.order.why'),
  }
})

export type PassEndReminder = MailContext & {
  readonly owner: { readonly firstName: string }
  readonly end: Instant
  /** Entries; null: any number. */
  readonly left: number | null
  /** Where tickets are chosen with it. */
  readonly useUrl: string
  /** Where it is sold; null: not any more. */
  readonly renewUrl: string | null
}

/** To the owner of a pass: it ends soon. */
export const composePassEndReminder = letter<PassEndReminder>((facts, say) => {
  const { eventName, owner, left, useUrl } = facts
  const end = momentFor(facts, facts.end)
  const isUsable = left === null || left > 0
  return {
    subject: say('foyer.mail.pass-end.subject', eventName, end),
    title: say('foyer.mail.pass-end.title', owner.firstName),
    blocks: [
      paragraph(whatIsLeft(facts, end, say)),
      ...(isUsable ? [action(say('reservation.confirmation.email.subscription.button'), useUrl)] : []),
      ...renewal(facts, say),
    ],
    why: say('foyer.mail.pass.why'),
  }
})

function whatIsLeft({ eventName, left, language }: PassEndReminder, end: string, say: Say): string {
  if (left === null) return say('foyer.mail.pass-end.text.any', eventName, end)
  if (left === 0) return say('foyer.mail.pass-end.text.none', eventName, end)
  const isOne = pluralOf(language, left) === 'one'
  return isOne
    ? say('foyer.mail.pass-end.text.one', eventName, end)
    : say('foyer.mail.pass-end.text.other', eventName, end, left)
}

function renewal({ renewUrl }: PassEndReminder, say: Say): readonly Block[] {
  if (renewUrl === null) return []
  return [paragraph(say('foyer.mail.pass-end.renew')), action(say('foyer.mail.pass-end.renew-button'), renewUrl)]
}

export type TransferReminder = MailContext & {
  readonly buyer: { readonly firstName: string }
  readonly transfer: TransferSummary
  /** The page of the order. */
  readonly url: string
}

/** To the contact: the transfer has not arrived, and there is not much time left. */
export const composeTransferReminder = letter<TransferReminder>((facts, say) => {
  const { eventName, buyer, transfer, url } = facts
  const deadline = momentFor(facts, transfer.deadline)
  return {
    subject: say('reservation.reminder.mail.subject', eventName),
    title: say('foyer.mail.reminder.title', buyer.firstName),
    blocks: [
      paragraph(say('reservation.reminder.mail', eventName, deadline)),
      ...transferBlocks(transfer, deadline, say),
      action(say('foyer.mail.order.open'), url),
      factList(...whenAndWhere(facts, say)),
    ],
    why: say('foyer.mail.order.why'),
  }
})
