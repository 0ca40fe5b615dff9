import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { cleanText } from '#domain/foundation/text/clean-text.ts'
import { MAX_LEGAL_TEXT_LENGTH } from './legal-kind.ts'

/**
 * The text as it is stored: cleaned, without the languages in which nothing is written. Refused where nothing is left, in another language
 * than the shop's, and where a text is too long.
 */
export function legalTextOf(stated: LocalizedTexts, languages: readonly string[]): Outcome<LocalizedTexts> {
  const written = Object.entries(stated)
    .map(([language, text]) => [language, cleanText(text).trim()] as const)
    .filter(([, text]) => text !== '')
  const foreign = written.filter(([language]) => !languages.includes(language))
  const long = written.filter(([, text]) => text.length > MAX_LEGAL_TEXT_LENGTH)
  return acceptedUnless(
    [
      ...(written.length === 0 ? [problem('foyer.desk.legal.refused.empty', { field: 'texts' })] : []),
      ...foreign.map(([language]) =>
        problem('foyer.desk.legal.refused.language', { field: `texts.${language}`, args: [language] }),
      ),
      ...long.map(([language]) =>
        problem('foyer.desk.legal.refused.too-long', {
          field: `texts.${language}`,
          args: [String(MAX_LEGAL_TEXT_LENGTH)],
        }),
      ),
    ],
    Object.fromEntries(written),
  )
}
