import Fastify, { type FastifyInstance } from 'fastify'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { EventRequest } from '#domain/organiser/event-editing/event-request.ts'
import { openCatalog } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { readConfig } from '#server/foundation/config/config.ts'
import { eventLog } from '#server/foundation/base/event-log.ts'
import { noQueue } from '#server/foundation/jobs/queue.ts'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { methodLists } from '#server/providers/registry/method-lists.ts'
import { openProviders } from '#server/providers/registry/registry.ts'

export const now: Instant = instant(Date.UTC(2027, 0, 10, 12))

const config = readConfig({ defaultDataFolder: '/nowhere' })
const providers = await openProviders(config.providers)

/** A shop whose time stays at `now`, and that wakes no jobs and logs nowhere. */
export function aShop(db: Database): Shop {
  const ignore = () => {}
  return {
    db,
    catalog: openCatalog(db),
    config,
    clock: { now: () => now },
    jobs: noQueue,
    texts: loadTexts(),
    log: eventLog({ info: ignore, warn: ignore, error: ignore }),
    providers,
    methodLists: methodLists(),
  }
}

/** An HTTP server that decodes as the shop's does. */
export function aServer(): FastifyInstance {
  return Fastify({
    ajv: { customOptions: { coerceTypes: 'array', useDefaults: true, removeAdditional: false, allowUnionTypes: true } },
  })
}

/** An event that can be created as it is: 20 seats, 8 of them students'. */
export const anEventRequest = (changes: EventRequest = {}): EventRequest => ({
  title: 'Alpine Systems Days',
  description: [
    { lang: 'en', body: 'A day about systems that stay up.' },
    { lang: 'it', body: 'Una giornata.' },
  ],
  location: { fullAddress: 'Piazza Indipendenza 4, Lugano', coordinate: { latitude: '46.005', longitude: '8.951' } },
  timezone: 'Europe/Zurich',
  startDate: '2027-05-15T09:00',
  endDate: '2027-05-15T17:30',
  websiteUrl: 'https://alpine.example',
  tickets: {
    max: 20,
    currency: 'CHF',
    taxPercentage: 8.1,
    taxIncludedInPrice: true,
    paymentMethods: ['OFFLINE', 'ON_SITE'],
    categories: [aCategory('Conference', 120, 0), aCategory('Student', 30, 8)],
  },
  ...changes,
})

export const aCategory = (name: string, price: number, maxTickets: number) => ({
  name,
  price,
  maxTickets,
  startSellingDate: '2027-01-01T00:00',
  endSellingDate: '2027-05-14T18:00',
})
