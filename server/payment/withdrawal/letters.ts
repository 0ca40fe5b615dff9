import type { Instant } from '#domain/foundation/instant.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import type { Say } from '#server/foundation/language/texts.ts'
import {
  type Block,
  type MailContext,
  fact,
  factList,
  momentFor,
  notice,
  paragraph,
} from '#server/mail/letter/letter.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type WithdrawalMade = MailContext & {
  readonly by: Contact
  readonly shortId: string
  readonly madeAt: Instant
  /** What comes back, printed with its currency. */
  readonly amount: string
  readonly returnedBy: 'PROVIDER' | 'ORGANISER' | 'NOBODY'
  /** Entries that stay used, and tickets that have gone with the pass. */
  readonly used: number
  readonly released: number
  readonly isCreditNoteAttached: boolean
}

/** To who has withdrawn from the contract: the receipt, with what was stated, and when it came (Directive 2011/83/EU, 11a). */
export const composeWithdrawalReceipt = letter<WithdrawalMade>((facts, say) => {
  const { eventName, shortId, by, isCreditNoteAttached } = facts
  return {
    subject: say('foyer.mail.withdrawal.subject', eventName, shortId),
    title: say('foyer.mail.withdrawal.title'),
    blocks: [
      paragraph(say('foyer.mail.withdrawal.text', by.firstName)),
      statementBlock(facts, say),
      paragraph(say(`foyer.mail.withdrawal.money.${facts.returnedBy}`, facts.amount)),
      ...ticketBlocks(facts, say),
      ...(isCreditNoteAttached ? [paragraph(say('foyer.mail.credited.attached'))] : []),
    ],
    why: say('foyer.mail.withdrawal.why'),
  }
})

/** To the organiser: a buyer has withdrawn, and what is left to do. */
export const composeWithdrawalNotice = letter<WithdrawalMade>((facts, say) => {
  const { eventName, shortId, by } = facts
  return {
    subject: say('foyer.mail.withdrawal.notice.subject', eventName, shortId),
    title: say('foyer.mail.withdrawal.notice.title', fullName(by)),
    blocks: [
      paragraph(say(`foyer.mail.withdrawal.notice.money.${facts.returnedBy}`, facts.amount)),
      statementBlock(facts, say),
      ...ticketBlocks(facts, say),
    ],
    why: say('foyer.mail.pass.notification.why'),
    isForOrganiser: true,
  }
})

function statementBlock(facts: WithdrawalMade, say: Say): Block {
  const { by, eventName, shortId, madeAt } = facts
  return notice(
    say('foyer.mail.withdrawal.statement'),
    fact(say('foyer.mail.withdrawal.content'), say('foyer.withdrawal.statement', eventName, shortId)),
    fact(say('foyer.mail.withdrawal.by'), fullName(by), by.email),
    fact(say('foyer.mail.withdrawal.received'), momentFor(facts, madeAt)),
  )
}

function ticketBlocks({ used, released }: WithdrawalMade, say: Say): readonly Block[] {
  const facts = [
    ...(released > 0 ? [fact(say('foyer.mail.withdrawal.released'), String(released))] : []),
    ...(used > 0 ? [fact(say('foyer.mail.withdrawal.used'), String(used))] : []),
  ]
  return facts.length > 0 ? [factList(...facts)] : []
}
