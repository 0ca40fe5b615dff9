import { type Config, ConfigurationError, KEY_BYTES, readSecretKey } from '#server/foundation/config/config.ts'
import { type Sealing, sealingBy } from './sealing.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

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

/** Where the key is kept that a shop has made for itself. */
const keyFileIn = (dataFolder: string): string => join(dataFolder, 'secret.key')

/** The key of this data folder; undefined where none was made. Throws a ConfigurationError for a file that holds none. */
export function readKeyFile(dataFolder: string): Buffer | undefined {
  const path = keyFileIn(dataFolder)
  const text = textOf(path)
  if (text === undefined) return undefined
  const key = readSecretKey(text)
  if (key === undefined) throw new ConfigurationError([`${path} does not hold a key of ${KEY_BYTES} bytes in Base64.`])
  return key
}

/** Of two processes that make it at once, one makes it and both get the same. */
export function makeKeyFile(dataFolder: string): Buffer {
  const path = keyFileIn(dataFolder)
  const half = `${path}.${randomUUID()}`
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    try {
      writeWhole(half, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
      linkUnlessThere(half, path)
    } finally {
      rmSync(half, { force: true })
    }
  } catch (error) {
    throw new ConfigurationError([
      `The key of the shop's secrets can't be kept in ${path} (${codeOf(error)}): set FOYER_SECRET_KEY.`,
    ])
  }
  const key = readKeyFile(dataFolder)
  if (key === undefined) throw new Error(`${path} was made and is gone`)
  return key
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new ConfigurationError([`The key of the shop's secrets can't be read in ${path} (${codeOf(error)}).`])
  }
}

/** On the disk before it has its name: a key that is lost in a crash would take every secret with it. */
function writeWhole(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  // Whatever the process's mask has taken away.
  chmodSync(path, 0o600)
}

/** A link is made whole or not at all, and never replaces what is there. */
function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return
  }
  const folder = openSync(dirname(to), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
