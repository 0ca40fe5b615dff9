import { PAYMENT_PROXIES, isChosenByBuyers, isPaidAtDesk } from '#domain/catalog/payment-method/payment-method.ts'
import type { Proposals, Proposed } from '#domain/organiser/event-editing/defaults.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import { organizationSettings } from '#server/foundation/setting/settings.ts'
import { providerOf } from '#server/providers/registry/registry.ts'

type Needs = Pick<Shop, 'db' | 'clock' | 'providers'>

/**
 * What a new event of an organisation has where its organiser states nothing: the zone and currency of its latest event,
 * else those of its country, and the ways to pay that work
 * there, or all that fit as long as none works.
 */
export async function proposeDefaults(
  { db, clock, providers }: Needs,
  { organizationId, language, isOnline }: { organizationId: number; language: string; isOnline: boolean },
): Promise<Proposals> {
  const settings = await organizationSettings(db, { organizationId })
  const latest = await latestOf(db, organizationId)
  const country = settings.text('COUNTRY_OF_BUSINESS')
  const fitting = PAYMENT_PROXIES.filter(proxy => isChosenByBuyers(proxy) && !(isOnline && isPaidAtDesk(proxy)))
  const working = fitting.filter(proxy => {
    const provider = providerOf(providers, proxy)
    return provider !== undefined && works(() => provider.missing(settings).length === 0)
  })
  return {
    now: clock.now(),
    timeZone: latest ? fromEvent(latest.timeZone) : zoneOf(country),
    currency: latest?.currency ? fromEvent(latest.currency) : currencyOf(country),
    language: { value: language, from: 'SHOP' },
    paymentMethods: { value: working.length > 0 ? working : fitting, from: 'ORGANIZATION' },
  }
}

const TERMS = statement<{ termsUrl: string }>(
  'desk-latest-terms-of-organization',
  `select terms_url as "termsUrl" from purchase_context
   where organization_id = $1 and terms_url is not null order by id desc limit 1`,
)

/**
 * The terms of the latest event or pass of an organisation that has some. None where the organisation or the shop has terms for all: a copy
 * of their address would stay behind when they are changed.
 */
export async function proposeTerms(db: Queryable, organizationId: number): Promise<Proposed<string> | null> {
  const settings = await organizationSettings(db, { organizationId })
  if (settings.text('GLOBAL_TERMS') !== null) return null
  const [latest] = await db.query(TERMS, [organizationId])
  return latest ? { value: latest.termsUrl, from: 'ORGANIZATION' } : null
}

const works = (isReady: () => boolean): boolean => unlessUnreadable(isReady, false)

const fromEvent = (value: string): Proposed<string> => ({ value, from: 'ORGANIZATION' })

const LATEST = statement<{ timeZone: string; currency: string | null }>(
  'desk-latest-event-of-organization',
  `select time_zone as "timeZone", currency from purchase_context
   where organization_id = $1 and kind = 'EVENT' order by id desc limit 1`,
)

const latestOf = async (db: Queryable, organizationId: number) => (await db.query(LATEST, [organizationId]))[0]

/** The first zone of a country; without one that of the machine the shop runs on. */
function zoneOf(country: string | null): Proposed<string> {
  const zones = country === null ? undefined : new Intl.Locale('und', { region: country }).getTimeZones()
  const [first] = zones ?? []
  if (first !== undefined) return { value: first, from: 'ORGANIZATION' }
  return { value: Temporal.Now.timeZoneId(), from: 'FOYER' }
}

/** Of countries whose currency is not the euro. */
const CURRENCIES: Readonly<Record<string, string>> = {
  CH: 'CHF',
  LI: 'CHF',
  GB: 'GBP',
  US: 'USD',
  DK: 'DKK',
  SE: 'SEK',
  NO: 'NOK',
  IS: 'ISK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  JP: 'JPY',
}

const currencyOf = (country: string | null): Proposed<string> => ({
  value: (country === null ? undefined : CURRENCIES[country]) ?? 'EUR',
  from: country === null ? 'FOYER' : 'ORGANIZATION',
})
