import { createHash } from 'node:crypto'
import { fromBER } from 'asn1js'
import { unzipSync } from 'fflate'
import * as pkijs from 'pkijs'

export type ReadPass = {
  readonly pass: Record<string, unknown>
  readonly files: Readonly<Record<string, Uint8Array>>
  /** Common names of the certificates in the signature. */
  readonly certificates: readonly string[]
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64, 'base64'))

/**
 * Opens a pass as a device does: every file but the signature is in the manifest with its digest, and the manifest is
 * signed with a certificate of `root` (PEM). Throws where it is not so. Written with another library than the one that
 * signs.
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
  const certificates = await verified(manifest, signature, root)
  return { pass: jsonOf(pass), files, certificates }
}

async function verified(content: Uint8Array, signature: Uint8Array, root: string): Promise<string[]> {
  const info = pkijs.ContentInfo.fromBER(Uint8Array.from(signature).buffer)
  const signed = new pkijs.SignedData({ schema: info.content })
  if (signed.encapContentInfo.eContent) throw new Error('the signature carries what it signs')
  const isGood = await signed.verify({
    signer: 0,
    data: Uint8Array.from(content).buffer,
    checkChain: true,
    trustedCerts: [certificateOf(root)],
  })
  if (!isGood) throw new Error('the signature is not good')
  return (signed.certificates ?? []).flatMap(one => (one instanceof pkijs.Certificate ? nameOf(one) : []))
}

function certificateOf(pem: string): pkijs.Certificate {
  const der = bytesOf(pem.replaceAll(/-----[^-]+-----|\s/g, ''))
  return new pkijs.Certificate({ schema: fromBER(der.buffer).result })
}

const nameOf = ({ subject }: pkijs.Certificate): string =>
  subject.typesAndValues.map(({ value }) => String(value.valueBlock.value)).join()

/** The decoding edge of the tests. */
function jsonOf(content: Uint8Array): Record<string, unknown> {
  return JSON.parse(Buffer.from(content).toString('utf8')) as Record<string, unknown>
}
