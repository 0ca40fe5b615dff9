import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'

/**
 * An event or a pass as it is stored, for who was told that it has changed: what this process remembers may be a second older,
 * and nobody would come back for the change.
 */
export async function freshOffer({ catalog }: Pick<Shop, 'catalog'>, contextId: number): Promise<OfferedContext> {
  const { context } = await catalog.offerOf(contextId)
  catalog.offerChanged(context)
  return catalog.offerOf(contextId)
}
