import type { Instant } from '#domain/foundation/instant.ts'
import { systemClock } from '#server/foundation/base/time.ts'
import type { Config } from '#server/foundation/config/config.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { type Arrivals, type CheckedProvider, checkProviders } from '#server/payment/pay/online/check-providers.ts'
import { openProviders } from '#server/providers/registry/registry.ts'
import type { Finding } from './shop.ts'

/** What the providers of payments say about how they are set up, and whether their messages arrive. */
export async function providers(config: Config, db: Database): Promise<Finding[]> {
  const { rows } = await db.pool.query<{ isThere: boolean }>(
    `select to_regclass('public.webhook_arrival') is not null as "isThere"`,
  )
  if (rows[0]?.isThere !== true) return []
  const checked = await checkProviders({
    config,
    db,
    clock: systemClock(),
    providers: await openProviders(config.providers),
  })
  return checked.flatMap(describeProvider)
}

function describeProvider({ proxy, places, wrong, arrivals }: CheckedProvider): Finding[] {
  const others = places.length > LISTED_PLACES ? ` and ${places.length - LISTED_PLACES} others` : ''
  const about = `${proxy} of ${places.slice(0, LISTED_PLACES).join(', ')}${others}`
  if (wrong === null) {
    return [{ about, verdict: 'note', sentence: 'was not asked about, for there are too many configurations.' }]
  }
  const findings: Finding[] =
    wrong.length === 0
      ? [{ about, verdict: 'good', sentence: 'nothing is wrong.' }]
      : wrong.map(sentence => ({ about, verdict: 'note', sentence }))
  return arrivals === null ? findings : [...findings, { about, ...describeArrivals(arrivals) }]
}

const LISTED_PLACES = 3

function describeArrivals({ GENUINE: genuine, REFUSED: refused, UNNAMED: unnamed }: Arrivals): Omit<Finding, 'about'> {
  if (refused !== undefined && (genuine === undefined || refused > genuine)) {
    const before = genuine === undefined ? 'none ever was' : `the last one that was came at ${moment(genuine)}`
    const sentence = `a message at ${moment(refused)} was not genuine, ${before}: compare the secret of its webhook.`
    return { verdict: 'note', sentence }
  }
  if (genuine !== undefined) return { verdict: 'good', sentence: `its webhook was last reached at ${moment(genuine)}.` }
  if (unnamed !== undefined) {
    const sentence = `its webhook was reached at ${moment(unnamed)}, and never yet about a payment of this shop.`
    return { verdict: 'note', sentence }
  }
  return { verdict: 'note', sentence: 'its webhook has never been reached yet.' }
}

const moment = (at: Instant): string => Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'second' })
