import { isUuid } from '#domain/foundation/uuid.ts'
import { type PinScheme, idPrefixOf, pinOf } from '#domain/foundation/text/pin.ts'
import type { BoughtPassId } from './bought-pass.ts'

/** Of a bought pass (domain rules 7.2); a typed one may have a character more. */
const PASS_PIN: PinScheme = { digits: 9, length: 8 }

/** The PIN of a bought pass: `c09644d4-3694-...` has HNLD4PHJ. */
export const passPin = (id: BoughtPassId): string => pinOf(id, PASS_PIN)

/** With which hexadecimal digits the id of a pass begins that has this PIN; several may. Undefined for what is no PIN. */
export const digitsOfPassPin = (pin: string): string | undefined => idPrefixOf(pin, PASS_PIN)

/** What is typed to use a pass: the whole id, or a PIN, which encodes its beginning. */
export type PassCode =
  | { readonly kind: 'id'; readonly id: BoughtPassId }
  /** `digits`: the first hexadecimal digits of the id, as `bought_pass.pin_digits` has them. */
  | { readonly kind: 'pin'; readonly digits: string }

/** Undefined for what is neither; letters may be small or capital, blanks don't matter, and in a PIN dashes neither. */
export function readPassCode(typed: string): PassCode | undefined {
  const text = typed.trim()
  if (isUuid(text)) return { kind: 'id', id: text.toLowerCase() as BoughtPassId }
  const digits = digitsOfPassPin(text)
  return digits === undefined ? undefined : { kind: 'pin', digits }
}
