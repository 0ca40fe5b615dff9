/** Why a file is no statement that can be read: a part of a text key, and where. */
export const STATEMENT_FAULTS = [
  'empty',
  'xml',
  'no-statement',
  'intraday',
  'mt940',
  'sums',
  'entry',
  'columns',
  'currency',
  'row',
  'too-many',
  'too-costly',
] as const
export type StatementFaultCode = (typeof STATEMENT_FAULTS)[number]

/** Thrown by the readers, and caught where they begin: nothing of a file counts that can't be read as a whole. */
export class StatementFault extends Error {
  readonly code: StatementFaultCode
  /** The line, row or entry where it is. */
  readonly at: number | null

  constructor(code: StatementFaultCode, at: number | null = null) {
    super(code)
    this.code = code
    this.at = at
  }
}

/** So many entries a file may have, debits among them. */
export const MAX_ENTRIES = 20_000
