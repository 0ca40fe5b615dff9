import { type Instant, type Window, instant } from '#domain/foundation/instant.ts'
import type { EventDraft } from './event-draft.ts'

/**
 * The event as it is after a move to another zone: people print local times, so that every clock shows what it showed. A time
 * that the new zone skips in spring counts as the next one.
 */
export function inZone(stored: EventDraft, zone: string): EventDraft {
  if (zone === stored.timeZone) return stored
  const moved = (moment: Instant): Instant => {
    const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(stored.timeZone).toPlainDateTime()
    return instant(local.toZonedDateTime(zone).epochMilliseconds)
  }
  const maybe = (moment: Instant | null) => (moment === null ? null : moved(moment))
  const window = ({ start, end }: Window): Window => ({ start: moved(start), end: moved(end) })
  return {
    ...stored,
    timeZone: zone,
    startsAt: moved(stored.startsAt),
    endsAt: moved(stored.endsAt),
    callLinks: stored.callLinks.map(call => ({ ...call, ...window(call) })),
    categories: stored.categories.map(category => ({
      ...category,
      onSale: window(category.onSale),
      checkInFrom: maybe(category.checkInFrom),
      checkInTo: maybe(category.checkInTo),
      validFrom: maybe(category.validFrom),
      validTo: maybe(category.validTo),
    })),
    services: stored.services.map(service => ({ ...service, onSale: window(service.onSale) })),
    promoCodes: stored.promoCodes.map(code => ({ ...code, valid: window(code.valid) })),
  }
}
