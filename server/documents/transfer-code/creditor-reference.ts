import {
  calculateQRReferenceChecksum,
  calculateSCORReferenceChecksum,
  formatReference,
  isQRIBAN,
  isQRReferenceValid,
  isSCORReferenceValid,
} from 'swissqrbill/utils'
import { compactAccount, isIban } from './account.ts'

/**
 * The structured reference of a Swiss bill: it names the order, so that the shop finds it on a bank statement. It is made
 * of the first sixteen digits of the order's id. QRR (26 digits and one by modulo 10, recursive) where the account is a
 * QR-IBAN, which takes no other; SCOR (ISO 11649, modulo 97) elsewhere (SIX guidelines for the QR-bill 2.3, 4.2.2).
 */

/** Of an id as the database writes it; its first two groups and half of the fourth. */
const ID_DIGITS = 16

const QR_DIGITS = 26

/** Undefined for an account that no Swiss bill can name. Without blanks. */
export function creditorReference(orderId: string, account: string): string | undefined {
  const iban = compactAccount(account)
  if (!isSwiss(iban)) return undefined
  const digits = orderId.replaceAll('-', '').slice(0, ID_DIGITS).toUpperCase()
  if (!isQRIBAN(iban)) return `RF${calculateSCORReferenceChecksum(digits)}${digits}`
  const number = BigInt(`0x${digits}`).toString().padStart(QR_DIGITS, '0')
  return `${number}${calculateQRReferenceChecksum(number)}`
}

/** The beginning of the id of the order that a reference names; undefined for any other text. Blanks do not matter. */
export function orderOfReference(text: string): string | undefined {
  const reference = text.replaceAll(/\s/g, '').toUpperCase()
  if (/^RF\d\d[0-9A-F]{16}$/.test(reference)) {
    return isSCORReferenceValid(reference) ? idOf(reference.slice(4)) : undefined
  }
  if (!/^\d{27}$/.test(reference) || !isQRReferenceValid(reference)) return undefined
  const digits = BigInt(reference.slice(0, QR_DIGITS)).toString(16)
  return digits.length <= ID_DIGITS ? idOf(digits.padStart(ID_DIGITS, '0')) : undefined
}

function idOf(digits: string): string {
  const id = digits.toLowerCase()
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12)].join('-')
}

/** Is it a QR-IBAN, which the account behind it has another IBAN than? */
export const isQrAccount = (iban: string): boolean => isSwiss(iban) && isQRIBAN(iban)

/** An account in Switzerland or Liechtenstein: the only ones that a Swiss bill names. */
export const isSwiss = (iban: string): boolean => isIban(iban) && /^(?:CH|LI)\d{7}[A-Z0-9]{12}$/.test(iban)

/**
 * What a buyer types in who makes the transfer without the code, in groups: the reference of a QR-IBAN, which takes no
 * transfer without it. Elsewhere the message is enough, which is shorter.
 */
export const typedReference = (reference: string | undefined): string | undefined =>
  reference === undefined || reference.startsWith('RF') ? undefined : formatReference(reference)
