import { X509Certificate, createHash, verify } from 'node:crypto'
import { unzipSync } from 'fflate'
import forge from 'node-forge'

export type ReadPass = {
  readonly pass: Record<string, unknown>
  readonly files: Readonly<Record<string, Uint8Array>>
  /** Common names of the certificates in the signature. */
  readonly certificates: readonly string[]
}

/**
 * Opens a pass as a device does: every file but the signature is in the manifest with its digest, and the manifest is
 * signed with a certificate of `root` (PEM). Throws where it is not so. Node's own cryptography verifies: the library that
 * signs only takes the parts of the signature apart.
 */
export async function readPass(archive: Uint8Array, root: string): Promise<ReadPass> {
  const files = unzipSync(archive)
  const { 'manifest.json': manifest, signature, 'pass.json': pass, ...images } = files
  if (!manifest || !signature || !pass) throw new Error(`a pass of ${Object.keys(files).join(', ')}`)
  const digests = jsonOf(manifest)
  for (const [name, content] of Object.entries({ ...images, 'pass.json': pass })) {
    const digest = createHash('sha1').update(content).digest('hex')
    if (digests[name] !== digest) throw new Error(`${name} is not what the manifest says`)
  }
  if (Object.keys(digests).length !== Object.keys(images).length + 1) throw new Error('the manifest names more files')
  const certificates = verified(manifest, signature, new X509Certificate(root))
  return { pass: jsonOf(pass), files, certificates }
}

/** Checks a detached CMS signature (RFC 5652, section 5.4) and its certificates up to `root`; returns their names. */
function verified(content: Uint8Array, signature: Uint8Array, root: X509Certificate): string[] {
  const { signer, certificates } = signedDataIn(signature)
  const serial = BigInt(`0x${bytesOf(partAt(signer, 1, 1)).toString('hex')}`)
  const own = certificates.find(({ serialNumber }) => BigInt(`0x${serialNumber}`) === serial)
  const attributes = forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.SET,
    true,
    partsOf(partAt(signer, 3)),
  )
  if (!own || !verify('sha256', derOf(attributes), own.publicKey, bytesOf(partAt(signer, 5))))
    throw new Error('the signature is not good')
  const digest = partsOf(attributes).find(one => derOf(partAt(one, 0)).equals(MESSAGE_DIGEST))
  if (!digest || !bytesOf(partAt(digest, 1, 0)).equals(createHash('sha256').update(content).digest()))
    throw new Error('the signature is of another manifest')
  if (!isIssuedBelow(root, own, certificates)) throw new Error('the certificates do not lead to the root')
  return certificates.map(({ subject }) => subject.replace(/^CN=/, ''))
}

const MESSAGE_DIGEST = derOf(
  forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.OID,
    false,
    forge.asn1.oidToDer('1.2.840.113549.1.9.4').getBytes(),
  ),
)

function signedDataIn(signature: Uint8Array): { signer: forge.asn1.Asn1; certificates: X509Certificate[] } {
  const info = forge.asn1.fromDer(Buffer.from(signature).toString('binary'))
  const data = partAt(info, 1, 0)
  if (partsOf(partAt(data, 2)).length > 1) throw new Error('the signature carries what it signs')
  const certificates = partsOf(partAt(data, 3)).map(one => new X509Certificate(derOf(one)))
  return { signer: partAt(data, 4, 0), certificates }
}

/** True when `root`, or one that it has issued, has issued the certificate, and all of them are valid today. */
function isIssuedBelow(root: X509Certificate, one: X509Certificate, others: readonly X509Certificate[]): boolean {
  const now = Date.now()
  if (now < one.validFromDate.getTime() || now > one.validToDate.getTime()) return false
  const isIssuedBy = (issuer: X509Certificate) => issuer.ca && one.checkIssued(issuer) && one.verify(issuer.publicKey)
  if (isIssuedBy(root)) return true
  const rest = others.filter(other => other !== one)
  return rest.some(other => isIssuedBy(other) && isIssuedBelow(root, other, rest))
}

function derOf(node: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(node).getBytes(), 'binary')
}

function bytesOf({ value }: forge.asn1.Asn1): Buffer {
  if (typeof value !== 'string') throw new Error('a value of parts')
  return Buffer.from(value, 'binary')
}

function partsOf({ value }: forge.asn1.Asn1): forge.asn1.Asn1[] {
  if (typeof value === 'string') throw new Error('a value without parts')
  return value
}

function partAt(node: forge.asn1.Asn1, ...path: readonly number[]): forge.asn1.Asn1 {
  return path.reduce((above, index) => {
    const part = partsOf(above)[index]
    if (part === undefined) throw new Error(`a value without part ${index}`)
    return part
  }, node)
}

/** The decoding edge of the tests. */
function jsonOf(content: Uint8Array): Record<string, unknown> {
  return JSON.parse(Buffer.from(content).toString('utf8')) as Record<string, unknown>
}
