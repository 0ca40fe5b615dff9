import { type KeyObject, constants, createHash, privateEncrypt } from 'node:crypto'
import { zipSync } from 'fflate'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Keystore } from '#server/documents/wallet-issuer/keystore.ts'
import forge from 'node-forge'
import type { Database } from '#server/foundation/database/database.ts'
import { MAX_PIXELS } from '#server/foundation/file/image-type.ts'
import { readImage } from '#server/foundation/file/image.ts'
import { madeMemory } from '#server/foundation/memory/made-memory.ts'

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

/** A detached PKCS#7 signature over `content` with SHA-256, all certificates of the keystore in it, as DER. */
function detachedSignature(
  content: Buffer,
  { key, platformKey, certificate, intermediates }: Keystore,
  signedAt: Instant,
): Buffer {
  const signed = forge.pkcs7.createSignedData()
  signed.content = forge.util.createBuffer(content.toString('binary'))
  for (const one of [certificate, ...intermediates]) signed.addCertificate(one)
  signed.addSigner({
    key: { ...key, sign: digest => signedDigest(digest, platformKey) },
    certificate,
    digestAlgorithm: oid('sha256'),
    authenticatedAttributes: [
      { type: oid('contentType'), value: oid('data') },
      { type: oid('messageDigest') },
      { type: oid('signingTime'), value: Temporal.Instant.fromEpochMilliseconds(signedAt).toString() },
    ],
  })
  signed.sign({ detached: true })
  return Buffer.from(forge.asn1.toDer(signed.toAsn1()).getBytes(), 'binary')
}

/** The prefix of a SHA-256 digest that is signed (RFC 8017, section 9.2). */
const SHA_256 = Buffer.from('3031300d060960864801650304020105000420', 'hex')

function signedDigest(digest: forge.md.MessageDigest | string, key: KeyObject): string {
  const bytes = typeof digest === 'string' ? digest : digest.digest().getBytes()
  const info = Buffer.concat([SHA_256, Buffer.from(bytes, 'binary')])
  return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, info).toString('binary')
}

function oid(name: string): string {
  const found = forge.pki.oids[name]
  if (found === undefined) throw new Error(`no object identifier of ${name}`)
  return found
}

/** File name to PNG. */
type PassImages = Readonly<Record<string, Buffer>>

/** Points; a screen has one, two or three pixels to a point. */
const ICON = { width: 29, height: 29 }
const LOGO = { width: 160, height: 50 }
const SCALES = [
  { scale: 1, suffix: '' },
  { scale: 2, suffix: '@2x' },
  { scale: 3, suffix: '@3x' },
] as const

/** The doors of Foyer: for events without a picture. */
const DRAWN = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 32 32" width="480" height="480">
<rect x="-4" y="-4" width="32" height="32" rx="7" fill="#a8321a"/>
<g fill="#fffdf9"><path d="M2 3.2 11 1v22l-9-2.2zM13 1l9 2.2v17.6L13 23z" opacity=".3"/>
<path d="M2 3.2 8 5v14l-6 1.8zM22 3.2 16 5v14l6 1.8z"/></g>
</svg>`)

/** Icon and logo of an event in every size, out of its picture or drawn; kept for the next pass. */
export async function passImages(db: Database, digest: string | null): Promise<PassImages> {
  const own = digest === null ? undefined : await made.get(digest, [], () => ownImages(db, digest))
  return own ?? (await made.get('', [], () => imagesOf(DRAWN))) ?? {}
}

async function ownImages(db: Database, digest: string): Promise<PassImages | undefined> {
  const picture = await readImage(db, digest)
  return picture && imagesOf(picture)
}

/** What could not be read is not kept: of a good picture the machine was the reason. */
const made = madeMemory<PassImages | undefined>({ capacity: 50, isKept: images => images !== undefined })

/** Undefined when the picture can't be read. */
async function imagesOf(picture: Buffer): Promise<PassImages | undefined> {
  const images: Record<string, Buffer> = {}
  try {
    for (const { scale, suffix } of SCALES) {
      images[`icon${suffix}.png`] = await scaled(picture, { ...ICON, scale, fit: 'cover' })
      images[`logo${suffix}.png`] = await scaled(picture, { ...LOGO, scale, fit: 'inside' })
    }
    return images
  } catch {
    return undefined
  }
}

type Size = {
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly fit: 'cover' | 'inside'
}

/** The library takes 30 MB of memory from its first picture on, which most shops never need. */
async function scaled(picture: Buffer, { width, height, scale, fit }: Size): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(picture, { limitInputPixels: MAX_PIXELS })
    .resize({ width: width * scale, height: height * scale, fit })
    .png()
    .toBuffer()
}
