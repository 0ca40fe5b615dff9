/** What a bank statement says of the money that came in. */

export const STATEMENT_FORMATS = ['CAMT', 'MT940', 'CSV'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

/** A credit: one payment, or one of several that the bank has booked as a batch. */
export type StatementEntry = {
  /** The shop's own account, without blanks; null where the file does not say. */
  readonly account: string | null
  /** As in 2026-11-20. */
  readonly bookedOn: string
  /** A plain decimal without zeros at its end, as in "71.4". */
  readonly amount: string
  readonly currency: string
  /** Structured references of the creditor, and what the payer calls the payment. */
  readonly references: readonly string[]
  /** What the payer has written, on one line. */
  readonly text: string
  readonly payer: string | null
  readonly payerAccount: string | null
  /** By which the bank calls it, the same on each statement; null where it has none. */
  readonly bankReference: string | null
}

/** What is on a statement and is no credit: money that went out, bookings that were reversed, those that are not final. */
export type SkippedEntries = { readonly debits: number; readonly reversals: number; readonly pending: number }

export type ReadStatement = {
  readonly format: StatementFormat
  readonly entries: readonly StatementEntry[]
  readonly skipped: SkippedEntries
}

/** An amount as files write it, as a plain decimal without zeros at its end; undefined where it is none. */
export function plainAmount(text: string): string | undefined {
  const parts = /^0*(\d{1,15})(?:[.,](\d{0,5}))?$/.exec(text.trim())
  if (!parts) return undefined
  const [, whole = '', decimals = ''] = parts
  const rest = decimals.replace(/0+$/, '')
  return rest === '' ? whole : `${whole}.${rest}`
}

/** An ISO date that exists; undefined for any other text. */
export function statedDate(text: string): string | undefined {
  const date = text.slice(0, 10)
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined
  const at = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? undefined : date
}

/** Text on one line, without blanks at its ends. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
