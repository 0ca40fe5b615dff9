import type { Config } from '#server/foundation/config/config.ts'
import { keyFileIn, makeKeyFile, readKeyFile } from './key-file.ts'
import { type Sealing, sealingBy } from './sealing.ts'

type Keys = Pick<Config, 'secretKey' | 'oldSecretKeys' | 'dataFolder'>

/**
 * The key of FOYER_SECRET_KEY, else the one of the data folder, which is made where there is none. A key that was in the data
 * folder before the variable was set still opens.
 */
export function openSealing(config: Keys): Sealing {
  return existingSealing(config) ?? sealingBy(makeKeyFile(config.dataFolder), config.oldSecretKeys)
}

/** As `openSealing`, and undefined where a key would have to be made. */
export function existingSealing({ secretKey, oldSecretKeys, dataFolder }: Keys): Sealing | undefined {
  const kept = readKeyFile(dataFolder)
  const current = secretKey ?? kept
  return current && sealingBy(current, [...oldSecretKeys, ...(kept ? [kept] : [])])
}

/** Where the key is, for the person who has to keep it. */
export const placeOfKey = ({ secretKey, dataFolder }: Pick<Config, 'secretKey' | 'dataFolder'>): string =>
  secretKey === undefined ? keyFileIn(dataFolder) : 'FOYER_SECRET_KEY'
