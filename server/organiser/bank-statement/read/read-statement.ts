import type { ReadStatement } from '#domain/payment/reconciliation/statement-entry.ts'
import { decodeText } from '#server/foundation/base/decode-text.ts'
import { readCamt } from './read-camt.ts'
import { isMt940, readMt940 } from './read-mt940.ts'
import { type GuessedColumns, type StatedColumns, guessColumns, readTable } from './read-table.ts'
import { StatementFault, type StatementFaultCode } from './statement-fault.ts'

/** What a file came to. A table is read once a member has confirmed its columns. */
export type StatementReading =
  | { readonly kind: 'read'; readonly statement: ReadStatement }
  | { readonly kind: 'columns'; readonly columns: GuessedColumns }
  | { readonly kind: 'refused'; readonly code: StatementFaultCode; readonly at: number | null }

export type StatementFile = { readonly content: Uint8Array; readonly columns: StatedColumns | null }

/** Reads a bank statement by what is in it, whatever the file is called. Work for a thread of its own. */
export function readStatement({ content, columns }: StatementFile): StatementReading {
  try {
    const text = decodeText(content)
    if (text.trim() === '') throw new StatementFault('empty')
    if (/^\u{feff}?\s*</u.test(text)) return { kind: 'read', statement: readCamt(text) }
    if (isMt940(text)) return { kind: 'read', statement: readMt940(text) }
    if (text.includes('\0')) throw new StatementFault('no-statement')
    if (columns === null) return { kind: 'columns', columns: guessColumns(text) }
    return { kind: 'read', statement: readTable(text, columns) }
  } catch (error) {
    if (error instanceof StatementFault) return { kind: 'refused', code: error.code, at: error.at }
    throw error
  }
}
