import type { Queryable } from '#server/foundation/database/database.ts'
import { OVERRIDE_LEVELS, type StoredOverride, readContextOverrides, readSystemOverrides } from './override-store.ts'
import { type TextOverrides, type Texts, forBrowsers } from './texts.ts'
import { type BriefMemory, briefMemory } from '#server/foundation/memory/brief-memory.ts'
import type { CommonContext } from '#domain/catalog/catalog/common-context.ts'

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

/** The words of the whole shop. */
async function loadSystemTexts(db: Queryable): Promise<TextOverrides> {
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
