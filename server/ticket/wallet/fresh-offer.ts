import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'

/**
 * An event or a pass as it is stored, for a process that carries out its change: the copy in memory may be a second
 * older, and the change would be lost.
 */
export async function freshOffer({ catalog }: Pick<Shop, 'catalog'>, contextId: number): Promise<OfferedContext> {
  const { context } = await catalog.offerOf(contextId)
  catalog.offerChanged(context)
  return catalog.offerOf(contextId)
}
