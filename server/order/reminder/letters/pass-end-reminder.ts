import type { Instant } from '#domain/foundation/instant.ts'
import { pluralOf } from '#domain/foundation/language/plural.ts'
import { momentText } from '#server/foundation/language/event-time.ts'
import { type Say, sayIn } from '#server/foundation/language/say.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { composed } from '#server/mail/letter/compose.ts'
import type { Block, ComposedMail } from '#server/mail/letter/letter.ts'
import { type MailContext, footer, paragraph } from '#server/mail/letter/mail-context.ts'

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
export function composePassEndReminder(facts: PassEndReminder, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, owner, left, useUrl, span, language } = facts
  const end = momentText(facts.end, { timeZone: span.timeZone, language })
  const isUsable = left === null || left > 0
  return composed({
    language,
    subject: say('foyer.mail.pass-end.subject', eventName, end),
    eyebrow: eventName,
    title: say('foyer.mail.pass-end.title', owner.firstName),
    blocks: [
      paragraph(whatIsLeft(facts, end, say)),
      ...(isUsable
        ? [{ kind: 'action', label: say('reservation.confirmation.email.subscription.button'), url: useUrl } as const]
        : []),
      ...renewal(facts, say),
    ],
    footer: footer(facts, say('foyer.mail.pass.why'), say),
  })
}

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
  return [
    paragraph(say('foyer.mail.pass-end.renew')),
    { kind: 'action', label: say('foyer.mail.pass-end.renew-button'), url: renewUrl },
  ]
}
