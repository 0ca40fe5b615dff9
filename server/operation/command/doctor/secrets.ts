import { randomBytes } from 'node:crypto'
import { type Config, KEY_BYTES } from '#server/foundation/config/config.ts'
import { type Database, database } from '#server/foundation/database/database.ts'
import type { OpenDatabase } from '#server/foundation/database/connect.ts'
import { existingSealing, placeOfKey } from '#server/foundation/sealing/open-sealing.ts'
import { sealingBy } from '#server/foundation/sealing/sealing.ts'
import { lookAtSecrets } from '#server/foundation/setting/seal-settings.ts'
import { tellPlace } from '#server/foundation/setting/sealed-value.ts'
import type { Finding } from './finding.ts'

/** The database as the shop reads it, where nothing may be made: without a key, by one that opens nothing. */
export function databaseToLookAt(config: Config, { pool }: Pick<OpenDatabase, 'pool'>): Database {
  return database(pool, existingSealing(config) ?? sealingBy(randomBytes(KEY_BYTES)))
}

/** Can the secrets among the settings be opened? */
export async function secrets(config: Config, db: Database): Promise<Finding> {
  const about = 'Secrets'
  const { sealed, outdated, unreadable } = await lookAtSecrets(db)
  const key = placeOfKey(config)
  if (unreadable.length > 0) {
    const which = unreadable.slice(0, SECRETS_TOLD).map(tellPlace).join(', ')
    const others = unreadable.length > SECRETS_TOLD ? ' and others' : ''
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

const SECRETS_TOLD = 10
