import type { Category, CategoryId } from '#domain/catalog/catalog/category.ts'
import { NO_FACTS } from '#domain/catalog/catalog/event-facts.ts'
import type { Event, EventOffer } from '#domain/catalog/catalog/event.ts'
import type { OrganizationId, PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import { after, days, instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { currency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { UNTAXED } from '#domain/catalog/price/vat.ts'

/** An ordinary moment in a test's life: 15 January 2027, 08:00 UTC. */
export const SOME_DAY = instant(1_800_000_000_000)

type With<Type, Replaced> = Omit<Partial<Type>, keyof Replaced> & Partial<Replaced>

/** A category on sale from yesterday to tomorrow at 20.00; say what matters. */
export function aCategory({ id = 1, ...changes }: With<Category, { id: number }> = {}): Category {
  return {
    id: id as CategoryId,
    name: `Category ${id}`,
    description: {},
    price: minor(2000n),
    seatSource: { kind: 'pool' },
    isRestricted: false,
    code: null,
    onSale: { start: after(SOME_DAY, -days(1)), end: after(SOME_DAY, days(1)) },
    accessType: 'INHERIT',
    ordinal: id,
    checkInFrom: null,
    checkInTo: null,
    validFrom: null,
    validTo: null,
    ...changes,
  }
}

/** A public event in Zürich in thirty days, in CHF, untaxed; say what matters. */
export function anEvent(changes: Partial<Event> = {}): Event {
  return {
    kind: 'event',
    id: 1 as PurchaseContextId,
    organization: { id: 1 as OrganizationId, name: 'Music club', email: 'club@example.org', slug: 'music-club' },
    status: 'PUBLIC',
    languages: ['en' as Language],
    title: { en: 'Spring concert' },
    description: { en: 'An evening of music' },
    shortDescription: {},
    fileDigest: null,
    websiteUrl: null,
    termsUrl: 'https://example.org/terms',
    privacyUrl: null,
    timeZone: 'Europe/Zurich',
    currency: currency('CHF') ?? null,
    tax: UNTAXED,
    paymentProxies: ['OFFLINE', 'ON_SITE'],
    tags: [],
    version: 1,
    shortName: 'spring-concert',
    format: 'IN_PERSON',
    isFreeOfCharge: false,
    location: 'Town hall',
    coordinates: null,
    mapDigest: null,
    startsAt: after(SOME_DAY, days(30)),
    endsAt: after(SOME_DAY, days(30) + 8 * 3_600_000),
    seats: 100,
    callLinks: [],
    facts: NO_FACTS,
    cancellation: null,
    ...changes,
  }
}

export function anOffer({
  context: event = anEvent(),
  categories = [aCategory()],
  services = [],
  discountRules = [],
}: Partial<EventOffer> = {}): EventOffer {
  return { context: event, categories, services, discountRules }
}
