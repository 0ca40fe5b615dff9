import type { BasicEventInfo } from '#contract/event.ts'
import type { Event } from '#domain/catalog/event.ts'
import { containsWords } from '#domain/catalog/find-events.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Shop } from '#server/context.ts'
import { leavingOutBroken } from '#server/catalog/leaving-out-broken.ts'
import { takesPlaceIn } from './month.ts'
import { presentBasicEvent } from './present.ts'
import { listEvents } from '#server/catalog/offers.ts'

export type ListQuery = {
  /** The id of a bought pass; what can't be one is ignored. */
  readonly subscription?: string | undefined
  readonly organizer?: number | undefined
  readonly organizerSlug?: string | undefined
  /** Each may name several, separated by commas. */
  readonly tags?: readonly string[] | undefined
  /** Words that must all occur; accents and case don't matter. */
  readonly search?: string | undefined
  /** "2027-05": what takes place then, by the clock of its place. */
  readonly month?: string | undefined
}

/** The events a visitor may choose from, as the API tells them. */
export async function listAnswer(
  shop: Pick<Shop, 'db' | 'clock' | 'texts' | 'log'>,
  { subscription = '', organizer, organizerSlug, tags = [], search = '', month }: ListQuery,
): Promise<BasicEventInfo[]> {
  const events = await listEvents(shop, shop.clock.now(), {
    ...(organizer !== undefined && { organizationId: organizer }),
    ...(organizerSlug && { organizationSlug: organizerSlug }),
    ...(isUuid(subscription) && { boughtPassId: subscription }),
    tags: tags.flatMap(tag => tag.split(',')).filter(tag => tag.trim() !== ''),
  })
  const present = (found: readonly Event[]) =>
    found
      .filter(event => month === undefined || takesPlaceIn(month, event))
      .filter(event => search.trim() === '' || containsWords(searchedTexts(event), search))
      .map(event => presentBasicEvent(event, shop.texts))
  return leavingOutBroken(events, present, shop.log)
}

/** What a search looks at: everything a list could show of an event, in all its languages. */
function searchedTexts({ title, shortDescription, location, organization, tags }: Event): string[] {
  return [...Object.values(title), ...Object.values(shortDescription), location ?? '', organization.name, ...tags]
}
