import type {
  AdditionalInfoRequest,
  AdditionalServiceRequest,
  CategoryRequest,
  EventFile,
  PromoCodeRequest,
} from '#contract/event-file.ts'
import type { Instant } from '#domain/foundation/instant.ts'

const ZONE = 'Europe/Zurich'

/** Local date-time in the zone of the event, so many days (and hours) from a moment. */
export function localTime(now: Instant, span: { days?: number; hours?: number; minutes?: number }): string {
  return Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(ZONE)
    .add(span)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
}

/** A category on sale from five days ago for fifty days, CHF 120.00, drawing from the pool; say what matters. */
export function aCategoryFile(now: Instant, changes: CategoryRequest = {}): CategoryRequest {
  return {
    name: 'Conference',
    price: 120,
    maxTickets: 0,
    startSellingDate: localTime(now, { days: -5 }),
    endSellingDate: localTime(now, { days: 50 }),
    ...changes,
  }
}

/** A hidden category of five tickets, each with its token; say what matters. */
export function aHiddenCategoryFile(now: Instant, changes: CategoryRequest = {}): CategoryRequest {
  return aCategoryFile(now, { name: 'Backstage', maxTickets: 5, accessRestricted: true, ...changes })
}

/** A booklet for CHF 10.00 that every buyer may add, one a ticket; state what matters. */
export function aServiceFile(changes: AdditionalServiceRequest = {}): AdditionalServiceRequest {
  return {
    type: 'SUPPLEMENT',
    supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET',
    title: [{ lang: 'en', body: 'Booklet' }],
    price: 10,
    ...changes,
  }
}

/** TENOFF10: 10 % off everything, until the event ends; say what matters. */
export function aPromoCodeFile(changes: PromoCodeRequest = {}): PromoCodeRequest {
  return { name: 'TENOFF10', discountType: 'PERCENTAGE', discount: 10, ...changes }
}

/** Opens the hidden category of `aHiddenCategoryFile`; say what matters. */
export function anAccessCodeFile(changes: PromoCodeRequest = {}): PromoCodeRequest {
  return { name: 'BACKSTAGE', codeType: 'ACCESS', hiddenCategory: 'Backstage', ...changes }
}

/** Every attendee is asked which meal they want; state what matters. */
export function aQuestionFile(changes: Partial<AdditionalInfoRequest> = {}): AdditionalInfoRequest {
  return {
    name: 'meal',
    type: 'LIST_BOX',
    label: [{ lang: 'en', body: 'Which meal?' }],
    ...(changes.type === undefined && { restrictedValues: [{ value: 'meat' }, { value: 'vegan' }] }),
    ...changes,
  }
}

type Changes = Omit<EventFile, 'tickets'> & {
  readonly seats?: number
  readonly promoCodes?: readonly PromoCodeRequest[]
  readonly categories?: readonly CategoryRequest[]
}

/** A public event of 20 seats in sixty days, paid in CHF by bank transfer or at the door; say what matters. */
export function anEventFile(now: Instant, { seats = 20, categories, promoCodes, ...changes }: Changes = {}): EventFile {
  const { settings, ...others } = changes
  return {
    title: 'Alpine Systems Days',
    slug: 'alpine',
    status: 'PUBLIC',
    description: [{ lang: 'en', body: 'A day about systems that stay up.' }],
    format: 'IN_PERSON',
    location: { fullAddress: 'Piazza Indipendenza 4, Lugano', coordinate: { latitude: '46.0', longitude: '8.95' } },
    timezone: ZONE,
    startDate: localTime(now, { days: 60 }),
    endDate: localTime(now, { days: 60, hours: 8 }),
    websiteUrl: 'https://alpine.example',
    termsAndConditionsUrl: 'https://alpine.example/terms',
    settings: {
      BANK_TRANSFER_ENABLED: true,
      ON_SITE_ENABLED: true,
      BANK_ACCOUNT_NR: 'CH93 0076 2011 6238 5295 7',
      ...settings,
    },
    tickets: {
      freeOfCharge: false,
      max: seats,
      currency: 'CHF',
      taxPercentage: 8.1,
      taxIncludedInPrice: true,
      paymentMethods: ['OFFLINE', 'ON_SITE'],
      categories: [...(categories ?? [aCategoryFile(now)])],
      ...(promoCodes && { promoCodes: [...promoCodes] }),
    },
    ...others,
  }
}

/** The same, free of charge: one category "Everybody". */
export function aFreeEventFile(now: Instant, changes: Changes = {}): EventFile {
  const file = anEventFile(now, { slug: 'meetup', title: 'Meetup', ...changes })
  const categories = changes.categories ?? [aCategoryFile(now, { name: 'Everybody', price: 0 })]
  return {
    ...file,
    tickets: { freeOfCharge: true, max: changes.seats ?? 20, paymentMethods: [], categories: [...categories] },
  }
}
