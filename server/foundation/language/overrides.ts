import type { Queryable } from '#server/foundation/database/database.ts'
import {
  OVERRIDE_LEVELS,
  type StoredOverride,
  readContextOverrides,
  readOrganizationOverrides,
  readSystemOverrides,
} from './override-store.ts'
import { type TextOverrides, type Texts, forBrowsers } from './texts.ts'
import { type BriefMemory, briefMemory } from '#server/foundation/memory/brief-memory.ts'
import type { CommonContext } from '#domain/catalog/catalog/common-context.ts'
import { sql } from 'kysely'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { cleanText } from '#domain/foundation/text/clean-text.ts'
import { ENGLISH, shippedLanguage, shippedLanguages } from './languages.ts'

/** What an event says in its own words. */
export type OwnTexts = {
  /** Of its organisation and itself: what clients lay over the bundle of a language (`i18nOverride`). */
  readonly stated: TextOverrides
  /** The same over those of the whole shop: what mails and documents of the event say. */
  readonly all: TextOverrides
}

/** The words of an event or pass; one query. */
export async function loadOwnTexts(db: Queryable, { contextId }: { contextId: number }): Promise<OwnTexts> {
  const stored = await readContextOverrides(db, contextId)
  return { stated: merged(stored.filter(({ level }) => level !== 'system')), all: merged(stored) }
}

/** The words of an organisation over those of the whole shop, beside its events. */
export async function loadOrganizationTexts(
  db: Queryable,
  { organizationId }: { organizationId: number },
): Promise<TextOverrides> {
  return merged(await readOrganizationOverrides(db, organizationId))
}

/** The words of the whole shop. */
export async function loadSystemTexts(db: Queryable): Promise<TextOverrides> {
  return merged(await readSystemOverrides(db))
}

/** The most specific text of each key. A blank one says nothing and counts as not stated. */
export function merged(stored: readonly StoredOverride[]): TextOverrides {
  const byLanguage = new Map<string, Record<string, string>>()
  const fromLeast = stored.toSorted((a, b) => OVERRIDE_LEVELS.indexOf(a.level) - OVERRIDE_LEVELS.indexOf(b.level))
  for (const { language, key, value } of fromLeast) {
    if (value.trim() === '') continue
    // No prototype: a key may be any word.
    const texts: Record<string, string> = byLanguage.get(language) ?? Object.create(null)
    texts[key] = value
    byLanguage.set(language, texts)
  }
  return byLanguage
}

/** The shop's texts as an event says them, in its mails and documents. */
export function textsOf({ ownTexts }: { readonly ownTexts: OwnTexts }, texts: Texts): Texts {
  return texts.overridden(ownTexts.all)
}

/** The texts of the shop with what its operator says instead; `stamp` distinguishes their states. */
export type SystemTexts = { readonly texts: Texts; readonly stamp: string }

/** What bundles and pages are made of; at most a second old. */
export function systemTexts({
  db,
  texts,
}: {
  readonly db: Queryable
  readonly texts: Texts
}): BriefMemory<'texts', SystemTexts> {
  return briefMemory({
    milliseconds: 1000,
    capacity: 1,
    load: async () => {
      const words = await loadSystemTexts(db)
      return { texts: texts.overridden(words), stamp: JSON.stringify([...words]) }
    },
  })
}

/** The own texts of an event or pass as clients lay them over the bundle of each of its languages. */
export function presentOwnTexts({
  context,
  ownTexts,
}: {
  readonly context: Pick<CommonContext, 'languages'>
  readonly ownTexts: OwnTexts
}): Record<string, Record<string, string>> {
  return Object.fromEntries(
    context.languages.flatMap(language => {
      const own = ownTexts.stated.get(language)
      return own ? [[language, { ...forBrowsers(own) }]] : []
    }),
  )
}

/** Whose own words they are; with neither, the whole shop's. */
type TextOwner = { readonly organizationId: number | null; readonly contextId: number | null }

type OwnText = { readonly language: string; readonly key: string; readonly text: string }

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
    await ownTextsOf(db, owner).where('language', '=', language).where('key', '=', key).execute()
    return
  }
  await sql`
    insert into text_override (organization_id, purchase_context_id, language, key, value)
    values (${organizationId}, ${contextId}, ${language}, ${key}, ${text})
    on conflict (organization_id, purchase_context_id, language, key) do update set value = excluded.value`.execute(
    db.kysely,
  )
}

const ownTextsOf = (db: Queryable, { organizationId, contextId }: TextOwner) =>
  db.kysely
    .deleteFrom('text_override')
    .where('organization_id', 'is not distinct from', organizationId)
    .where('purchase_context_id', 'is not distinct from', contextId)
