import type { Shop } from '#server/catalog/context.ts'
import type { PassOwner } from '#server/organiser/pass-editing/find-pass.ts'
import { type StoredLink, eventsOfPass } from '#server/organiser/pass-editing/link-passes.ts'

/** A pass, and the events that take it now or took it before, are offered as they are stored now. */
export async function offerAnew(
  shop: Pick<Shop, 'db' | 'catalog'>,
  pass: PassOwner,
  before: readonly StoredLink[],
): Promise<void> {
  shop.catalog.offerChanged(pass)
  for (const { eventId, slug } of [...before, ...(await eventsOfPass(shop, pass))])
    shop.catalog.offerChanged({ id: eventId, shortName: slug })
}
