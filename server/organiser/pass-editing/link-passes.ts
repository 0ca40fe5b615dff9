import { type Outcome, accepted } from '#domain/foundation/outcome.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { type LinkRequest, type LinkDraft, readLinks } from '#domain/organiser/pass-editing/judge-pass.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, transaction, type Tx } from '#server/foundation/database/database.ts'
import type { PassOwner } from './find-pass.ts'

/** Ids of categories, or their names; none: all. */
type EventLinkRequest = { readonly slug: string; readonly categories: readonly (number | string)[] }
type PassLinkRequest = { readonly publicId: string; readonly categories: readonly number[] }

type Needs = Pick<Shop, 'db' | 'catalog'>

export const eventsOfPass = ({ db }: Pick<Shop, 'db'>, { id }: PassOwner): Promise<StoredLink[]> =>
  loadLinks(db, { passId: id })

export const passesOfEvent = ({ db }: Pick<Shop, 'db'>, { id }: EventOwner): Promise<StoredLink[]> =>
  loadLinks(db, { eventId: id })

/** Says which events take a pass, all of them at once. Refused for what the organisation hasn't got. */
export async function putEventsOfPass(
  shop: Needs,
  pass: PassOwner,
  requested: readonly EventLinkRequest[],
): Promise<Outcome<readonly StoredLink[]>> {
  const read = await readEvents(shop.db, pass, requested)
  return read.ok ? keep(shop, { passId: pass.id }, read.value) : read
}

/** What would prevent it. */
export async function readEvents(
  db: Queryable,
  pass: Pick<PassOwner, 'id' | 'organizationId'>,
  requested: readonly EventLinkRequest[],
): Promise<Outcome<LinkDraft[]>> {
  const events = await loadLinkableEvents(
    db,
    pass.organizationId,
    requested.map(({ slug }) => slug),
  )
  const links = requested.map(({ slug, categories }, index): LinkRequest => {
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
  requested: readonly PassLinkRequest[],
): Promise<Outcome<readonly StoredLink[]>> {
  const ids = requested.map(({ publicId }) => publicId.toLowerCase()).filter(isUuid)
  const passes = await loadLinkablePasses(shop.db, event.organizationId, ids)
  const [found] = await loadLinkableEvents(shop.db, event.organizationId, [event.shortName])
  const links = requested.map(({ publicId, categories }, index): LinkRequest => {
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

/** One event and one pass that goes with it, by the names that organisers know them by. */
export type StoredLink = {
  readonly eventId: number
  readonly slug: string
  readonly publicId: string
  readonly categories: number[]
}

type Side = { readonly passId: number } | { readonly eventId: number }

export async function loadLinks(db: Queryable, side: Side): Promise<StoredLink[]> {
  return db.kysely
    .selectFrom('event_pass')
    .innerJoin('event', 'event.id', 'event_pass.event_id')
    .innerJoin('pass', 'pass.id', 'event_pass.pass_id')
    .select(['event.id as eventId', 'event.short_name as slug', 'pass.public_id as publicId', 'event_pass.categories'])
    .where(({ eb }) =>
      'passId' in side ? eb('event_pass.pass_id', '=', side.passId) : eb('event_pass.event_id', '=', side.eventId),
    )
    .orderBy('event.starts_at')
    .orderBy('event.id')
    .orderBy('pass.id')
    .execute()
}

/** The events that take a pass, with the names of the categories it is limited to, as a pass file states them. */
export type StatedLink = { readonly slug: string; readonly categories: string[] }

export async function statedLinks(db: Queryable, passId: number): Promise<StatedLink[]> {
  const links = await loadLinks(db, { passId })
  const ids = links.flatMap(({ categories }) => categories)
  if (ids.length === 0) return links.map(({ slug }) => ({ slug, categories: [] }))
  const named = await db.kysely
    .selectFrom('ticket_category')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .orderBy('ordinal')
    .orderBy('id')
    .execute()
  return links.map(({ slug, categories }) => ({
    slug,
    categories: named.filter(({ id }) => categories.includes(id)).map(({ name }) => name),
  }))
}

export type LinkableEvent = {
  readonly id: number
  readonly slug: string
  readonly categories: readonly { readonly id: number; readonly name: string }[]
}

/** Events of an organisation by their short names, with their categories. */
export async function loadLinkableEvents(
  db: Queryable,
  organizationId: number,
  slugs: readonly string[],
): Promise<LinkableEvent[]> {
  if (slugs.length === 0) return []
  const events = await db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context', 'purchase_context.id', 'event.id')
    .select(['event.id', 'event.short_name as slug'])
    .where('purchase_context.organization_id', '=', organizationId)
    .where('event.short_name', 'in', [...slugs])
    .execute()
  if (events.length === 0) return []
  const categories = await db.kysely
    .selectFrom('ticket_category')
    .select(['id', 'name', 'event_id'])
    .where(
      'event_id',
      'in',
      events.map(({ id }) => id),
    )
    .execute()
  return events.map(event => ({ ...event, categories: categories.filter(({ event_id }) => event_id === event.id) }))
}

/** Passes of an organisation by their public ids. */
export async function loadLinkablePasses(
  db: Queryable,
  organizationId: number,
  publicIds: readonly string[],
): Promise<{ id: number; publicId: string }[]> {
  if (publicIds.length === 0) return []
  return db.kysely
    .selectFrom('pass')
    .innerJoin('purchase_context', 'purchase_context.id', 'pass.id')
    .select(['pass.id', 'pass.public_id as publicId'])
    .where('purchase_context.organization_id', '=', organizationId)
    .where('pass.public_id', 'in', [...publicIds])
    .execute()
}

/** Keeps others from changing what goes with this event or pass until the transaction ends. */
export async function lockLinks(tx: Tx, contextId: number): Promise<void> {
  await tx.kysely.selectFrom('purchase_context').select('id').where('id', '=', contextId).forNoKeyUpdate().execute()
}

/** All links of an event or a pass from now on; those that stay as they are are not touched. */
export async function putLinks(tx: Tx, side: Side, links: readonly LinkDraft[]): Promise<void> {
  let gone = tx.kysely.deleteFrom('event_pass')
  if ('passId' in side) {
    gone = gone.where('pass_id', '=', side.passId)
    if (links.length > 0)
      gone = gone.where(
        'event_id',
        'not in',
        links.map(({ eventId }) => eventId),
      )
  } else {
    gone = gone.where('event_id', '=', side.eventId)
    if (links.length > 0)
      gone = gone.where(
        'pass_id',
        'not in',
        links.map(({ passId }) => passId),
      )
  }
  await gone.execute()
  if (links.length === 0) return
  await tx.kysely
    .insertInto('event_pass')
    .values(links.map(link => ({ event_id: link.eventId, pass_id: link.passId, categories: [...link.categories] })))
    .onConflict(conflict =>
      conflict.columns(['event_id', 'pass_id']).doUpdateSet(({ ref }) => ({ categories: ref('excluded.categories') })),
    )
    .execute()
}
