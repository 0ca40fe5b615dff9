import { type KeyObject, createHash, createPrivateKey } from 'node:crypto'
import forge from 'node-forge'
import { WorkFailed, workForReaders } from '#server/foundation/heavy-work/heavy-worker.ts'
import { heavyTask } from '#server/foundation/heavy-work/heavy-task.ts'
import type { SealedKeystore, StoredKeystore, readKeystore } from './read-keystore.ts'

/** What signs passes: a key, its certificate, and those that vouch for it up to Apple's root, which is left out. */
export type Keystore = {
  readonly key: forge.pki.rsa.PrivateKey
  /** The same for the platform, which signs ten times as fast. */
  readonly platformKey: KeyObject
  readonly certificate: forge.pki.Certificate
  readonly intermediates: readonly forge.pki.Certificate[]
}

/** How many keystores are kept open; each takes some kilobytes. */
const KEPT_OPEN = 500

/** A keystore as it is in use is a few kilobytes of Base64. */
const MAX_CONTENT_LENGTH = 40_000

const READ_KEYSTORE = heavyTask<typeof readKeystore>(new URL('./read-keystore.ts', import.meta.url), 'readKeystore')

/** Whose turn it is where no caller waits for it. */
const OPENED_LATER = 'keystores opened later'

const open = new Map<string, Promise<Keystore | undefined>>()
const opened = new Map<string, Keystore>()

/**
 * Opens a file in a thread of its own, once: what can't be opened within the limits of that thread counts as unreadable.
 * `openedKeystore` has it afterwards. What the machine kept from being opened is tried again when it is next asked about.
 */
export async function openKeystore(sealed: SealedKeystore, owner: string): Promise<Keystore | undefined> {
  const name = nameOf(sealed)
  const earlier = open.get(name)
  if (earlier) return earlier
  const opening = openUnlessUnreadable(sealed, owner).catch(() => {
    drop(name)
    return undefined
  })
  open.set(name, opening)
  const [oldest] = open.size > KEPT_OPEN ? open.keys() : []
  if (oldest !== undefined) drop(oldest)
  const keystore = await opening
  if (keystore && open.has(name)) opened.set(name, keystore)
  return keystore
}

/** A file that `openKeystore` has opened. Undefined for all others, and what is not known to be unreadable is opened soon. */
export function openedKeystore(sealed: SealedKeystore): Keystore | undefined {
  const name = nameOf(sealed)
  if (!open.has(name)) void openKeystore(sealed, OPENED_LATER)
  return opened.get(name)
}

function drop(name: string): void {
  open.delete(name)
  opened.delete(name)
}

function nameOf({ content, password, alias, intermediate }: SealedKeystore): string {
  return createHash('sha256')
    .update(JSON.stringify([content, password, alias, intermediate]))
    .digest('base64')
}

/** Rejects when it can't be said at the moment. */
async function openUnlessUnreadable(sealed: SealedKeystore, owner: string): Promise<Keystore | undefined> {
  if (sealed.content.length > MAX_CONTENT_LENGTH) return undefined
  const stored = await workForReaders.run(READ_KEYSTORE, sealed, owner).catch((error: unknown) => {
    if (error instanceof WorkFailed) return undefined
    throw error
  })
  return stored && keystoreOf(stored)
}

function keystoreOf({ key, certificate, intermediates }: StoredKeystore): Keystore {
  return {
    key: forge.pki.privateKeyFromPem(key),
    platformKey: createPrivateKey(key),
    certificate: forge.pki.certificateFromPem(certificate),
    intermediates: intermediates.map(one => forge.pki.certificateFromPem(one)),
  }
}
