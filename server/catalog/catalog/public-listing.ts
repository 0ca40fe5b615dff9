import type { Event } from '#domain/catalog/catalog/event.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Services } from '#server/foundation/services.ts'
import { findOrganizationName, loadChangeTimes } from './context-rows.ts'
import { listEvents } from './offers.ts'
import { listPasses } from './passes.ts'

export type ListedEvent = { readonly event: Event; readonly changedAt: Instant }
export type ListedPass = { readonly pass: Pass; readonly changedAt: Instant }

export type PublicListing = {
  /** The organisation whose events these are; undefined for those of the whole shop. */
  readonly organizer: string | undefined
  readonly events: readonly ListedEvent[]
}

/** What is public: public events that have not ended. Undefined for an unknown organisation. */
export async function publicListing(
  shop: Pick<Services, 'db' | 'clock' | 'log'>,
  organizerSlug?: string,
): Promise<PublicListing | undefined> {
  const { db, clock } = shop
  const organizer = organizerSlug === undefined ? undefined : await findOrganizationName(db, organizerSlug)
  if (organizerSlug !== undefined && organizer === undefined) return undefined
  const events = await listEvents(shop, clock.now(), {
    ...(organizerSlug !== undefined && { organizationSlug: organizerSlug }),
  })
  const changes = await loadChangeTimes(
    db,
    events.map(({ id }) => id),
  )
  return { organizer, events: events.map(event => ({ event, changedAt: changes.get(event.id) ?? instant(0) })) }
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
