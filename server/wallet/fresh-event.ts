import type { OfferedEvent } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'

/**
 * The event as it is stored, for who was told that it has changed: what this process remembers may be a second older, and
 * nobody would come back for the change.
 */
export async function freshEvent({ catalog }: Pick<Shop, 'catalog'>, eventId: number): Promise<OfferedEvent> {
  const { context: event } = await catalog.eventOf(eventId)
  catalog.offerChanged(event)
  return catalog.eventOf(eventId)
}
