import type { Instant } from '#domain/foundation/instant.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { momentText } from '#server/foundation/language/event-time.ts'
import { type Say, sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, type Fact, fact } from '#server/mail/letter/letter.ts'
import { footer, isAboutPass, type MailContext, paragraph } from '#server/mail/letter/mail-context.ts'

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
export function composeTransfersDue(facts: TransfersDue, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, transfers, isRemovedAutomatically } = facts
  return composed({
    language: facts.language,
    subject: say('foyer.mail.due.subject', eventName, transfers.length),
    eyebrow: eventName,
    title: say('foyer.mail.due.title'),
    blocks: [
      paragraph(say('foyer.mail.due.text')),
      ...(isRemovedAutomatically ? [paragraph(say('foyer.mail.due.removed'))] : []),
      { kind: 'facts', facts: transfers.map(transfer => transferFact(transfer, facts, say)) },
    ],
    footer: footer(
      facts,
      say(isAboutPass(facts) ? 'foyer.mail.pass.notification.why' : 'foyer.mail.notification.why'),
      say,
    ).slice(1),
  })
}

function transferFact(
  { reservationId, shortId, amount, buyer, deadline, isOverdue }: DueTransfer,
  { language, span }: MailContext,
  say: Say,
): Fact {
  const until = momentText(deadline, { timeZone: span.timeZone, language })
  return fact(
    `${shortId} · ${amount}`,
    say(isOverdue ? 'foyer.mail.due.overdue' : 'foyer.mail.due.until', until),
    buyer.name,
    buyer.email,
    reservationId,
  )
}
