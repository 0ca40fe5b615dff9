import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import {
  type SampleContext,
  endSample,
  removeSampleOrganizations,
  removeUnused,
  sampleContexts,
} from './sample-store.ts'

export type RemovedSample = {
  readonly removed: number
  /** Titles of what stays: a buyer has ordered it, a visitor waits for it, or an organiser has changed it. */
  readonly kept: readonly string[]
}

/** Removes what the sample has made and that was not used since. What stays is an organiser's own from then on. */
export async function removeSample(
  { db, catalog }: Pick<Shop, 'db' | 'catalog'>,
  language: string,
): Promise<RemovedSample> {
  const removed: SampleContext[] = []
  const kept: SampleContext[] = []
  for (const context of await sampleContexts(db)) {
    const isRemoved = await transaction(db, tx => removeUnused(tx, context.id))
    const list = isRemoved ? removed : kept
    list.push(context)
  }
  await transaction(db, async tx => {
    await removeSampleOrganizations(tx)
    await endSample(tx)
  })
  for (const { id, slug } of removed) catalog.offerChanged({ id, shortName: slug, publicId: slug })
  return { removed: removed.length, kept: kept.map(({ title }) => inLanguage(title, language)) }
}
