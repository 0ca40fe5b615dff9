import type { Event } from '#domain/catalog/catalog/event.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Services } from '#server/foundation/services.ts'
import { loadChangeTimes } from './context-rows.ts'
import { type ListFilter, listEvents } from './offers.ts'
import { listPasses } from './passes.ts'

export type ListedEvent = { readonly event: Event; readonly changedAt: Instant }
export type ListedPass = { readonly pass: Pass; readonly changedAt: Instant }

/** Public events that have not ended, of all organisations or of one. */
export async function publicEvents(
  shop: Pick<Services, 'db' | 'clock' | 'log'>,
  filter: Pick<ListFilter, 'organizationSlug'>,
): Promise<readonly ListedEvent[]> {
  const events = await listEvents(shop, shop.clock.now(), filter)
  const changes = await loadChangeTimes(
    shop.db,
    events.map(({ id }) => id),
  )
  return events.map(event => ({ event, changedAt: changes.get(event.id) ?? instant(0) }))
}

/** Public passes that are sold now. */
export async function publicPasses(shop: Pick<Services, 'db' | 'clock' | 'log'>): Promise<readonly ListedPass[]> {
  const passes = await listPasses(shop, shop.clock.now(), {})
  const changes = await loadChangeTimes(
    shop.db,
    passes.map(({ id }) => id),
  )
  return passes.map(pass => ({ pass, changedAt: changes.get(pass.id) ?? instant(0) }))
}
