import type { LegalText } from '#contract/legal-text.ts'
import type { Translate } from '#client/language/language-context.ts'

/** What the tab says of a version: a superseded one has its number. */
export function legalTitle({ kind, number, newest }: LegalText, t: Translate): string {
  const name = t(`foyer.legal.${kind}`)
  return newest === null ? name : t('foyer.legal.superseded', name, number)
}
