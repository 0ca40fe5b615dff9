import { randomBytes } from 'node:crypto'
import { type Config, KEY_BYTES } from '#server/foundation/config/config.ts'
import { type Database, database } from '#server/foundation/database/database.ts'
import type { OpenDatabase } from '#server/foundation/database/connect.ts'
import { existingSealing, placeOfKey } from '#server/foundation/sealing/open-sealing.ts'
import { sealingBy } from '#server/foundation/sealing/sealing.ts'
import { inspectSecrets, describePlace } from '#server/foundation/setting/sealed-value.ts'
import { systemClock } from '#server/foundation/base/time.ts'
import { findUnended } from '#server/catalog/catalog/all-offers.ts'
import { openProviders } from '#server/providers/registry/registry.ts'
import { describeLacks } from '#server/catalog/sale-check/lacks.ts'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { FONT_FILES, SCRIPTS } from '#server/documents/pdf/fonts.ts'

/** A sentence about one thing. `bad` means that the shop can't work like this. */
export type Finding = { readonly about: string; readonly verdict: 'good' | 'note' | 'bad'; readonly sentence: string }

/** The database as the shop reads it, where nothing may be made: without a key, by one that opens nothing. */
export function databaseToInspect(config: Config, { pool }: Pick<OpenDatabase, 'pool'>): Database {
  return database(pool, existingSealing(config) ?? sealingBy(randomBytes(KEY_BYTES)))
}

/** Can the secrets among the settings be opened? */
export async function secrets(config: Config, db: Database): Promise<Finding> {
  const about = 'Secrets'
  const { sealed, outdated, unreadable } = await inspectSecrets(db)
  const key = placeOfKey(config)
  if (unreadable.length > 0) {
    const which = unreadable.slice(0, LISTED_SECRETS).map(describePlace).join(', ')
    const others = unreadable.length > LISTED_SECRETS ? ' and others' : ''
    const sentence = `${which}${others} can't be opened by ${key}: set the key they were sealed by, or state them anew.`
    return { about, verdict: 'bad', sentence }
  }
  if (outdated > 0) {
    const sentence = `${outdated} are plain or sealed by an older key: the next start seals them by ${key}.`
    return { about, verdict: 'note', sentence }
  }
  if (sealed === 0) return { about, verdict: 'good', sentence: 'none are set.' }
  return {
    about,
    verdict: 'good',
    sentence: `${sealed} are sealed by ${key}. Keep a copy of it apart from the backups.`,
  }
}

const LISTED_SECRETS = 10

/** So many events and passes are checked. */
const MOST = 200

/** What events and passes lack to be sold: ways to pay, and terms. Silent about those that lack nothing. */
export async function sales(config: Config, db: Database): Promise<Finding[]> {
  const clock = systemClock()
  const found = await findUnended(db, clock.now(), { limit: MOST + 1 })
  const shop = { db, clock, providers: await openProviders(config.providers) }
  const findings: Finding[] = []
  for (const { id, name } of found.slice(0, MOST)) {
    for (const sentence of await describeLacks(shop, id)) findings.push({ about: name, verdict: 'note', sentence })
  }
  if (found.length <= MOST) return findings
  const sentence = `there are more than ${MOST}: the later ones were not looked at.`
  return [...findings, { about: 'Events and passes', verdict: 'note', sentence }]
}

/** In which scripts documents are drawn, and what becomes of a name in another one. */
export function fonts(files: readonly string[] = FONT_FILES): Finding {
  const about = 'Fonts'
  const missing = files.filter(file => !existsSync(file)).map(file => basename(file))
  if (missing.length > 0)
    return { about, verdict: 'bad', sentence: `${missing.join(', ')} can't be found: install the packages again.` }
  const sentence = `documents are drawn in ${SCRIPTS.join(', ')}; on a ticket for a name with other letters its number is printed large, and the log says which letters.`
  return { about, verdict: 'good', sentence }
}
