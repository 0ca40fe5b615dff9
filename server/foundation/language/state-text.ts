import { sql } from 'kysely'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { cleanText } from '#domain/foundation/text/clean-text.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { ENGLISH, shippedLanguage, shippedLanguages } from './languages.ts'
import type { Texts } from './texts.ts'

/** Whose own words they are; with neither, the whole shop's. */
export type TextOwner = { readonly organizationId: number | null; readonly contextId: number | null }

export type OwnText = { readonly language: string; readonly key: string; readonly text: string }

type Needs = { readonly db: Queryable; readonly texts: Texts }

/** The texts that an owner says in place of the shop's own, by language and key. */
export async function ownTexts(
  { db }: Pick<Needs, 'db'>,
  { organizationId, contextId }: TextOwner,
): Promise<OwnText[]> {
  return db.kysely
    .selectFrom('text_override')
    .select(['language', 'key', 'value as text'])
    .where('organization_id', 'is not distinct from', organizationId)
    .where('purchase_context_id', 'is not distinct from', contextId)
    .orderBy('language')
    .orderBy('key')
    .execute()
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
export const hasText = (texts: Texts, key: string): boolean => texts.text(ENGLISH, key) !== key

/** States a text in place of the shop's own; a blank one gives the shop's own back. */
export async function putText(db: Queryable, owner: TextOwner, { language, key, text }: OwnText): Promise<void> {
  const { organizationId, contextId } = owner
  if (text === '') {
    await textsOf(db, owner).where('language', '=', language).where('key', '=', key).execute()
    return
  }
  await sql`
    insert into text_override (organization_id, purchase_context_id, language, key, value)
    values (${organizationId}, ${contextId}, ${language}, ${key}, ${text})
    on conflict (organization_id, purchase_context_id, language, key) do update set value = excluded.value`.execute(
    db.kysely,
  )
}

const textsOf = (db: Queryable, { organizationId, contextId }: TextOwner) =>
  db.kysely
    .deleteFrom('text_override')
    .where('organization_id', 'is not distinct from', organizationId)
    .where('purchase_context_id', 'is not distinct from', contextId)
