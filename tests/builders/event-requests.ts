import { instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { decodeEvent } from '#domain/organiser/event-editing/decode-event.ts'
import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { DecodingContext } from '#domain/organiser/event-editing/reading.ts'
import type {
  CategoryRequest,
  DiscountRequest,
  EventRequest,
  PromoCodeRequest,
  ServiceRequest,
  TicketsRequest,
} from '#domain/organiser/event-editing/event-request.ts'

/** A moment of these tests: their zone has no offset. */
export const moment = (local: string) => instant(Date.parse(`${local}Z`))
/** When the organiser of these tests writes. */
export const now = moment('2027-01-10T12:00')
export const eventEnd = moment('2027-05-15T17:30')

const context: DecodingContext = {
  now,
  organizerCodes: [],
  languages: ['en', 'de', 'fr', 'it'] as unknown as Language[],
  isCurrency: code => ['CHF', 'EUR', 'JPY'].includes(code),
  isTimeZone: zone => zone === 'Europe/Zurich',
  instantOf: local => (Number.isNaN(Date.parse(`${local}Z`)) ? undefined : moment(local)),
  isSkipped: local => local.startsWith('2027-03-28T02:'),
  mayOnlyAnnounce: false,
  isTextKey: key => key === 'show-event.by',
}

/** A category of fifty; say what matters. */
export const aCategory = (changes: CategoryRequest = {}): CategoryRequest => ({
  name: 'Conference',
  price: 120,
  maxTickets: 50,
  startSellingDate: '2027-01-01T00:00',
  endSellingDate: '2027-05-14T18:00',
  ...changes,
})

/** An event of a hundred seats that can be created as it is; say what matters. */
export const anEvent = (changes: EventRequest = {}, tickets: TicketsRequest = {}): EventRequest => ({
  title: 'Alpine Systems Days',
  description: [{ lang: 'en', body: 'A day about systems that stay up.' }],
  location: { fullAddress: 'Piazza Indipendenza 4, Lugano' },
  timezone: 'Europe/Zurich',
  startDate: '2027-05-15T09:00',
  endDate: '2027-05-15T17:30',
  ...changes,
  tickets: { max: 100, currency: 'CHF', paymentMethods: ['OFFLINE'], categories: [aCategory()], ...tickets },
})

/** A booklet for CHF 10.00, one a ticket. */
export const aService = (changes: ServiceRequest = {}): ServiceRequest => ({
  supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET',
  title: [{ lang: 'en', body: 'Booklet' }],
  price: 10,
  ...changes,
})
export const withService = (changes: ServiceRequest) => anEvent({ additionalServices: [aService(changes)] })

/** 10 % off everything. */
export const aCode = (changes: PromoCodeRequest = {}): PromoCodeRequest => ({
  name: 'tenoff10',
  discountType: 'PERCENTAGE',
  discount: 10,
  ...changes,
})
export const withCode = (changes: PromoCodeRequest) => anEvent({}, { promoCodes: [aCode(changes)] })

/** Five tickets that only a token or a code opens. */
export const hidden = aCategory({ name: 'Backstage', accessRestricted: true, maxTickets: 5 })
/** Opens the hidden category. */
export const anAccess = (changes: PromoCodeRequest = {}): PromoCodeRequest => ({
  name: 'BACKSTAGE',
  codeType: 'ACCESS',
  hiddenCategory: 'Backstage',
  ...changes,
})
export const withAccess = (changes: PromoCodeRequest) =>
  anEvent({}, { categories: [aCategory(), hidden], promoCodes: [anAccess(changes)] })

/** 10 % off from three tickets on. */
export const aRule = (changes: DiscountRequest = {}): DiscountRequest => ({
  minimumTickets: 3,
  discountType: 'PERCENTAGE',
  discount: 10,
  ...changes,
})
export const withRule = (changes: DiscountRequest) => anEvent({ discounts: [aRule(changes)] })

/** What is stored in the end; throws when the request is refused. */
export function draftOf(request: EventRequest, stored: EventDraft | null = null): EventDraft {
  const outcome = decodeEvent(request, stored, context)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value
}

/** Code and field of all that is wrong. */
export function problemsOf(request: EventRequest, stored: EventDraft | null = null): string[] {
  const outcome = decodeEvent(request, stored, context)
  return outcome.ok ? [] : outcome.problems.map(({ code, field }) => `${code} at ${field}`)
}
