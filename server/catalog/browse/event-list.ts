import type { BasicEventInfo } from '#contract/event.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { searchWords } from '#domain/catalog/catalog/find-events.ts'
import { monthOf } from '#domain/catalog/catalog/when.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import type { Shop } from '#server/catalog/context.ts'
import {
  type EventFilter,
  type ListFilter,
  eventsById,
  listEvents,
  listedIds,
  presentEach,
} from '#server/catalog/catalog/offers.ts'
import { presentBasicEvent } from './present.ts'
import { type Instant, minutes } from '#domain/foundation/instant.ts'
import { type Kept, keptAnswers } from './kept-answers.ts'
import type { EventChoices } from '#contract/own.ts'
import { listPasses } from '#server/catalog/catalog/passes.ts'

export type ListQuery = OfferQuery & {
  /** The id of a bought pass, or of one on offer; what can't be one is ignored. */
  readonly subscription?: string | undefined
  /** Words that must all occur; accents and case don't matter. */
  readonly search?: string | undefined
  /** "2027-05": what takes place then, by the clock of its place. */
  readonly month?: string | undefined
  /** Some of their tickets cost nothing. */
  readonly free?: 'true' | undefined
  /** They can be attended online. */
  readonly online?: 'true' | undefined
  /** They take place on the weekend that comes, or is. */
  readonly weekend?: 'true' | undefined
}

export type ListShop = Pick<Shop, 'db' | 'clock' | 'texts' | 'log' | 'catalog'>

export type EventList = Kept<readonly BasicEventInfo[]>

/** The events a visitor may choose from, as the API lists them; made anew when one has come, gone or changed. */
export function eventLists(shop: ListShop): (query: ListQuery) => Promise<EventList> {
  const kept = keptAnswers<readonly BasicEventInfo[]>()
  return async query => {
    const state = await shop.catalog.listedEvents(shop.clock.now(), eventFilterOf(query))
    return kept(JSON.stringify(query), [state], () => readList(shop, state))
  }
}

async function readList(shop: ListShop, state: string): Promise<BasicEventInfo[]> {
  const events = await eventsById(shop, listedIds(state))
  return presentEach(events, event => presentBasicEvent(event, shop.texts), shop.log)
}

export function eventFilterOf({ subscription = '', search = '', month, ...query }: ListQuery): EventFilter {
  const words = searchWords(search)
  return {
    ...offerFilterOf(query),
    ...(isUuid(subscription) && { passNumber: subscription }),
    ...(words.length > 0 && { words }),
    ...(month !== undefined && { month }),
    ...(query.free !== undefined && { isFree: true }),
    ...(query.online !== undefined && { isOnline: true }),
    ...(query.weekend !== undefined && { isOnWeekend: true }),
  }
}

type ChoiceShop = Pick<Shop, 'db' | 'clock' | 'log' | 'catalog'>
export type ChoiceQuery = { readonly organizerSlug?: string | undefined }

/**
 * What the list of events can be narrowed to; of one organisation where its slug is given. Made anew when one of its events, or of the passes
 * that name an organisation without events, has come, gone or changed, and when a month may have begun somewhere.
 */
export function eventChoices(shop: ChoiceShop): (query: ChoiceQuery) => Promise<Kept<EventChoices>> {
  const kept = keptAnswers<EventChoices>()
  return async ({ organizerSlug = '' }) => {
    const now = shop.clock.now()
    const filter = { ...(organizerSlug && { organizationSlug: organizerSlug }) }
    const events = await shop.catalog.listedEvents(now, filter)
    const passes = events === '' && organizerSlug ? await shop.catalog.listedPasses(now, filter) : ''
    return kept(organizerSlug, [events, passes, Math.floor(now / LEAST_OFFSET_MS)], () =>
      readChoices(shop, now, organizerSlug),
    )
  }
}

/** The clocks of all zones differ by a multiple of it. */
const LEAST_OFFSET_MS = minutes(15)

async function readChoices(shop: ChoiceShop, now: Instant, organizerSlug: string): Promise<EventChoices> {
  const filter = { ...(organizerSlug && { organizationSlug: organizerSlug }) }
  const events = await listEvents(shop, now, filter)
  // What began before this month is there now.
  const firstMonth = ({ startsAt, timeZone }: Event) => monthOf(startsAt > now ? startsAt : now, timeZone)
  const choices = choicesAmong(await presentEach(events, event => ({ event, month: firstMonth(event) }), shop.log))
  if (!organizerSlug) return { ...choices, organizerName: null }
  const [first] = events.length > 0 ? events : await listPasses(shop, now, filter)
  return { ...choices, organizerName: first?.organization.name ?? null }
}

type ListedInMonth = { readonly event: Event; readonly month: string }

function choicesAmong(listed: readonly ListedInMonth[]): Omit<EventChoices, 'organizerName'> {
  const organizers = new Map(listed.map(({ event: { organization: own } }) => [own.id, { id: own.id, name: own.name }]))
  return {
    events: listed.length,
    months: [...new Set(listed.map(({ month }) => month))].toSorted(),
    tags: mostUsedFirst(listed.flatMap(({ event }) => [...new Set(event.tags)])),
    organizers: [...organizers.values()].toSorted((a, b) => byName.compare(a.name, b.name)),
  }
}

const byName = new Intl.Collator('en')

/** Tags with a comma can't be asked for: a comma parts two tags. */
function mostUsedFirst(tags: readonly string[]): string[] {
  const counts = Map.groupBy(
    tags.filter(tag => tag.trim() !== '' && !tag.includes(',')),
    tag => tag,
  )
  return [...counts]
    .toSorted(([a, one], [b, other]) => other.length - one.length || byName.compare(a, b))
    .map(([tag]) => tag)
}

/** What narrows a list of events as well as one of passes. */
export type OfferQuery = {
  readonly organizer?: number | undefined
  readonly organizerSlug?: string | undefined
  /** All are required; each may name several, separated by commas. */
  readonly tags?: readonly string[] | undefined
}

export function offerFilterOf({ organizer, organizerSlug, tags = [] }: OfferQuery) {
  return {
    ...(organizer !== undefined && { organizationId: organizer }),
    ...(organizerSlug && { organizationSlug: organizerSlug }),
    tags: tags.flatMap(tag => tag.split(',')).filter(tag => tag.trim() !== ''),
  } satisfies ListFilter
}
