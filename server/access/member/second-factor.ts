import { createHash, randomInt } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'
import type { Instant } from '#domain/foundation/instant.ts'

/** A second factor is a code of six digits that an app of the member shows (TOTP, RFC 6238), or a recovery code. */

const SECRET_BYTES = 20
/** The clock of a telephone may differ by so many seconds. */
const TOLERANCE_SECONDS = 30

export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES })

/** What an app reads from the picture: the secret, and what it is for. */
export function totpUri(
  secret: string,
  { issuer, email }: { readonly issuer: string; readonly email: string },
): string {
  return generateURI({ issuer, label: email, secret })
}

/**
 * The 30 seconds whose code this is, counted from 1970; null for a wrong code, and for one that is not after `last`: a code
 * that was read over a shoulder is of no use once its owner has used it.
 */
export async function totpStep(
  secret: string,
  code: string,
  { last, now }: { readonly last: number; readonly now: Instant },
): Promise<number | null> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const epoch = Math.floor(now / 1000)
  const result = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS, afterTimeStep: last })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/** Without letters and digits that are easily taken for others. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODES = 10
const CODE_LENGTH = 12

/** Ten codes such as "K7QM-2WXR-PA9T", 60 bits each. They are shown once. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, () => {
    const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
    return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** What is stored of a recovery code; blanks, hyphens and case don't count. */
export function recoveryDigest(code: string): Buffer {
  const letters = code.toUpperCase().replaceAll(/[\s-]/g, '')
  return createHash('sha256').update(`member recovery ${letters}`).digest()
}
