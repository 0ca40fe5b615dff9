import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import { type Say, type Texts, sayIn } from '#server/foundation/language/texts.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import type { Block, ComposedMail, FooterLine, Letter } from './letter.ts'
import { type MailContext, footer } from './mail-context.ts'

/** Both parts of the letter without lists that are empty, and a subject on one line whatever a name in it contains. */
export function composed(whole: Letter): ComposedMail {
  const letter = { ...whole, blocks: whole.blocks.filter(block => block.kind !== 'facts' || block.facts.length > 0) }
  return { subject: cleanLine(letter.subject), text: letterText(letter), html: letterHtml(letter) }
}

/** What one mail about an event or a pass says of its own. */
type Words = {
  readonly subject: string
  readonly title: string
  readonly blocks: readonly Block[]
  /** Why the reader gets the mail. */
  readonly why: string
  /** An organiser does not read whom to ask. */
  readonly isForOrganiser?: boolean
  /** Lines of the small print before and after whom to ask and why. */
  readonly before?: readonly FooterLine[]
  readonly after?: readonly FooterLine[]
}

/** A mail about an event or a pass, in the language of its facts: `write` has the words of its own. */
export function letter<Facts extends MailContext>(write: (facts: Facts, say: Say) => Words) {
  return (facts: Facts, texts: Pick<Texts, 'text'>): ComposedMail => {
    const say = sayIn(texts, facts.language)
    const { subject, title, blocks, why, isForOrganiser = false, before = [], after = [] } = write(facts, say)
    const usual = footer(facts, why, say).slice(isForOrganiser ? 1 : 0)
    const { language, eventName: eyebrow } = facts
    return composed({ language, subject, eyebrow, title, blocks, footer: [...before, ...usual, ...after] })
  }
}
