import forge from 'node-forge'

export type SealedKeystore = {
  /** A PKCS#12 file in Base64. */
  readonly content: string
  readonly password: string
  /** Which key, by its friendly name; null: the first. */
  readonly alias: string | null
  /** PEM; for a file without the certificate that vouches for its own. */
  readonly intermediate: string | null
}

/** What was in the file, as PEM. */
export type StoredKeystore = {
  readonly key: string
  readonly certificate: string
  readonly intermediates: readonly string[]
}

/**
 * Undefined when this password can't open the file, or it lacks the key or the issuer of its certificate. The
 * file says itself how many rounds its password takes and how large its numbers are, so this runs in a thread of its own
 * (server/foundation/heavy-work).
 */
export function readKeystore(sealed: SealedKeystore): StoredKeystore | undefined {
  try {
    return read(sealed)
  } catch {
    // The library throws whatever is wrong with the file; all of it means that the file is of no use.
    return undefined
  }
}

/** Whether this is a PKCS#12 file at all (RFC 7292, 4: its version is 3); nothing of it is opened. */
export function isKeystore(content: string): boolean {
  try {
    const { value } = forge.asn1.fromDer(forge.util.decode64(content))
    const [version] = Array.isArray(value) ? value : []
    return version !== undefined && version.type === forge.asn1.Type.INTEGER && version.value === '\x03'
  } catch {
    return false
  }
}

/** Larger keys are of no wallet, and make every signature costly. */
const MAX_KEY_BITS = 4096

function read({ content, password, alias, intermediate }: SealedKeystore): StoredKeystore | undefined {
  const file = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(forge.util.decode64(content)), password)
  const { pkcs8ShroudedKeyBag, keyBag, certBag } = forge.pki.oids
  const bagsOf = (type: string | undefined) => (type === undefined ? [] : (file.getBags({ bagType: type })[type] ?? []))
  const keys = [...bagsOf(pkcs8ShroudedKeyBag), ...bagsOf(keyBag)]
  const { key } = keys.find(bag => alias === null || isNamed(bag, alias)) ?? {}
  const stored = bagsOf(certBag).flatMap(({ cert }) => cert ?? [])
  const extra = intermediate === null ? [] : [forge.pki.certificateFromPem(intermediate)]
  const certificate = key && stored.find(candidate => belongTogether(key, candidate))
  const intermediates = certificate ? chainOf(certificate, [...stored, ...extra]) : []
  if (!key || !certificate || intermediates.length === 0 || key.n.bitLength() > MAX_KEY_BITS) return undefined
  return {
    key: forge.pki.privateKeyToPem(key),
    certificate: forge.pki.certificateToPem(certificate),
    intermediates: intermediates.map(one => forge.pki.certificateToPem(one)),
  }
}

/** Some programs store names in lower case. */
function isNamed({ attributes }: forge.pkcs12.Bag, alias: string): boolean {
  const named: { friendlyName?: readonly string[] } = attributes ?? {}
  return named.friendlyName?.some(name => name.toLowerCase() === alias.toLowerCase()) ?? false
}

function belongTogether(key: forge.pki.rsa.PrivateKey, { publicKey }: forge.pki.Certificate): boolean {
  return 'n' in publicKey && publicKey.n.equals(key.n)
}

/** From the issuer of the certificate upwards; a root vouches for itself and is known to every verifier. */
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
