import { readXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { MAX_LISTED_PEOPLE } from '#contract/limits.ts'
import type { ListRow } from '#domain/organiser/people-list/judge-row.ts'
import { cleanText } from '#domain/foundation/text/clean-text.ts'
import { decodeText } from '#server/foundation/base/decode-text.ts'

/** Why a file is no list that can be read: a part of a text key. */
export const LIST_FAULTS = [
  'empty',
  'damaged',
  'locked',
  'no-table',
  'too-many',
  'too-many-columns',
  'long-cell',
  'too-costly',
] as const
export type ListFault = (typeof LIST_FAULTS)[number]

export type ReadList =
  | { readonly kind: 'read'; readonly heads: readonly string[]; readonly rows: readonly ListRow[] }
  | { readonly kind: 'refused'; readonly code: ListFault; readonly at?: number }

const MAX_COLUMNS = 60
const MAX_CELL = 5000
/** Empty rows between the others are read, too. */
const MAX_READ_ROWS = 2 * MAX_LISTED_PEOPLE

/** Reads a list of people from CSV of any separator and encoding, or from the first sheet of XLSX. Work for a thread of its own. */
export async function readList({ content }: { readonly content: Uint8Array }): Promise<ReadList> {
  if (content.length === 0) return refused('empty')
  if (startsWith(content, OLD_OFFICE)) return refused('locked')
  const table = startsWith(content, ZIP) ? await sheetOf(content) : textOf(decodeText(content))
  return 'kind' in table ? table : listOf(table)
}

const refused = (code: ListFault, at?: number): ReadList => ({ kind: 'refused', code, ...(at !== undefined && { at }) })

const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** Of sheets before 2007, and of those with a password. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0]

const startsWith = (content: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => content[at] === byte)

type Table = readonly (readonly string[])[]

async function sheetOf(content: Uint8Array): Promise<Table | ReadList> {
  try {
    const { sheets } = await readXlsx(content, {
      sheets: info => !info.hidden && !info.veryHidden,
      maxRows: MAX_READ_ROWS,
    })
    const filled = sheets.find(({ rows }) => rows.length > 0)
    return filled ? filled.rows.map(row => row.map(cellText)) : refused('empty')
  } catch {
    return refused('damaged')
  }
}

function cellText(value: string | number | boolean | Date | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (!(value instanceof Date)) return String(value)
  // A sheet has no time zones: a day is midnight.
  return Number.isNaN(value.getTime()) ? '' : value.toISOString().replace(/T00:00:00\.000Z$/, '')
}

function textOf(text: string): Table | ReadList {
  if (text.includes('\0')) return refused('no-table')
  const { data } = Papa.parse<string[]>(text.replace(/^\u{feff}/u, ''), {
    delimitersToGuess: [';', ',', '\t', '|'],
    preview: MAX_READ_ROWS,
  })
  return data
}

/** The first row with something in it has the heads; rows with nothing in them are none. */
function listOf(table: Table): ReadList {
  const filled = table
    .map((cells, at) => ({ row: at + 1, cells: cells.map(cell => cleanText(cell).trim()) }))
    .filter(({ cells }) => cells.some(cell => cell !== ''))
  const [heads, ...rows] = filled
  if (!heads) return refused('empty')
  const width = Math.max(...filled.map(({ cells }) => cells.findLastIndex(cell => cell !== '') + 1))
  if (width > MAX_COLUMNS) return refused('too-many-columns', MAX_COLUMNS)
  if (width < 2 || rows.length === 0) return refused('no-table')
  if (rows.length > MAX_LISTED_PEOPLE) return refused('too-many', MAX_LISTED_PEOPLE)
  const long = filled.find(({ cells }) => cells.some(cell => cell.length > MAX_CELL))
  if (long) return refused('long-cell', long.row)
  const fit = (cells: readonly string[]): string[] => Array.from({ length: width }, (_, at) => cells[at] ?? '')
  return { kind: 'read', heads: fit(heads.cells), rows: rows.map(({ row, cells }) => ({ row, cells: fit(cells) })) }
}
