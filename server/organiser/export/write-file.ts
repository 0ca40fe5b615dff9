import { Readable } from 'node:stream'
import type { CellValue } from 'hucre/xlsx'
import type { ExportFormat } from '#domain/organiser/export/export-kind.ts'
import { localDateTime, onWall } from '#domain/foundation/wall-clock.ts'
import { csv, separatorIn, spreadsheet } from '#server/foundation/base/text.ts'
import type { Cell, ColumnType, ExportColumn, OpenedExport } from './export-kind.ts'

export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

type Written = {
  readonly format: ExportFormat
  /** Keys of columns, in their order. */
  readonly keys: readonly string[]
  readonly language: string
}

/** The file of an export as a stream: rows are read as they are taken, and no more once it is destroyed. */
export function writeExport(opened: OpenedExport, { format, keys, language }: Written): Readable {
  const columns = keys.flatMap(key => opened.columns.find(column => column.key === key) ?? [])
  const file =
    format === 'csv' ? csvOf(columns, opened.pages(keys, lineIn(language)), language) : xlsxOf(columns, opened, keys)
  return Readable.from(file, { objectMode: false })
}

/** With the mark of UTF-8, by which spreadsheets know its letters, and a line end after each row. */
async function* csvOf(
  columns: readonly ExportColumn[],
  pages: AsyncIterable<readonly string[]>,
  language: string,
): AsyncGenerator<string> {
  yield spreadsheet([columns.map(({ label }) => label)], separatorIn(language))
  for await (const lines of pages) yield lines.join('')
}

function lineIn(language: string): (row: readonly Cell[]) => string {
  const separator = separatorIn(language)
  return row => `${csv([row.map(inCsv)], separator)}\r\n`
}

function inCsv(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return localDateTime(cell.at, cell.zone).replace('T', ' ')
  return String(cell)
}

/** A sheet named as spreadsheets name it; the heads of the columns stay in view. */
async function* xlsxOf(
  columns: readonly ExportColumn[],
  { moneyDecimals, pages }: OpenedExport,
  keys: readonly string[],
): AsyncGenerator<Uint8Array> {
  const rows = async function* () {
    for await (const page of pages(keys, row => row.map((cell, index) => inSheet(cell, columns[index]?.type))))
      yield* page
  }
  // Loaded by the first spreadsheet.
  const { writeXlsxStream } = await import('hucre/xlsx')
  yield* writeXlsxStream(rows(), {
    name: 'Foyer',
    columns: columns.map(({ label, type }) => ({ header: label, width: WIDTHS[type], ...numFmt(type, moneyDecimals) })),
    freezePane: { rows: 1 },
  })
}

const WIDTHS: Readonly<Record<ColumnType, number>> = { text: 24, number: 10, money: 12, date: 18, boolean: 8 }

/**
 * Amounts have the decimals of their currency: 1,200 JPY, 1,200.00 CHF, 1,200.000 KWD. The library formats columns alone, so that
 * amounts of several currencies have the decimals that they need.
 */
function numFmt(type: ColumnType, moneyDecimals: number | null): { readonly numFmt?: string } {
  if (type === 'date') return { numFmt: 'yyyy-mm-dd hh:mm' }
  if (type !== 'money' || moneyDecimals === null) return {}
  return { numFmt: moneyDecimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(moneyDecimals)}` }
}

/** Texts stay texts, also those that look like a formula. A sheet has no time zones: dates are as the clock of theirs shows them. */
function inSheet(cell: Cell, type: ColumnType | undefined): CellValue {
  if (cell === null) return null
  if (typeof cell === 'object') return new Date(onWall(cell.at, cell.zone))
  return type === 'money' ? Number(cell) : cell
}
