import type { BasicEventInfo } from '#contract/event.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { containsWords } from '#domain/catalog/catalog/find-events.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import type { Shop } from '#server/catalog/context.ts'
import { leavingOutBroken } from '#server/catalog/catalog/leaving-out-broken.ts'
import { takesPlaceIn } from './month.ts'
import { presentBasicEvent } from './present.ts'
import { type OfferQuery, offerFilterOf } from './offer-filter.ts'
import { type ListFilter, listEvents, listState } from '#server/catalog/catalog/offers.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Kept, keptAnswers } from './kept-answers.ts'

export type ListQuery = OfferQuery & {
  /** The id of a bought pass, or of one on offer; what can't be one is ignored. */
  readonly subscription?: string | undefined
  /** Words that must all occur; accents and case don't matter. */
  readonly search?: string | undefined
  /** "2027-05": what takes place then, by the clock of its place. */
  readonly month?: string | undefined
}

type ListShop = Pick<Shop, 'db' | 'clock' | 'texts' | 'log'>

export type EventList = Kept<readonly BasicEventInfo[]>

/** The events a visitor may choose from, as the API lists them; made anew when one has come, gone or changed. */
export function eventLists(shop: ListShop): (query: ListQuery) => Promise<EventList> {
  const kept = keptAnswers<readonly BasicEventInfo[]>()
  return async query => {
    const now = shop.clock.now()
    const state = await listState(shop.db, now, filterOf(query))
    return kept(JSON.stringify(query), [state], () => readList(shop, now, query))
  }
}

async function readList(shop: ListShop, now: Instant, query: ListQuery): Promise<BasicEventInfo[]> {
  const { search = '', month } = query
  const events = await listEvents(shop, now, filterOf(query))
  const present = (found: readonly Event[]) =>
    found
      .filter(event => month === undefined || takesPlaceIn(month, event))
      .filter(event => search.trim() === '' || containsWords(searchedTexts(event), search))
      .map(event => presentBasicEvent(event, shop.texts))
  return leavingOutBroken(events, present, shop.log)
}

function filterOf({ subscription = '', ...query }: ListQuery): ListFilter {
  return { ...offerFilterOf(query), ...(isUuid(subscription) && { passNumber: subscription }) }
}

/** What a search looks at: everything a list could show of an event, in all its languages. */
function searchedTexts({ title, shortDescription, location, organization, tags }: Event): string[] {
  return [...Object.values(title), ...Object.values(shortDescription), location ?? '', organization.name, ...tags]
}
