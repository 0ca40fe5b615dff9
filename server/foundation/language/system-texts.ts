import type { Queryable } from '#server/foundation/database/database.ts'
import { type BriefMemory, briefMemory } from '#server/foundation/memory/brief-memory.ts'
import { loadSystemTexts } from './overrides.ts'
import type { Texts } from './texts.ts'

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
