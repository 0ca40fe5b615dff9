import type { EventChoices } from '#contract/own.ts'
import type { Event } from '#domain/catalog/event.ts'
import type { Instant } from '#domain/instant.ts'
import type { Shop } from '#server/context.ts'
import { leavingOutBroken } from '#server/catalog/leaving-out-broken.ts'
import { monthOf } from './month.ts'
import { listEvents } from '#server/catalog/offers.ts'
import { listPasses } from '#server/catalog/passes.ts'

/** What the list of events can be narrowed to; of one organisation where its slug is given. */
export async function eventChoices(
  shop: Pick<Shop, 'db' | 'clock' | 'log'>,
  { organizerSlug }: { readonly organizerSlug?: string | undefined },
): Promise<EventChoices> {
  const now = shop.clock.now()
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
