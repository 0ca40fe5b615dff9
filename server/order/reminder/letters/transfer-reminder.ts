import type { Texts } from '#server/foundation/language/texts.ts'
import { momentText } from '#server/foundation/language/event-time.ts'
import { sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import type { ComposedMail } from '#server/mail/letter/letter.ts'
import { footer, type MailContext, paragraph, whenAndWhere } from '#server/mail/letter/mail-context.ts'
import { type TransferToTell, transferNotice } from '#server/order/order/letters.ts'

export type TransferReminder = MailContext & {
  readonly buyer: { readonly firstName: string }
  readonly transfer: TransferToTell
  /** The page of the order. */
  readonly url: string
}

/** To the contact: the transfer has not arrived, and there is not much time left. */
export function composeTransferReminder(facts: TransferReminder, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, buyer, transfer, url, span, language } = facts
  const deadline = momentText(transfer.deadline, { timeZone: span.timeZone, language })
  return composed({
    language,
    subject: say('reservation.reminder.mail.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.reminder.title', buyer.firstName),
    blocks: [
      paragraph(say('reservation.reminder.mail', eventName, deadline)),
      transferNotice(transfer, deadline, say),
      { kind: 'action', label: say('foyer.mail.order.open'), url },
      { kind: 'facts', facts: whenAndWhere(facts, say) },
    ],
    footer: footer(facts, say('foyer.mail.order.why'), say),
  })
}
