import { systemClock } from '#server/foundation/base/time.ts'
import { findUnended } from '#server/catalog/catalog/all-offers.ts'
import type { Config } from '#server/foundation/config/config.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { openProviders } from '#server/providers/registry/registry.ts'
import { tellLacks } from '#server/catalog/sale-check/lacks.ts'
import type { Finding } from './finding.ts'

/** So many events and passes are checked. */
const MOST = 200

/** What events and passes lack to be sold: ways to pay, and terms. Silent about those that lack nothing. */
export async function sales(config: Config, db: Database): Promise<Finding[]> {
  const clock = systemClock()
  const found = await findUnended(db, clock.now(), { limit: MOST + 1 })
  const shop = { db, clock, providers: await openProviders(config.providers) }
  const findings: Finding[] = []
  for (const { id, name } of found.slice(0, MOST)) {
    for (const sentence of await tellLacks(shop, id)) findings.push({ about: name, verdict: 'note', sentence })
  }
  if (found.length <= MOST) return findings
  const sentence = `there are more than ${MOST}: the later ones were not looked at.`
  return [...findings, { about: 'Events and passes', verdict: 'note', sentence }]
}
