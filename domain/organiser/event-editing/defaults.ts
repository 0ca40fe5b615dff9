import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { CategoryRequest, EventRequest, TicketsRequest } from './event-request.ts'
import { trimmed } from './reading.ts'
import { slugOf } from './slug.ts'
import { localTime } from './writing.ts'

/** Where a default comes from. */
export type Origin = 'FOYER' | 'SHOP' | 'ORGANIZATION' | 'EVENT'

/** A value, and where it comes from. */
export type Proposed<Value> = { readonly value: Value; readonly from: Origin }

/** What is proposed for a new event of an organisation. */
export type Proposals = {
  readonly now: Instant
  readonly timeZone: Proposed<string>
  readonly currency: Proposed<string>
  readonly language: Proposed<string>
  /** The ways to pay that work there, or those that could. */
  readonly paymentMethods: Proposed<readonly PaymentProxy[]>
}

/** A default that was taken: the member, and its value as the request would state it. */
export type TakenDefault = { readonly member: string; readonly value: string; readonly from: Origin }

/** Seats of an event whose organiser states no number. */
const SEATS = 100
const HOURS = 2

/**
 * Completes the request for a new event: a title, a start and a place are enough. What is sold needs a name and a price;
 * it is on sale from now until the event starts. Without categories the event is only announced.
 */
export function withDefaults(
  request: EventRequest,
  proposals: Proposals,
): { readonly request: EventRequest; readonly defaults: readonly TakenDefault[] } {
  const defaults: TakenDefault[] = []
  const take = <Value>(member: string, { value, from }: Proposed<Value>): Value => {
    defaults.push({ member, value: Array.isArray(value) ? value.join(', ') : String(value), from })
    return value
  }
  const timezone = trimmed(request.timezone) ?? take('timezone', proposals.timeZone)
  const endDate = trimmed(request.endDate) ?? shifted(request.startDate, { hours: HOURS })
  if (trimmed(request.endDate) === null && endDate !== null) take('endDate', { value: endDate, from: 'EVENT' })
  if (trimmed(request.slug) === null) take('slug', { value: slugOf(request.title ?? ''), from: 'EVENT' })
  const hasLanguages = Boolean(request.description?.length) || Boolean(request.languages?.length)
  const languages = hasLanguages ? request.languages : [take('languages', proposals.language)]
  const tickets = request.tickets?.categories?.length
    ? ticketsWithDefaults(request.tickets, { ...request, timezone }, proposals, take)
    : request.tickets
  return { request: { ...request, timezone, endDate, languages, tickets }, defaults }
}

type Take = <Value>(member: string, proposed: Proposed<Value>) => Value

function ticketsWithDefaults(
  tickets: TicketsRequest,
  event: EventRequest,
  proposals: Proposals,
  take: Take,
): TicketsRequest {
  const categories = (tickets.categories ?? []).map((category, index) =>
    categoryWithDefaults(category, `tickets.categories[${index}]`, { event, proposals, take }),
  )
  const isFree = categories.every(({ price }) => (price ?? null) === 0)
  const freeOfCharge = tickets.freeOfCharge ?? take('tickets.freeOfCharge', { value: isFree, from: 'EVENT' })
  const own = categories.reduce((sum, { maxTickets }) => sum + (maxTickets ?? 0), 0)
  const isPooled = categories.some(({ maxTickets }) => !maxTickets)
  const seats = { value: own + (isPooled ? SEATS : 0), from: isPooled ? 'FOYER' : 'EVENT' } as const
  const completed = { ...tickets, categories, freeOfCharge, max: tickets.max ?? take('tickets.max', seats) }
  if (freeOfCharge) return completed
  return {
    ...completed,
    currency: trimmed(tickets.currency) ?? take('tickets.currency', proposals.currency),
    paymentMethods: tickets.paymentMethods ?? take('tickets.paymentMethods', proposals.paymentMethods),
  }
}

type Around = { readonly event: EventRequest; readonly proposals: Proposals; readonly take: Take }

/** On sale from now until the event starts; one that has started was on sale for a day before. */
function categoryWithDefaults(
  category: CategoryRequest,
  field: string,
  { event, proposals, take }: Around,
): CategoryRequest {
  const zone = event.timezone ?? ''
  const end = trimmed(category.endSellingDate) ?? trimmed(event.startDate)
  const now = localNow(proposals.now, zone)
  const start =
    trimmed(category.startSellingDate) ?? (end !== null && now !== null && now >= end ? dayBefore(end) : now)
  if (trimmed(category.startSellingDate) === null && start !== null)
    take(`${field}.startSellingDate`, { value: start, from: 'FOYER' })
  if (trimmed(category.endSellingDate) === null && end !== null)
    take(`${field}.endSellingDate`, { value: end, from: 'EVENT' })
  return { ...category, startSellingDate: start, endSellingDate: end }
}

const MINUTE = 60_000

/** The minute that it is in a zone; null in one that there isn't: the reader refuses it. */
export function localNow(now: Instant, zone: string): string | null {
  try {
    return localTime(instant(now - (now % MINUTE)), zone)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const dayBefore = (local: string): string | null => shifted(local, { days: -1 })

/** A local date-time so much later; null where it is none. */
function shifted(local: string | null | undefined, span: Temporal.DurationLike): string | null {
  try {
    return Temporal.PlainDateTime.from(local ?? '')
      .add(span)
      .toString({ smallestUnit: 'minute' })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
