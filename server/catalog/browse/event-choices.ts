import type { EventChoices } from '#contract/own.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { type Instant, minutes } from '#domain/foundation/instant.ts'
import type { Shop } from '#server/catalog/context.ts'
import { leavingOutBroken } from '#server/catalog/catalog/leaving-out-broken.ts'
import { monthOf } from './month.ts'
import { listEvents, listState } from '#server/catalog/catalog/offers.ts'
import { listPasses, passesState } from '#server/catalog/catalog/passes.ts'
import { type Kept, keptAnswers } from './kept-answers.ts'

type ChoiceShop = Pick<Shop, 'db' | 'clock' | 'log'>
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
    const events = await listState(shop.db, now, filter)
    const passes = events === '' && organizerSlug ? await passesState(shop.db, now, filter) : ''
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
  const choices = leavingOutBroken(events, found => choicesAmong(found, now), shop.log)
  if (!organizerSlug) return { ...choices, organizerName: null }
  const [first] = events.length > 0 ? events : await listPasses(shop, now, filter)
  return { ...choices, organizerName: first?.organization.name ?? null }
}

function choicesAmong(events: readonly Event[], now: Instant): Omit<EventChoices, 'organizerName'> {
  // What began before this month is there now.
  const firstMonth = ({ startsAt, timeZone }: Event) => monthOf(startsAt > now ? startsAt : now, timeZone)
  const organizers = new Map(events.map(({ organization: { id, name } }) => [id, { id, name }]))
  return {
    events: events.length,
    months: [...new Set(events.map(firstMonth))].toSorted(),
    tags: mostUsedFirst(events.flatMap(({ tags }) => [...new Set(tags)])),
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
