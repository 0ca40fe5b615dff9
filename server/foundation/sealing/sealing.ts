import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * Texts that only a holder of the key can read: AES-256-GCM. Each is bound to its place, so that a sealed text that is
 * moved elsewhere can't be opened there.
 */
export type Sealing = {
  /** What every text begins with that was sealed by the current key. */
  readonly prefix: string
  /** With another nonce each time. */
  seal(text: string, place: string): string
  /** Null when no key of ours opens it at this place. A text that was never sealed is its own content. */
  open(text: string, place: string): string | null
}

/** `<SEALED>:<name of the key>:<nonce, tag and ciphertext in Base64>`; another form of sealing gets another number. */
const SEALED = 'sealed-1'
const FORM = new RegExp(`^${SEALED}:([0-9a-f]+):(.*)$`, 's')
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals by the first key, and opens what any of them has sealed. */
export function sealingBy(current: Buffer, others: readonly Buffer[] = []): Sealing {
  const prefix = `${SEALED}:${nameOf(current)}:`
  const keys = new Map([...others, current].map(key => [nameOf(key), key]))
  return {
    prefix,
    seal: (text, place) => `${prefix}${encrypted(current, text, place)}`,
    open(text, place) {
      const [, name = '', content = ''] = FORM.exec(text) ?? []
      if (name === '') return text
      const key = keys.get(name)
      return key === undefined ? null : decrypted(key, content, place)
    },
  }
}

/** Distinguishes keys, and reveals nothing of them. */
const nameOf = (key: Buffer): string =>
  createHash('sha256').update('foyer key name').update(key).digest('hex').slice(0, 8)

function encrypted(key: Buffer, text: string, place: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64')
}

function decrypted(key: Buffer, sealed: string, place: string): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const content = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([content, decipher.final()]).toString('utf8')
  } catch {
    // The only thing that fails here is the tag: another key, another place, or a changed text.
    return null
  }
}
