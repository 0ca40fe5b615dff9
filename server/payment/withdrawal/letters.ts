import type { Instant } from '#domain/foundation/instant.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import { momentText } from '#server/foundation/language/event-time.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { type Say, sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type Block, type ComposedMail, fact } from '#server/mail/letter/letter.ts'
import { footer, type MailContext, paragraph } from '#server/mail/letter/mail-context.ts'

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
export function composeWithdrawalReceipt(facts: WithdrawalMade, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, shortId, by, isCreditNoteAttached } = facts
  return composed({
    language: facts.language,
    subject: say('foyer.mail.withdrawal.subject', eventName, shortId),
    eyebrow: eventName,
    title: say('foyer.mail.withdrawal.title'),
    blocks: [
      paragraph(say('foyer.mail.withdrawal.text', by.firstName)),
      statementBlock(facts, say),
      paragraph(say(`foyer.mail.withdrawal.money.${facts.returnedBy}`, facts.amount)),
      ...ticketBlocks(facts, say),
      ...(isCreditNoteAttached ? [paragraph(say('foyer.mail.credited.attached'))] : []),
    ],
    footer: footer(facts, say('foyer.mail.withdrawal.why'), say),
  })
}

/** To the organiser: a buyer has withdrawn, and what is left to do. */
export function composeWithdrawalNotice(facts: WithdrawalMade, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, shortId, by } = facts
  return composed({
    language: facts.language,
    subject: say('foyer.mail.withdrawal.notice.subject', eventName, shortId),
    eyebrow: eventName,
    title: say('foyer.mail.withdrawal.notice.title', fullName(by)),
    blocks: [
      paragraph(say(`foyer.mail.withdrawal.notice.money.${facts.returnedBy}`, facts.amount)),
      statementBlock(facts, say),
      ...ticketBlocks(facts, say),
    ],
    footer: footer(facts, say('foyer.mail.pass.notification.why'), say).slice(1),
  })
}

function statementBlock({ by, eventName, shortId, madeAt, span, language }: WithdrawalMade, say: Say): Block {
  return {
    kind: 'notice',
    title: say('foyer.mail.withdrawal.statement'),
    facts: [
      fact(say('foyer.mail.withdrawal.content'), say('foyer.withdrawal.statement', eventName, shortId)),
      fact(say('foyer.mail.withdrawal.by'), fullName(by), by.email),
      fact(say('foyer.mail.withdrawal.received'), momentText(madeAt, { timeZone: span.timeZone, language })),
    ],
  }
}

function ticketBlocks({ used, released }: WithdrawalMade, say: Say): readonly Block[] {
  const facts = [
    ...(released > 0 ? [fact(say('foyer.mail.withdrawal.released'), String(released))] : []),
    ...(used > 0 ? [fact(say('foyer.mail.withdrawal.used'), String(used))] : []),
  ]
  return facts.length > 0 ? [{ kind: 'facts', facts }] : []
}
