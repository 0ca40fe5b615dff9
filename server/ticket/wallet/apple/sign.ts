import { type KeyObject, constants, privateEncrypt } from 'node:crypto'
import forge from 'node-forge'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Keystore } from '#server/documents/wallet-issuer/keystore.ts'

/** A detached PKCS#7 signature over `content` with SHA-256, all certificates of the keystore in it, as DER. */
export function detachedSignature(
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
