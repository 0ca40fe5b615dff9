import { randomBytes } from 'node:crypto'
import { deskShopProofPath, pathTo } from '#contract/paths.ts'
import type { Shop } from '#server/catalog/context.ts'
import { download } from '#server/foundation/file/download.ts'

const PLACE = 'proof of the base address'
const MOST_BYTES = 4096

/** By what the shop recognises itself: only a holder of its key can seal the nonce. */
export const proofOf = ({ db }: Pick<Shop, 'db'>, nonce: string): string => db.sealing.seal(nonce, PLACE)

/**
 * Does this shop answer under its own address? Requested as a visitor would, from this machine. In production nothing in a
 * private network is requested.
 */
export async function checkBaseAddress(
  shop: Pick<Shop, 'db' | 'config'>,
): Promise<'GOOD' | 'NO_ANSWER' | 'OTHER_ANSWER'> {
  const nonce = randomBytes(16).toString('hex')
  const { baseUrl, mode } = shop.config
  const answer = await download(baseUrl + pathTo(deskShopProofPath, { nonce }), {
    maxBytes: MOST_BYTES,
    allowsPrivateAddresses: mode === 'development',
  })
  if (answer === undefined) return 'NO_ANSWER'
  const { sealing } = shop.db
  const proof = proofIn(answer)
  // A text that was never sealed would be its own content.
  const isOurs = proof.startsWith(sealing.prefix) && sealing.open(proof, PLACE) === nonce
  return isOurs ? 'GOOD' : 'OTHER_ANSWER'
}

function proofIn(answer: Buffer): string {
  try {
    const parsed: unknown = JSON.parse(answer.toString())
    const isProof = typeof parsed === 'object' && parsed !== null && 'proof' in parsed
    return isProof && typeof parsed.proof === 'string' ? parsed.proof : ''
  } catch {
    return ''
  }
}
