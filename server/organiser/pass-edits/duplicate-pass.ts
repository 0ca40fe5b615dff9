import type { Outcome } from '#domain/foundation/outcome.ts'
import { refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import type { PassRequest } from '#domain/organiser/pass-editing/pass-draft.ts'
import { shiftedPass } from '#domain/organiser/pass-editing/shift-pass.ts'
import { writePass } from '#domain/organiser/pass-editing/write-pass.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Actor } from '#server/foundation/audit/change-log.ts'
import { readableSettings, statedBy } from '#server/foundation/setting/stated-settings.ts'
import type { PassOwner } from '#server/organiser/pass-editing/find-pass.ts'
import { readEvents } from '#server/organiser/pass-editing/link-passes.ts'
import { loadStatedPass } from '#server/organiser/pass-editing/load-stated-pass.ts'
import { createPass } from '#server/organiser/pass-editing/save-pass.ts'

type Copy = { readonly title: PassRequest['title'] | null; readonly onSaleFrom: string; readonly by: Actor }

/**
 * Creates a draft like a pass, whose sale begins at another local date-time; its other dates are shifted by the same time on
 * the clock. Everything is copied but what has been sold: texts, price, settings, and the events that take it. Refused as
 * `createPass` is.
 */
export async function duplicatePass(
  shop: Shop,
  pass: PassOwner,
  { title, onSaleFrom, by }: Copy,
): Promise<Outcome<PassOwner>> {
  const { stated, links, imageId } = await loadStatedPass(shop.db, pass.id)
  const settings = readableSettings(await statedBy(shop.db, { level: 'context', contextId: pass.id }))
  const shifted = shiftedPass({ ...writePass(stated), settings }, { to: onSaleFrom, zone: stated.timeZone })
  if (shifted === undefined) return refused(problem('date-unreadable', { field: 'onSaleFrom', args: [onSaleFrom] }))
  const accepting = await readEvents(shop.db, { id: 0, organizationId: pass.organizationId }, links)
  return createPass(shop, {
    organizationId: pass.organizationId,
    request: { ...shifted, ...(title && title.length > 0 && { title }), isPublic: false },
    image: imageId === null ? null : { from: 'stored', digest: imageId, isThere: true },
    by,
    besides: accepting.ok ? [] : accepting.problems,
    links: accepting.ok ? accepting.value : [],
  })
}
