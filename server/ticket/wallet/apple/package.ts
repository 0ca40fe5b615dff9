import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Keystore } from '#server/documents/wallet-issuer/keystore.ts'
import type { PassImages } from './images.ts'
import { detachedSignature } from './sign.ts'

type Parts = {
  readonly pass: object
  readonly images: PassImages
  readonly keystore: Keystore
  readonly now: Instant
}

export const PASS_TYPE = 'application/vnd.apple.pkpass'

/** A pass as devices take it: its files, a list of their SHA-1 digests, and a signature over that list. */
export function packPass({ pass, images, keystore, now }: Parts): Buffer {
  const files: Record<string, Uint8Array> = { 'pass.json': Buffer.from(JSON.stringify(pass)), ...images }
  const digests = Object.entries(files).map(([name, content]) => [name, sha1(content)])
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(digests)))
  const signature = detachedSignature(manifest, keystore, now)
  return Buffer.from(zipSync({ ...files, 'manifest.json': manifest, signature }, { mtime: now }))
}

const sha1 = (content: Uint8Array): string => createHash('sha1').update(content).digest('hex')
