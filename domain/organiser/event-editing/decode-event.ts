import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { EventDraft, Known } from './event-draft.ts'
import { type EventProblem, findings } from './event-problem.ts'
import type { EventRequest } from './event-request.ts'
import { refuseWhatIsNotYetSold } from './refuse-unsupported.ts'
import { readEventTexts, readFormat, readPlace, readSlug, readStatus, readTitle, readUrls } from './read-basics.ts'
import { readCategories } from './category.ts'
import { readFields } from './field.ts'
import { readGroupLink, readGroups } from './group.ts'
import { inZone } from './in-zone.ts'
import { type Reading, readSettings, trimmed, readTags } from './reading.ts'
import { readPolls } from './poll.ts'
import { readTermsOfSale } from './read-terms-of-sale.ts'
import { readExtrasAndCodes } from './read-extras-and-codes.ts'
import { readTextOverrides } from './read-text-overrides.ts'
import { readTimes } from './read-times.ts'

/**
 * Reads what an organiser asks for. With `stored`, members that are absent or null keep what is stored; times of an
 * event that moves to another zone stay what clocks show. All problems are returned at once. What depends on seats
 * already sold is decided by `planSeats`, what depends on other events and on settings by the caller.
 */
export function decodeEvent(request: EventRequest, stored: EventDraft | null, known: Known): Outcome<EventDraft> {
  const zone = trimmed(request.timezone)
  const kept = stored && zone !== null && known.isTimeZone(zone) ? inZone(stored, zone) : stored
  const reading: Reading = { request, stored: kept, known, findings: findings() }
  refuseWhatIsNotYetSold(reading)
  const draft = readDraft(reading)
  const [first, ...others] = reading.findings.problems
  if (first !== undefined) return refused(first, ...others)
  if (draft === undefined) throw new Error('a part of the event could not be read, and no problem says why')
  return accepted(draft)
}

function readDraft(reading: Reading): EventDraft | undefined {
  const { request, findings } = reading
  const title = readTitle(reading)
  const slug = readSlug(reading, title)
  const texts = readEventTexts(reading)
  const format = readFormat(reading)
  const place = readPlace(reading, format)
  const times = readTimes(reading)
  const urls = readUrls(reading)
  const sale = readTermsOfSale(reading, format)
  const status = readStatus(reading)
  const tags = readTags(reading)
  const categories = readCategories(reading, { format, times, sale })
  if (sale && categories) checkSeats({ seats: sale.seats, categories }, findings.refuse)
  const offered = readExtrasAndCodes(reading, { times, sale, categories, firstLanguage: texts?.languages[0] })
  const groupLink = readGroupLink(reading, request.groupLink, reading.stored?.groupLink ?? null, 'groupLink')
  const groups = readGroups(reading)
  const overrides = readTextOverrides(reading)
  const polls = readPolls(reading, texts?.languages[0])
  const fields = readFields(reading, { categories, services: offered?.services, firstLanguage: texts?.languages[0] })
  if (title === undefined || slug === undefined || format === undefined || status === undefined) return undefined
  if (!texts || !place || !times || !urls || !sale || !tags || !categories || !offered || !overrides) return undefined
  if (groupLink === undefined || groups === undefined || polls === undefined || fields === undefined) return undefined
  const { organizerCodes, ...extrasAndCodes } = offered
  const organizer = { groups, promoCodes: organizerCodes }
  const settings = readSettings(request.settings, 'settings')
  const described = { title, slug, format, status, ...texts, ...place, ...times, ...urls, ...sale, tags }
  return {
    ...described,
    categories,
    settings,
    ...extrasAndCodes,
    groupLink,
    polls,
    fields,
    texts: overrides,
    organizer,
  }
}

type Refuse = (code: EventProblem['code'], field: string, ...args: (string | number)[]) => undefined

/** The bounded categories fit into the seats, and an unbounded one finds at least one left (domain rules 4.1). */
function checkSeats({ seats, categories }: Pick<EventDraft, 'seats' | 'categories'>, refuse: Refuse): void {
  const owned = categories.map(({ seatSource }) => (seatSource.kind === 'bounded' ? seatSource.seats : 0))
  const bounded = owned.reduce((sum, count) => sum + count, 0)
  if (bounded > seats) refuse('seats-below-bounded', 'tickets.max', bounded, seats)
  else if (bounded === seats && owned.includes(0)) refuse('pool-empty', 'tickets.max', seats)
}
