import { withoutGaps } from './text.ts'

/** 26 characters that readers don't confuse on paper: no B, I, O, S, Z, and none of the digits like them. */
const ALPHABET = 'ACDEFGHJKLMNPQRTUVWXY34679'
const BASE = BigInt(ALPHABET.length)

/** How much of a secret id a PIN encodes. */
export type PinScheme = {
  /** The first hexadecimal digits of the id, dashes left out. */
  readonly digits: number
  /** Characters at least, filled up with the zero of the alphabet in front. */
  readonly length: number
}

/** Of a ticket (domain rules 9); a typed one may have a character more. */
export const TICKET_PIN: PinScheme = { digits: 7, length: 6 }

/** The beginning of a secret id as people type it: a number in base 26 (domain rules 7.2). */
export function pinOf(id: string, { digits, length }: PinScheme): string {
  let rest = BigInt(`0x${id.replaceAll('-', '').slice(0, digits)}`)
  let pin = ''
  for (; rest > 0n; rest /= BASE) pin = `${ALPHABET.charAt(Number(rest % BASE))}${pin}`
  return pin.padStart(length, ALPHABET.charAt(0))
}

/**
 * With which hexadecimal digits, in small letters, an id begins whose PIN this is. Letter case, blanks and dashes don't
 * matter; undefined when it matches no id: malformed, or a larger number than so many digits can encode.
 */
export function idPrefixOf(pin: string, { digits, length }: PinScheme): string | undefined {
  const characters = Array.from(withoutGaps(pin).toUpperCase())
  if (characters.length !== length && characters.length !== length + 1) return undefined
  const places = characters.map(character => ALPHABET.indexOf(character))
  if (places.includes(-1)) return undefined
  const number = places.reduce((sum, place) => sum * BASE + BigInt(place), 0n)
  const prefix = number.toString(16).padStart(digits, '0')
  return prefix.length === digits ? prefix : undefined
}
