import type { AttendeeEntry, AttendeeState } from '#domain/organiser/order-desk/attendee.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Span } from '#domain/organiser/export/schedule.ts'
import type { Shop } from '#server/catalog/context.ts'
import { inTurn } from '#server/foundation/jobs/pace.ts'

/** How the values of a column are written: dates as dates, money as numbers. */
export type ColumnType = 'text' | 'number' | 'money' | 'date' | 'boolean'

/** Money is its decimal text, without its currency, which is a column of its own; a date is read by the clock of its zone. */
export type Cell = string | number | boolean | { readonly at: Instant; readonly zone: string } | null

export type ExportColumn = {
  /** The same in every language and for every event: `order.shortId`. */
  readonly key: string
  readonly label: string
  readonly type: ColumnType
}

/** A column, and how it is read of a row. */
export type ColumnOf<Row> = ExportColumn & { readonly of: (row: Row) => Cell }

/** Of which event or organisation, and which part of it. */
export type ExportTarget = Span & {
  readonly organizationId: number
  readonly eventId: number | null
  /** Of the people of an event. */
  readonly people: {
    readonly state?: AttendeeState | undefined
    readonly category?: number | undefined
    readonly entry?: AttendeeEntry | undefined
  }
  readonly language: string
  readonly maySeeMoney: boolean
}

/** An export with its columns; its rows are read page by page, so that few of them are in memory however many there are. */
export type OpenedExport = {
  readonly columns: readonly ExportColumn[]
  /** How many decimals its amounts have; null: they are of currencies that differ in it. */
  readonly moneyDecimals: number | null
  /** Cells in the order of the keys, which are those of columns; `write` makes of them what the file has of a row. */
  readonly pages: <Written>(
    keys: readonly string[],
    write: (cells: readonly Cell[]) => Written,
  ) => AsyncGenerator<readonly Written[], void>
}

/** A kind of export: how it is opened. */
export type ExportKind = { readonly open: (shop: Shop, target: ExportTarget) => Promise<OpenedExport> }

/** Rows that are read and written at a time: so few that a rest nine times as long is under half a second (`pace.ts`). */
export const ROWS_AT_A_TIME = 200

type Source<Row> = {
  readonly columns: readonly ColumnOf<Row>[]
  /** Left out: it has no amounts. */
  readonly moneyDecimals?: number | null
  /** The rows after this one, fewer than ROWS_AT_A_TIME at the end; undefined: the first ones. */
  readonly after: (last: Row | undefined) => Promise<readonly Row[]>
}

/** An export whose rows are read by a key of the last one. Reading and writing them gives way to visitors of the process. */
export function openExport<Row>({ columns, moneyDecimals = null, after }: Source<Row>): OpenedExport {
  return {
    columns,
    moneyDecimals,
    async *pages(keys, write) {
      const chosen = keys.flatMap(key => columns.find(column => column.key === key) ?? [])
      for (let last: Row | undefined; ;) {
        const { rows, written } = await inTurn(async () => {
          const read = await after(last)
          return { rows: read, written: read.map(row => write(chosen.map(column => column.of(row)))) }
        })
        if (rows.length > 0) yield written
        last = rows.at(-1)
        if (rows.length < ROWS_AT_A_TIME) return
      }
    },
  }
}

/** Columns with their labels in a language. */
export function labelled<Row>(
  { texts }: Pick<Shop, 'texts'>,
  language: string,
  columns: readonly Omit<ColumnOf<Row>, 'label'>[],
): ColumnOf<Row>[] {
  return columns.map(column => ({ ...column, label: texts.text(language, `foyer.desk.export.column.${column.key}`) }))
}
