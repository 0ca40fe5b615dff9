import type { CategoryRequest, EventRequest, FactsRequest } from './event-request.ts'

/** The local date-time at which an event or a sale is to start, and its zone. */
export type Shift = { readonly to: string; readonly zone: string }

type Moved = (local: string | null | undefined) => string | null | undefined

/**
 * The event with all its dates moved by as much as its start: the same days later or earlier, and the same time on the
 * clock from them. A time that the zone skips in spring becomes the next one. Undefined where the new start is no local
 * date-time.
 */
export function shiftedEvent(request: EventRequest, { to, zone }: Shift): EventRequest | undefined {
  const moved = movedAs(request.startDate ?? '', { to, zone })
  if (moved === undefined) return undefined
  const { tickets, facts } = request
  return {
    ...request,
    startDate: moved(request.startDate),
    endDate: moved(request.endDate),
    onlineCallLinks: request.onlineCallLinks?.map(link => ({
      ...link,
      validFrom: moved(link.validFrom),
      validTo: moved(link.validTo),
    })),
    additionalServices: request.additionalServices?.map(service => ({
      ...service,
      inception: moved(service.inception),
      expiration: moved(service.expiration),
    })),
    facts: facts && shiftedFacts(facts, moved),
    tickets: tickets && {
      ...tickets,
      categories: tickets.categories?.map(category => shiftedCategory(category, moved)),
      promoCodes: tickets.promoCodes?.map(code => ({
        ...code,
        validFrom: moved(code.validFrom),
        validTo: moved(code.validTo),
      })),
    },
  }
}

/** Moves a local date-time by as much as one of them is moved; undefined where either of the two is none. */
export function movedAs(from: string, { to, zone }: Shift): Moved | undefined {
  const span = spanBetween(from, to)
  if (span === undefined) return undefined
  return local =>
    local === null || local === undefined || local === ''
      ? local
      : Temporal.PlainDateTime.from(local).add(span).toZonedDateTime(zone).toPlainDateTime().toString()
}

function spanBetween(from: string, to: string): Temporal.Duration | undefined {
  try {
    return Temporal.PlainDateTime.from(from).until(Temporal.PlainDateTime.from(to), { largestUnit: 'day' })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const shiftedFacts = (facts: FactsRequest, moved: Moved): FactsRequest => ({
  ...facts,
  doors: moved(facts.doors),
  refunds: facts.refunds && { ...facts.refunds, until: moved(facts.refunds.until) },
})

function shiftedCategory(category: CategoryRequest, moved: Moved): CategoryRequest {
  const { customValidity: validity } = category
  return {
    ...category,
    startSellingDate: moved(category.startSellingDate),
    endSellingDate: moved(category.endSellingDate),
    customValidity: validity && {
      checkInFrom: moved(validity.checkInFrom),
      checkInTo: moved(validity.checkInTo),
      validityStart: moved(validity.validityStart),
      validityEnd: moved(validity.validityEnd),
    },
  }
}
