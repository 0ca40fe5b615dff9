import type { CallLink, EventFormat } from '#domain/catalog/catalog/event.ts'
import { type Tax, UNTAXED } from '#domain/catalog/price/vat.ts'
import { type Instant, type Window, instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { readCategories } from './category.ts'
import type { CategoryDraft, EventDraft } from './event-draft.ts'
import { newFindings } from './event-problem.ts'
import type { EventRequest } from './event-request.ts'
import { readFacts } from './facts.ts'
import { readFields } from './field.ts'
import { readGroupLink, readGroups } from './group.ts'
import { readPolls } from './poll.ts'
import { readCodesOfEvent, readCodesOfOrganizer, readDiscounts, refuseOpenCategories } from './promo-code.ts'
import {
  type DecodingContext,
  MAX_SEATS,
  type Reading,
  type TermsOfSale,
  type Times,
  allRead,
  isComplete,
  line,
  percentageOf,
  readCurrency,
  readMoment,
  readPaymentProxies,
  readSettings,
  readTags,
  readTextOverrides,
  readTexts,
  readTimeZone,
  readUrl,
  trimmed,
} from './reading.ts'
import { readServices } from './service.ts'
import { isSlug, slugOf } from './slug.ts'

const MAX_TITLE_LENGTH = 255

/**
 * Reads what an organiser requests. With `stored`, members that are absent or null keep what is stored; times of an
 * event that moves to another zone stay what clocks show. All problems are returned at once. What depends on seats
 * already sold is decided by `planSeats`, what depends on other events and on settings by the caller.
 */
export function decodeEvent(
  request: EventRequest,
  stored: EventDraft | null,
  context: DecodingContext,
): Outcome<EventDraft> {
  const zone = trimmed(request.timezone)
  const kept = stored && zone !== null && context.isTimeZone(zone) ? inZone(stored, zone) : stored
  const reading: Reading = { request, stored: kept, context, findings: newFindings() }
  if (request.extensionSettings?.length) {
    reading.findings.refuse('not-yet-sold', 'extensionSettings', 'extensionSettings')
  }
  const draft = readDraft(reading)
  const [first, ...others] = reading.findings.problems
  if (first !== undefined) return refused(first, ...others)
  if (draft === undefined) throw new Error('a part of the event could not be read, and no problem says why')
  return accepted(draft)
}

function readDraft(reading: Reading): EventDraft | undefined {
  const { request, stored } = reading
  const title = readEventTitle(reading)
  const slug = readSlug(reading, title)
  const texts = readEventTexts(reading)
  const format = readFormat(reading)
  const place = readPlace(reading, format)
  const times = readTimes(reading)
  const urls = readUrls(reading)
  const sale = readTermsOfSale(reading, format)
  const facts = readFacts(reading, { format, times, sale })
  const tags = readTags(reading)
  const categories = readCategories(reading, { format, times, sale })
  if (sale && categories) refuseTooManySeats(reading, sale.seats, categories)
  const firstLanguage = texts?.languages[0]
  const offered = readExtrasAndCodes(reading, { times, sale, categories, firstLanguage })
  const groupLink = readGroupLink(reading, request.groupLink, stored?.groupLink ?? null, 'groupLink')
  const groups = readGroups(reading)
  const overrides = readTextOverrides(reading)
  const polls = readPolls(reading, firstLanguage)
  const fields = readFields(reading, { categories, services: offered?.services, firstLanguage })
  const basics = { title, slug, format, tags, texts, place, times, urls, sale, facts }
  const parts = { ...basics, categories, offered, groupLink, groups, overrides, polls, fields }
  if (!isComplete(parts)) return undefined
  return {
    title: parts.title,
    slug: parts.slug,
    format: parts.format,
    // A new event is a draft until its organiser publishes it (domain rules 5).
    status: request.status ?? stored?.status ?? 'DRAFT',
    ...parts.texts,
    ...parts.place,
    ...parts.times,
    ...parts.urls,
    ...parts.sale,
    facts: parts.facts,
    tags: parts.tags,
    categories: parts.categories,
    settings: readSettings(request.settings, 'settings'),
    services: parts.offered.services,
    promoCodes: parts.offered.promoCodes,
    discounts: parts.offered.discounts,
    groupLink: parts.groupLink,
    polls: parts.polls,
    fields: parts.fields,
    texts: parts.overrides,
    organizer: { groups: parts.groups, promoCodes: parts.offered.organizerCodes },
  }
}

/**
 * The event as it is after a move to another zone: people print local times, so that every clock shows what it showed.
 * A time that the new zone skips in spring counts as the next one.
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
    facts: {
      ...stored.facts,
      doorsAt: maybe(stored.facts.doorsAt),
      refunds: stored.facts.refunds && { ...stored.facts.refunds, until: maybe(stored.facts.refunds.until) },
    },
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

function readEventTitle({ request, stored, findings: { refuse } }: Reading): string | undefined {
  const title = line(request.title) ?? stored?.title
  if (title === undefined) return refuse('title-missing', 'title')
  return title.length <= MAX_TITLE_LENGTH ? title : refuse('title-too-long', 'title', MAX_TITLE_LENGTH)
}

/** The stated short name, or one made out of the title. It never changes once the event is stored. */
function readSlug({ request, stored, findings }: Reading, title: string | undefined): string | undefined {
  const slug = trimmed(request.slug)
  if (stored !== null) {
    return slug === null || slug === stored.slug ? stored.slug : findings.refuse('slug-fixed', 'slug', stored.slug)
  }
  if (slug === null) return title === undefined ? undefined : slugOf(title)
  return isSlug(slug) ? slug : findings.refuse('slug-malformed', 'slug', slug)
}

/** In person unless stated; it never changes once the event is stored. */
function readFormat({ request, stored, findings }: Reading): EventFormat | undefined {
  const format = request.format ?? stored?.format ?? 'IN_PERSON'
  const isFixed = stored !== null && format !== stored.format
  return isFixed ? findings.refuse('format-fixed', 'format', stored.format) : format
}

/**
 * The languages of the event are those of the description, and those that are stated beside it. A new description has its
 * languages; where neither is stated, they stay.
 */
function readEventTexts(
  reading: Reading,
): Pick<EventDraft, 'languages' | 'description' | 'shortDescription'> | undefined {
  const { request, stored, context, findings } = reading
  const description = readTexts(reading, request.description, 'description', stored?.description)
  const shortDescription = readTexts(reading, request.shortDescription, 'shortDescription', stored?.shortDescription)
  if (description === undefined) return undefined
  const isStated = Boolean(request.description ?? request.languages)
  const named = readLanguages(reading)
  if (named === undefined) return undefined
  const languages = context.languages.filter(
    language =>
      description[language] !== undefined ||
      named.includes(language) ||
      (!isStated && stored?.languages.includes(language)),
  )
  if (languages.length === 0) return findings.refuse('description-missing', 'description')
  return shortDescription && { languages, description, shortDescription }
}

function readLanguages({ request, context, findings }: Reading): readonly string[] | undefined {
  const stated = (request.languages ?? []).map(language => language.trim().toLowerCase())
  const unknown = stated.find(language => !context.languages.some(one => one === language))
  if (unknown === undefined) return stated
  return findings.refuse('language-unknown', 'languages', unknown, context.languages.join(', '))
}

function readUrls(reading: Reading): Pick<EventDraft, 'websiteUrl' | 'termsUrl' | 'privacyUrl'> | undefined {
  const { request, stored } = reading
  const website = readUrl(reading, request.websiteUrl, 'websiteUrl', 'website-url-unreadable')
  const terms = readUrl(reading, request.termsAndConditionsUrl, 'termsAndConditionsUrl', 'terms-url-unreadable')
  const privacy = readUrl(reading, request.privacyPolicyUrl, 'privacyPolicyUrl', 'url-unreadable')
  readUrl(reading, request.imageUrl, 'imageUrl', 'image-url-unreadable')
  if (website === undefined || terms === undefined || privacy === undefined) return undefined
  return {
    websiteUrl: website ?? stored?.websiteUrl ?? null,
    termsUrl: terms ?? stored?.termsUrl ?? null,
    privacyUrl: privacy ?? stored?.privacyUrl ?? null,
  }
}

/** Everything but a purely online event takes place somewhere. */
function readPlace(
  reading: Reading,
  format: EventFormat | undefined,
): Pick<EventDraft, 'location' | 'coordinates'> | undefined {
  const { request, stored, findings } = reading
  const location = trimmed(request.location?.fullAddress) ?? stored?.location ?? null
  const coordinates = readCoordinates(reading)
  if (format !== undefined && format !== 'ONLINE' && location === null) {
    return findings.refuse('location-missing', 'location.fullAddress')
  }
  return coordinates === undefined ? undefined : { location, coordinates }
}

function readCoordinates({ request, stored, findings }: Reading): EventDraft['coordinates'] | undefined {
  const latitude = trimmed(request.location?.coordinate?.latitude)
  const longitude = trimmed(request.location?.coordinate?.longitude)
  if (latitude === null && longitude === null) return stored?.coordinates ?? null
  return isDegrees(latitude, 90) && isDegrees(longitude, 180)
    ? { latitude, longitude }
    : findings.refuse('coordinates-unreadable', 'location.coordinate')
}

const isDegrees = (text: string | null, most: number): text is string =>
  text !== null && /^-?\d{1,3}(\.\d{1,12})?$/.test(text) && Math.abs(Number(text)) <= most

/** When the event takes place, and when an online one can be joined. */
function readTimes(reading: Reading): Times | undefined {
  const { request, findings } = reading
  const timeZone = readTimeZone(reading)
  const startsAt = readBound(reading, 'startDate', timeZone)
  const endsAt = readBound(reading, 'endDate', timeZone)
  const callLinks = readCallLinks(reading, timeZone)
  if (timeZone === undefined || startsAt === undefined || endsAt === undefined) return undefined
  if (startsAt >= endsAt) {
    return findings.refuse('ends-before-start', request.endDate ? 'endDate' : 'startDate')
  }
  return callLinks && { timeZone, startsAt, endsAt, callLinks }
}

function readBound(reading: Reading, field: 'startDate' | 'endDate', zone: string | undefined): Instant | undefined {
  const { request, stored, findings } = reading
  const stated = readMoment(reading, request[field], zone, field)
  if (stated !== null) return stated
  const kept = field === 'startDate' ? stored?.startsAt : stored?.endsAt
  return kept ?? findings.refuse('date-missing', field)
}

function readCallLinks(reading: Reading, zone: string | undefined): readonly CallLink[] | undefined {
  const { request, stored, findings } = reading
  if (!request.onlineCallLinks) return stored?.callLinks ?? []
  const links = request.onlineCallLinks.map((call, index): CallLink | undefined => {
    const field = `onlineCallLinks[${index}]`
    const link = readUrl(reading, call.link, `${field}.link`, 'call-link-unreadable')
    const start = readMoment(reading, call.validFrom, zone, `${field}.validFrom`)
    const end = readMoment(reading, call.validTo, zone, `${field}.validTo`)
    if (link === undefined || start === undefined || end === undefined) return undefined
    const isLink = link !== null && start !== null && end !== null && start < end
    return isLink ? { link, start, end } : findings.refuse('call-link-unreadable', field)
  })
  return allRead(links)
}

/** How the event is sold: seats, currency, tax, and ways to pay. */
function readTermsOfSale(reading: Reading, format: EventFormat | undefined): TermsOfSale | undefined {
  const { request, stored } = reading
  const isFreeOfCharge = request.tickets?.freeOfCharge ?? stored?.isFreeOfCharge ?? false
  const stated = request.tickets?.paymentMethods ?? stored?.paymentProxies ?? []
  const rule = { hasDesk: format !== 'ONLINE', isFree: isOnlyAnnounced(reading), field: 'tickets.paymentMethods' }
  const parts = {
    isFreeOfCharge,
    seats: readSeats(reading),
    currency: readCurrencyOfSale(reading, isFreeOfCharge),
    tax: isFreeOfCharge ? UNTAXED : readTax(reading),
    paymentProxies: isFreeOfCharge ? [] : readPaymentProxies(reading, stated, rule),
  }
  return isComplete(parts) ? parts : undefined
}

/** Without categories nothing is sold: neither seats nor a currency nor a way to pay is needed. */
const isOnlyAnnounced = ({ request, stored, context }: Reading): boolean =>
  context.mayOnlyAnnounce && !request.tickets?.categories?.length && !stored?.categories.length

function readSeats(reading: Reading): number | undefined {
  const { request, stored, context, findings } = reading
  const seats = request.tickets?.max ?? stored?.seats ?? (isOnlyAnnounced(reading) ? 0 : undefined)
  if (seats === undefined) return findings.refuse('seats-missing', 'tickets.max')
  const least = context.mayOnlyAnnounce ? 0 : 1
  const isFit = seats >= least && seats <= MAX_SEATS
  return isFit ? seats : findings.refuse('seats-out-of-bounds', 'tickets.max', MAX_SEATS)
}

/** Only an event that costs nothing does without a currency. */
function readCurrencyOfSale(reading: Reading, isFreeOfCharge: boolean): EventDraft['currency'] | undefined {
  const stated = readCurrency(reading, reading.request.tickets?.currency, 'tickets.currency')
  if (stated !== null) return stated
  const kept = reading.stored?.currency ?? null
  const isNeeded = !isFreeOfCharge && !isOnlyAnnounced(reading)
  return kept === null && isNeeded ? reading.findings.refuse('currency-missing', 'tickets.currency') : kept
}

/** Prices contain the tax unless stated otherwise; no percentage, or 0, means untaxed (domain rules 1.2). */
function readTax({ request, stored, findings }: Reading): Tax | undefined {
  const stated = request.tickets?.taxPercentage ?? null
  const kept = stored?.tax ?? UNTAXED
  const rate = stated === null ? kept.percentage : percentageOf(stated)
  if (rate === undefined) return findings.refuse('tax-unreadable', 'tickets.taxPercentage', String(stated))
  if (rate === 0n) return UNTAXED
  const isIncluded = request.tickets?.taxIncludedInPrice ?? kept.status !== 'NOT_INCLUDED'
  return { status: isIncluded ? 'INCLUDED' : 'NOT_INCLUDED', percentage: rate }
}

/** The bounded categories fit into the seats, and an unbounded one finds at least one left (domain rules 4.1). */
function refuseTooManySeats({ findings }: Reading, seats: number, categories: readonly CategoryDraft[]): void {
  const owned = categories.map(({ seatSource }) => (seatSource.kind === 'bounded' ? seatSource.seats : 0))
  const bounded = owned.reduce((sum, count) => sum + count, 0)
  if (bounded > seats) findings.refuse('seats-below-bounded', 'tickets.max', bounded, seats)
  else if (bounded === seats && owned.includes(0)) findings.refuse('pool-empty', 'tickets.max', seats)
}

type Around = {
  readonly times: Times | undefined
  readonly sale: TermsOfSale | undefined
  readonly categories: readonly CategoryDraft[] | undefined
  readonly firstLanguage: string | undefined
}

/** Extras, codes and discounts: they name categories, and have the event's currency, zone and end. */
function readExtrasAndCodes(reading: Reading, around: Around) {
  if (!isComplete(around)) return undefined
  const { times, sale, categories, firstLanguage } = around
  const scope = { times, currency: sale.currency, categories }
  const offered = {
    services: readServices(reading, { times, sale, firstLanguage }),
    promoCodes: readCodesOfEvent(reading, scope),
    organizerCodes: readCodesOfOrganizer(reading, scope),
    discounts: readDiscounts(reading, scope),
  }
  if (offered.promoCodes) refuseOpenCategories(reading, offered.promoCodes, categories)
  return isComplete(offered) ? offered : undefined
}
