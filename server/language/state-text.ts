import { type Outcome, accepted, refused } from '#domain/outcome.ts'
import { problem } from '#domain/problem.ts'
import { cleanText } from '#domain/text/clean-text.ts'
import type { Shop } from '#server/context.ts'
import { ENGLISH, shippedLanguage, shippedLanguages } from './languages.ts'
import { type OwnText, type TextOwner, listTexts, putText } from './text-store.ts'

type Needs = Pick<Shop, 'db' | 'texts'>

/** The texts that an owner says in place of the shop's own, by language and key. */
export async function ownTexts({ db }: Needs, owner: TextOwner): Promise<OwnText[]> {
  return listTexts(db, owner)
}

/** States a text, cleaned like all that people type, or gives the shop's own back when it is blank. Refused for a language or key the shop hasn't got. */
export async function stateText({ db, texts }: Needs, owner: TextOwner, stated: OwnText): Promise<Outcome<void>> {
  const { language, key } = stated
  if (shippedLanguage(language) === undefined) {
    return refused(problem('language-unknown', { args: [language, shippedLanguages.join(', ')] }))
  }
  if (!hasText(texts, key)) return refused(problem('text-key-unknown', { args: [key] }))
  await putText(db, owner, { ...stated, text: cleanText(stated.text).trim() })
  return accepted(undefined)
}

/** Has the shop a text under this key? One that is found nowhere is its own text. */
export const hasText = (texts: Shop['texts'], key: string): boolean => texts.text(ENGLISH, key) !== key
