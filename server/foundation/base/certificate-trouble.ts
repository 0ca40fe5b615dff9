/** Who signed it is not known here: others may trust it. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** No client takes it: it is over, not begun, revoked, or another name's. */
const WRONG = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REVOKED', 'ERR_TLS_CERT_ALTNAME_INVALID'])

export type CertificateTrouble = { readonly kind: 'untrusted' | 'wrong'; readonly reason: string }

/** Why a call failed, where the other side's certificate is the cause; undefined: it failed for another reason. */
export function certificateTrouble(error: unknown): CertificateTrouble | undefined {
  if (!(error instanceof Error)) return undefined
  // The mail client puts a code of its own in the place of the socket's.
  const codes = ['code' in error && error.code, 'originalCode' in error && error.originalCode].map(String)
  if (codes.some(code => UNTRUSTED.has(code))) return { kind: 'untrusted', reason: error.message }
  if (codes.some(code => WRONG.has(code))) return { kind: 'wrong', reason: error.message }
  return certificateTrouble(error.cause)
}

/** What helps where this machine alone does not trust a certificate. */
export const TRUST_HINT = 'NODE_EXTRA_CA_CERTS names a file with an authority of your own'
