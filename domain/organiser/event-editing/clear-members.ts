import { UNTAXED } from '#domain/catalog/price/vat.ts'
import { NO_FACTS } from '#domain/catalog/catalog/event-facts.ts'
import type { CategoryDraft, EventDraft, ServiceDraft } from './event-draft.ts'
import type { CategoryRequest, EventRequest, FactsRequest, TicketsRequest } from './event-request.ts'
import { line } from './reading.ts'

/** Null and a blank text say that there is to be nothing; left out says nothing. */
const isCleared = (value: unknown): boolean => value === null || value === ''

/** What `decodeEvent` reads: a change, and the event that it changes. */
export type Change = { readonly request: EventRequest; readonly stored: EventDraft }

/**
 * The change of an organiser at the desk in the words of the organiser contract, in which null keeps what is stored: what
 * is null or blank here is taken out of the stored event, and lists and objects that are stated are complete.
 * `stored` has its settings and own texts.
 */
export function withCleared({ request, stored }: Change): Change {
  const { tickets } = request
  return {
    request: {
      ...request,
      ...emptied(request, ['description', 'shortDescription', 'tags', 'onlineCallLinks', 'additionalInfo']),
      ...emptied(request, ['additionalServices', 'discounts', 'polls']),
      ...(request.groupLink === null && { groupLink: {} }),
      ...(request.settings !== undefined && { settings: request.settings ?? nullFor(stored.settings) }),
      ...(request.i18nOverride === null && { i18nOverride: blankTexts(stored) }),
      ...(request.facts !== undefined && { facts: clearedFacts(request.facts) }),
      ...(tickets && { tickets: clearedTickets(tickets, stored) }),
    },
    stored: {
      ...stored,
      ...(request.location !== undefined && { location: null, coordinates: null }),
      ...(isCleared(request.websiteUrl) && { websiteUrl: null }),
      ...(isCleared(request.termsAndConditionsUrl) && { termsUrl: null }),
      ...(isCleared(request.privacyPolicyUrl) && { privacyUrl: null }),
      ...(isCleared(tickets?.currency) && { currency: null }),
      ...(tickets?.taxPercentage === null && { tax: UNTAXED }),
      ...(request.facts === null && { facts: NO_FACTS }),
      categories: stored.categories.map(category => withoutStated(category, tickets?.categories ?? [])),
      ...(request.additionalServices && { services: stored.services.map(bareService) }),
      ...(tickets?.promoCodes && { promoCodes: stored.promoCodes.map(code => ({ ...code, maxUsage: null })) }),
    },
  }
}

/** Those of the lists that are null, as empty ones. */
function emptied(request: EventRequest, names: readonly (keyof EventRequest)[]): Partial<Record<string, []>> {
  return Object.fromEntries(names.flatMap(name => (request[name] === null ? [[name, []]] : [])))
}

const nullFor = (settings: EventDraft['settings']): Record<string, null> =>
  Object.fromEntries(settings.map(({ key }) => [key, null]))

function blankTexts({ texts }: EventDraft): Record<string, Record<string, string>> {
  const blank: Record<string, Record<string, string>> = {}
  for (const { language, key } of texts) blank[language] = { ...blank[language], [key]: '' }
  return blank
}

const NOTHING: FactsRequest = {
  doors: '',
  refunds: {},
  accessFeatures: [],
  accessibility: [],
  bring: [],
  ticketsUrl: '',
}

function clearedFacts(facts: FactsRequest | null): FactsRequest {
  if (facts === null) return NOTHING
  const cleared = Object.entries(NOTHING).filter(([name]) => new Map(Object.entries(facts)).get(name) === null)
  return { ...facts, ...Object.fromEntries(cleared) }
}

function clearedTickets(tickets: TicketsRequest, stored: EventDraft): TicketsRequest {
  return {
    ...tickets,
    ...(tickets.promoCodes === null && { promoCodes: [] }),
    categories: (tickets.categories ?? []).map(category => clearedCategory(category, matchOf(stored, category))),
  }
}

function clearedCategory(category: CategoryRequest, stored: CategoryDraft | undefined): CategoryRequest {
  return {
    ...category,
    ...(category.description === null && { description: [] }),
    ...(category.maxTickets === null && { maxTickets: 0 }),
    ...(category.accessRestricted === null && { accessRestricted: false }),
    ...(category.accessCode === null && { accessCode: '' }),
    ...(category.groupLink === null && { groupLink: {} }),
    ...(category.settings === null && { settings: nullFor(stored?.settings ?? []) }),
  }
}

const matchOf = ({ categories }: EventDraft, { id, name }: CategoryRequest): CategoryDraft | undefined =>
  categories.find(category => category.id === id) ?? categories.find(category => category.name === line(name))

/** When its tickets are valid is stated whole. */
function withoutStated(category: CategoryDraft, requests: readonly CategoryRequest[]): CategoryDraft {
  const request = requests.find(({ id, name }) => id === category.id || line(name) === category.name)
  if (request?.customValidity === undefined) return category
  return { ...category, checkInFrom: null, checkInTo: null, validFrom: null, validTo: null }
}

/** An extra without what a request that leaves it out takes away. */
function bareService(service: ServiceDraft): ServiceDraft {
  const { charge } = service
  return {
    ...service,
    description: {},
    stock: null,
    charge: 'percentage' in charge ? { ...charge, minimum: null, maximum: null } : charge,
  }
}
