import { isUuid } from '#domain/foundation/uuid.ts'
import { type Outcome, accepted } from '#domain/foundation/outcome.ts'
import { type AskedLink, type LinkDraft, readLinks } from '#domain/organiser/pass-editing/judge-pass.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, transaction } from '#server/foundation/database/database.ts'
import type { EventOwner } from '#server/access/api-key/own-event.ts'
import type { PassOwner } from './find-pass.ts'
import {
  type StoredLink,
  loadLinkableEvents,
  loadLinkablePasses,
  loadLinks,
  lockLinks,
  putLinks,
} from './link-store.ts'

/** Ids of categories, or their names; none: all. */
type AskedEvent = { readonly slug: string; readonly categories: readonly (number | string)[] }
type AskedPass = { readonly publicId: string; readonly categories: readonly number[] }

type Needs = Pick<Shop, 'db' | 'catalog'>

export const eventsOfPass = ({ db }: Pick<Shop, 'db'>, { id }: PassOwner): Promise<StoredLink[]> =>
  loadLinks(db, { passId: id })

export const passesOfEvent = ({ db }: Pick<Shop, 'db'>, { id }: EventOwner): Promise<StoredLink[]> =>
  loadLinks(db, { eventId: id })

/** Says which events take a pass, all of them at once. Refused for what the organisation hasn't got. */
export async function putEventsOfPass(
  shop: Needs,
  pass: PassOwner,
  asked: readonly AskedEvent[],
): Promise<Outcome<readonly StoredLink[]>> {
  const read = await readEvents(shop.db, pass, asked)
  return read.ok ? keep(shop, { passId: pass.id }, read.value) : read
}

/** What would prevent it. */
export async function readEvents(
  db: Queryable,
  pass: Pick<PassOwner, 'id' | 'organizationId'>,
  asked: readonly AskedEvent[],
): Promise<Outcome<LinkDraft[]>> {
  const events = await loadLinkableEvents(
    db,
    pass.organizationId,
    asked.map(({ slug }) => slug),
  )
  const links = asked.map(({ slug, categories }, index): AskedLink => {
    const event = events.find(one => one.slug === slug)
    const found = event && { eventId: event.id, passId: pass.id }
    return { name: slug, field: `events[${index}]`, found, categories, ofEvent: event?.categories ?? [] }
  })
  return readLinks(links, 'event')
}

/** The same from the side of the event. */
export async function putPassesOfEvent(
  shop: Needs,
  event: EventOwner,
  asked: readonly AskedPass[],
): Promise<Outcome<readonly StoredLink[]>> {
  const ids = asked.map(({ publicId }) => publicId.toLowerCase()).filter(isUuid)
  const passes = await loadLinkablePasses(shop.db, event.organizationId, ids)
  const [found] = await loadLinkableEvents(shop.db, event.organizationId, [event.shortName])
  const links = asked.map(({ publicId, categories }, index): AskedLink => {
    const pass = passes.find(one => one.publicId === publicId.toLowerCase())
    const ends = pass && { eventId: event.id, passId: pass.id }
    return { name: publicId, field: `[${index}]`, found: ends, categories, ofEvent: found?.categories ?? [] }
  })
  const read = readLinks(links, 'pass')
  return read.ok ? keep(shop, { eventId: event.id }, read.value) : read
}

/** Events that take a pass no more, and those that now do, are offered anew. */
async function keep(
  { db, catalog }: Needs,
  side: { readonly passId: number } | { readonly eventId: number },
  links: readonly LinkDraft[],
): Promise<Outcome<readonly StoredLink[]>> {
  const { before, after } = await transaction(db, async tx => {
    await lockLinks(tx, 'passId' in side ? side.passId : side.eventId)
    const stored = await loadLinks(tx, side)
    await putLinks(tx, side, links)
    return { before: stored, after: await loadLinks(tx, side) }
  })
  for (const { eventId, slug } of [...before, ...after]) catalog.offerChanged({ id: eventId, shortName: slug })
  return accepted(after)
}
