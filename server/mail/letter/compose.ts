import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import type { ComposedMail, Letter } from './letter.ts'

/** Both parts of the letter without lists that are empty, and a subject on one line whatever a name in it contains. */
export function composed(whole: Letter): ComposedMail {
  const letter = { ...whole, blocks: whole.blocks.filter(block => block.kind !== 'facts' || block.facts.length > 0) }
  return { subject: cleanLine(letter.subject), text: letterText(letter), html: letterHtml(letter) }
}
