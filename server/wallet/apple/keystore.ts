import { type KeyObject, createHash, createPrivateKey } from 'node:crypto'
import forge from 'node-forge'

/** What signs passes: a key, its certificate, and those that vouch for it up to Apple's root, which is left out. */
export type Keystore = {
  readonly key: forge.pki.rsa.PrivateKey
  /** The same for the platform, which signs ten times as fast. */
  readonly platformKey: KeyObject
  readonly certificate: forge.pki.Certificate
  readonly intermediates: readonly forge.pki.Certificate[]
}

export type SealedKeystore = {
  /** A PKCS#12 file in Base64. */
  readonly content: string
  readonly password: string
  /** Which key, by its friendly name; null: the first. */
  readonly alias: string | null
  /** PEM; for a file without the certificate that vouches for its own. */
  readonly intermediate: string | null
}

/** How many keystores are kept open; to open one takes a tenth of a second. */
const KEPT_OPEN = 20

const open = new Map<string, Keystore | undefined>()

/** Undefined when the file can't be read with this password, has no such key, or nobody vouches for its certificate. */
export function openKeystore(sealed: SealedKeystore): Keystore | undefined {
  const { content, password, alias, intermediate } = sealed
  const name = createHash('sha256')
    .update(JSON.stringify([content, password, alias, intermediate]))
    .digest('base64')
  if (!open.has(name)) open.set(name, readOrNothing(sealed))
  const [oldest] = open.size > KEPT_OPEN ? open.keys() : []
  if (oldest !== undefined) open.delete(oldest)
  return open.get(name)
}

/** The library throws whatever is wrong with the file; all of it means that the file is of no use. */
function readOrNothing(sealed: SealedKeystore): Keystore | undefined {
  try {
    return read(sealed)
  } catch {
    return undefined
  }
}

function read({ content, password, alias, intermediate }: SealedKeystore): Keystore | undefined {
  const file = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(forge.util.decode64(content)), password)
  const { pkcs8ShroudedKeyBag, keyBag, certBag } = forge.pki.oids
  const bagsOf = (type: string | undefined) => (type === undefined ? [] : (file.getBags({ bagType: type })[type] ?? []))
  const keys = [...bagsOf(pkcs8ShroudedKeyBag), ...bagsOf(keyBag)]
  const { key } = keys.find(bag => alias === null || isNamed(bag, alias)) ?? {}
  const stored = bagsOf(certBag).flatMap(({ cert }) => cert ?? [])
  const given = intermediate === null ? [] : [forge.pki.certificateFromPem(intermediate)]
  const certificate = key && stored.find(candidate => belongTogether(key, candidate))
  const intermediates = certificate ? chainOf(certificate, [...stored, ...given]) : []
  if (!key || !certificate || intermediates.length === 0) return undefined
  return { key, platformKey: createPrivateKey(forge.pki.privateKeyToPem(key)), certificate, intermediates }
}

/** Some programs store names in lower case. */
function isNamed({ attributes }: forge.pkcs12.Bag, alias: string): boolean {
  const named: { friendlyName?: readonly string[] } = attributes ?? {}
  return named.friendlyName?.some(name => name.toLowerCase() === alias.toLowerCase()) ?? false
}

function belongTogether(key: forge.pki.rsa.PrivateKey, { publicKey }: forge.pki.Certificate): boolean {
  return 'n' in publicKey && publicKey.n.equals(key.n)
}

/** From who vouches for the certificate upwards; a root vouches for itself and is known to whoever checks. */
function chainOf(certificate: forge.pki.Certificate, candidates: readonly forge.pki.Certificate[]) {
  const chain: forge.pki.Certificate[] = []
  for (let below = certificate; chain.length <= candidates.length;) {
    const child = below
    const issuer = candidates.find(candidate => candidate.issued(child) && candidate.verify(child))
    if (!issuer || issuer.isIssuer(issuer)) break
    chain.push(issuer)
    below = issuer
  }
  return chain
}
