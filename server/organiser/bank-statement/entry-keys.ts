import { createHash } from 'node:crypto'
import type { StatementEntry } from '#domain/payment/reconciliation/statement-entry.ts'

/** By what an entry is recognised when it comes again. */
export type KeyedEntry = {
  readonly entry: StatementEntry
  /** The same on each statement of its format. */
  readonly key: string
  /** The same on a statement of another format, and for other payments that say the same. */
  readonly content: string
}

/**
 * The key is the bank's own reference; without one it is day, amount and text, with how many entries before it in the file
 * are the same (so that two equal payments of a day are two).
 */
export function withKeys(entries: readonly StatementEntry[], format: string): KeyedEntry[] {
  const counts = new Map<string, number>()
  return entries.map(entry => {
    const { account, bookedOn, amount, currency, bankReference, payer, payerAccount, references, text } = entry
    const said = references.length > 0 ? references.join(' ') : text
    const content = digest([bookedOn, amount, currency, lettersOf(said)])
    if (bankReference !== null)
      return { entry, content, key: digest(['bank', account, bookedOn, amount, bankReference]) }
    const whole = digest([account, bookedOn, amount, currency, payer, payerAccount, ...references, text])
    const occurrence = (counts.get(whole) ?? 0) + 1
    counts.set(whole, occurrence)
    return { entry, content, key: digest([format, whole, String(occurrence)]) }
  })
}

const digest = (parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Formats break lines elsewhere, and change signs. */
const lettersOf = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
