import type { Data } from 'swissqrbill/types'
import { isQRIBAN } from 'swissqrbill/utils'
import { compactAccount } from './account.ts'
import { isSwiss } from './creditor-reference.ts'
import { isPayable } from './epc-code.ts'

/** What a Swiss bill says. The amount is a plain decimal with a dot; the owner has name and address, a line each. */
export type SwissTransfer = {
  readonly account: string
  readonly owner: readonly string[]
  readonly amount: string
  readonly currency: string
  readonly reason: string
  readonly reference: string | undefined
}

/** Lengths of the standard (SIX guidelines for the QR-bill 4.2.2). */
const LENGTHS = { name: 70, street: 70, number: 16, zip: 16, town: 35, message: 140 } as const

/**
 * The data of a Swiss QR code; its buyer is left out, who is not to be read on a screen. Undefined where the account is not
 * Swiss, the currency is none of the standard's, or the address of the owner can't be read: no code is better than one
 * that the bank refuses.
 */
export function swissBill({ account, owner, amount, currency, reason, reference }: SwissTransfer): Data | undefined {
  const iban = compactAccount(account)
  if (!isSwiss(iban) || reference === undefined || !isPayable(amount)) return undefined
  if (currency !== 'CHF' && !(currency === 'EUR' && isQRIBAN(iban))) return undefined
  const creditor = creditorOf(owner, iban.slice(0, 2))
  if (!creditor) return undefined
  return {
    amount: Number(amount),
    currency,
    creditor: { ...creditor, account: iban },
    reference,
    message: cut(reason, LENGTHS.message),
  }
}

type Address = Omit<Data['creditor'], 'account'>

const TOWN = /^(?:([A-Z]{2})[- ])?(\d{4,5})\s+(\p{L}.*)$/u
const STREET = /^(.*\D)\s+(\d+\s?\p{L}?)$/u

/**
 * The structured address (type S) in the lines of an organiser: the name first, the town with its postal code after the
 * street, and what follows the town (a country in words) left out.
 */
function creditorOf(owner: readonly string[], country: string): Address | undefined {
  const [name = '', ...lines] = owner.map(line => line.trim()).filter(line => line !== '')
  const at = lines.findLastIndex(line => TOWN.test(line))
  const [, stated, zip, town] = TOWN.exec(lines[at] ?? '') ?? []
  if (name === '' || zip === undefined || town === undefined) return undefined
  const street = at === 0 ? '' : (lines[at - 1] ?? '')
  const [, road = street, number] = STREET.exec(street) ?? []
  if (printable(name) === '' || printable(town) === '') return undefined
  return {
    name: cut(name, LENGTHS.name),
    address: cut(road, LENGTHS.street),
    ...(number !== undefined && { buildingNumber: cut(number, LENGTHS.number) }),
    zip: cut(zip, LENGTHS.zip),
    city: cut(town, LENGTHS.town),
    country: stated ?? country,
  }
}

const cut = (text: string, length: number): string => printable(text).slice(0, length).trim()

/** Signs that the standard has in another form. */
const TYPED: Readonly<Record<string, string>> = { '‘': "'", '’': "'", '“': '"', '”': '"', '„': '"', '–': '-', '—': '-' }

/** Latin letters alone (SIX guidelines 4.1.1): what has no such form is left out, and the bank compares the account. */
function printable(text: string): string {
  const typed = text.replaceAll(/[‘’“”„–—]/g, sign => TYPED[sign] ?? '')
  return Array.from(typed.normalize('NFC'), sign =>
    ALLOWED.test(sign) ? sign : sign.normalize('NFKD').replaceAll(FORBIDDEN, ''),
  )
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const ALLOWED = /^[\u{20}-\u{7e}\u{a0}-\u{17f}\u{218}-\u{21b}\u{20ac}]$/u
const FORBIDDEN = /[^\u{20}-\u{7e}\u{a0}-\u{17f}\u{218}-\u{21b}\u{20ac}]/gu
