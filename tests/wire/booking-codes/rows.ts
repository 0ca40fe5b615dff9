import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A refusal of booking contract 6: which error at which field when, by which call. */
export type Row = {
  /** C: the details of an order, T: those of a ticket, P: Pay, S: the code of a pass. */
  readonly call: string
  /** As in `tickets[uuid].additional[name][i]`; G: the whole form. */
  readonly field: string
  readonly code: string
  readonly when: string
  readonly argument: string | number | null
}

/** The whole row in one line, by which a case names it. */
export const nameOf = ({ call, field, code, when }: Omit<Row, 'argument'>): string =>
  `${call} ${field} ${code}: ${when}`

type Table = {
  readonly places: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  readonly rows: readonly {
    readonly calls: string
    readonly field: string
    readonly code: string
    readonly when: string
    readonly argument?: number
  }[]
  readonly warnings: readonly { readonly code: string; readonly when: string }[]
  readonly reasons: readonly { readonly code: string; readonly when: string }[]
}

// The decoding edge: our own extract of the contract.
const TABLE = JSON.parse(readFileSync(join(import.meta.dirname, '../reference/booking-codes.json'), 'utf8')) as Table

const rowsOfTable: readonly Row[] = TABLE.rows.flatMap(({ calls, field, argument = null, ...row }) =>
  calls.split('').flatMap(call => placesOf(call, field).map(place => ({ ...row, call, field: place, argument }))),
)

/** `{t}` and `{a}` mean several places, other ones for each call. */
function placesOf(call: string, field: string): readonly string[] {
  const [whole = '', short] = /^(\{\w\})/.exec(field) ?? []
  if (short === undefined) return [field]
  const places = TABLE.places[short]?.[call] ?? []
  return places.map(place => place + field.slice(whole.length))
}

/** All that section 6 lists: its rows, its warnings of the details, and its reasons behind a payment that failed. */
export const REFERENCE: readonly Row[] = [
  ...rowsOfTable,
  ...TABLE.warnings.map(warning => ({ ...warning, call: 'C', field: 'warning', argument: null })),
  ...TABLE.reasons.map(reason => ({ ...reason, call: 'P', field: 'reason', argument: null })),
]

const own = (call: string, field: string, code: string, when: string, argument: Row['argument'] = null): Row => ({
  call,
  field,
  code,
  when,
  argument,
})

/** What we refuse besides, where the reference lets a mistake pass or answers 500. */
export const OWN_ROWS: readonly Row[] = [
  own('C', 'G', 'error.STEP_2_ORDER_HAS_EXPIRED', 'the time is over'),
  own('C', 'G', 'error.generic', 'the form names a foreign ticket'),
  own('C', 'firstName', 'error.STEP_2_MAX_LENGTH_FIRSTNAME', 'too long', 255),
  own('C', 'lastName', 'error.STEP_2_MAX_LENGTH_LASTNAME', 'too long', 255),
  own('C', 'tickets[uuid].email', 'error.STEP_2_WHITELIST_CHECK_FAILED', 'no member of the group'),
  own('C', 'vatCountryCode', 'error.restrictedValue', 'no country'),
  own('C', 'billingAddressCompany', 'error.tooLong', 'too long', 255),
  own('C', 'billingAddressState', 'error.tooLong', 'too long', 255),
  own('C', 'vatNr', 'error.tooLong', 'too long', 255),
  own('C', 'vatNr', 'foyer.error.exempt-not-payable', 'without VAT less than the only way to pay takes', '0.46 EUR'),
  own('C', 'italyEInvoicingFiscalCode', 'error.emptyField', 'Italian e-invoicing, country IT'),
]

const byName = new Map([...REFERENCE, ...OWN_ROWS].map(row => [nameOf(row), row]))

/** The row of this name; throws when there is none. */
export function rowNamed(name: string): Row {
  const row = byName.get(name)
  if (!row) throw new Error(`section 6 has no row "${name}"`)
  return row
}
