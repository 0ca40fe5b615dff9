import type { Texts } from '#server/foundation/language/texts.ts'
import { type Say, sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type Block, type ComposedMail, fact } from '#server/mail/letter/letter.ts'
import { footer, type MailContext, paragraph, whenAndWhere } from '#server/mail/letter/mail-context.ts'

export type TicketMail = MailContext & {
  readonly holder: { readonly firstName: string; readonly name: string }
  readonly category: string
  /** The public id, as on the ticket. */
  readonly publicId: string
  /** Where name and answers are changed. */
  readonly changeUrl: string
  readonly attendance:
    /** `url`: the ticket with its code. */
    | { readonly kind: 'in-person'; readonly url: string; readonly paymentDue: string | null }
    /** The waiting room of this ticket. */
    | { readonly kind: 'online'; readonly joinUrl: string }
}

/** To the holder. In person the PDF is attached, and the button opens the code; online the mail leads to where one joins. */
export function composeTicketMail(facts: TicketMail, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, holder, category, publicId, changeUrl } = facts
  return composed({
    language: facts.language,
    subject: say('foyer.mail.ticket.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.ticket.title', holder.firstName),
    blocks: [
      ...attendance(facts, say),
      {
        kind: 'facts',
        facts: [
          fact(say('ticket.holder'), holder.name),
          fact(say('ticket.type'), category),
          ...whenAndWhere(facts, say),
          fact(say('ticket.reference-number'), publicId),
        ],
      },
      { kind: 'links', links: [{ title: say('foyer.mail.ticket.change'), lines: [], url: changeUrl }] },
    ],
    footer: footer(facts, say('foyer.mail.ticket.why'), say),
  })
}

function attendance({ attendance }: TicketMail, say: Say): readonly Block[] {
  if (attendance.kind === 'online') {
    return [
      paragraph(say('foyer.mail.ticket.online-join')),
      { kind: 'action', label: say('foyer.mail.ticket.join'), url: attendance.joinUrl },
    ]
  }
  const { url, paymentDue } = attendance
  const notice: Block[] =
    paymentDue === null
      ? []
      : [{ kind: 'notice', title: say('foyer.mail.on-site'), facts: [fact(say('foyer.mail.amount'), paymentDue)] }]
  return [
    paragraph(say('foyer.mail.ticket.in-person')),
    ...notice,
    { kind: 'action', label: say('foyer.mail.ticket.open'), url },
  ]
}
