import type { BooksTotals } from '#contract/desk-books.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { type Separator, separatorIn } from '#server/foundation/base/text.ts'
import type { ZippedFile } from '#server/foundation/base/zip.ts'
import type { Shop } from '#server/catalog/context.ts'
import { asFileName, documentForBooks } from '#server/order/invoice/document-file.ts'
import { movementSums, sumsOf } from '../money-days.ts'
import { type MoneyScope, type MovementPlace, type MovementRow, listMovements, moneyByDay } from '../movement-store.ts'
import {
  type BookedDocument,
  type BookedDrawer,
  type BookedOrder,
  type BooksOf,
  bookedDocuments,
  bookedDrawers,
  bookedOrders,
  countOrders,
} from './books-store.ts'
import {
  type Column,
  MISSING_COLUMNS,
  type MissingDocument,
  type Reader,
  SUM_COLUMNS,
  VAT_COLUMNS,
  drawerColumns,
  headOf,
  linesOf,
  orderColumns,
  paymentColumns,
  refundColumns,
} from './columns.ts'
import { drawerSums } from './drawers.ts'
import { type DocumentSums, documentSums } from './vat.ts'

/** Rows are read and written so many at a time, and documents of which all is read. */
const ROWS = 1000
const DOCUMENTS = 100

const scopeOf = ({ organizationId, eventId, period }: BooksOf): MoneyScope => ({
  reach: { organizationIds: [organizationId], eventIds: [] },
  organizationId,
  eventId,
  period,
})

/** What the books come to. */
export async function booksTotals({ db }: Pick<Shop, 'db'>, of: BooksOf): Promise<BooksTotals> {
  const sums = documentSums()
  for await (const page of documentPages({ db }, of)) for (const { model } of page) sums.add(model)
  const drawers = (await Array.fromAsync(drawerPages({ db }, of))).flat()
  return {
    orders: await countOrders(db, of),
    ...sums.counts(),
    sums: sumsOf(await moneyByDay(db, scopeOf(of))),
    vat: sums.rows(),
    drawers: drawerSums(drawers),
  }
}

/** Reads page after page, from behind the last row of each. */
async function* pages<Row, Place>(
  read: (after: Place | null) => Promise<Row[]>,
  { size, placeOf }: { readonly size: number; readonly placeOf: (row: Row) => Place },
): AsyncGenerator<Row[]> {
  let after: Place | null = null
  for (;;) {
    const rows: Row[] = await read(after)
    const last = rows.at(-1)
    if (rows.length > 0) yield rows
    if (!last || rows.length < size) return
    after = placeOf(last)
  }
}

const documentPages = ({ db }: Pick<Shop, 'db'>, of: BooksOf) =>
  pages<BookedDocument, BookedDocument>(after => bookedDocuments(db, of, { after, limit: DOCUMENTS }), {
    size: DOCUMENTS,
    placeOf: row => row,
  })

const drawerPages = ({ db }: Pick<Shop, 'db'>, of: BooksOf) =>
  pages<BookedDrawer, BookedDrawer>(after => bookedDrawers(db, of, { after, limit: ROWS }), {
    size: ROWS,
    placeOf: row => row,
  })

export type WritingBooks = Reader & { readonly of: BooksOf }

/**
 * The files of the books, one by one as they are asked for. What they come to is added up from what was written, so that the
 * sums are those of the rows, whatever happens meanwhile.
 */
export async function* filesOfBooks(shop: Shop, { of, ...reader }: WritingBooks): AsyncGenerator<ZippedFile> {
  const { db } = shop
  const separator = separatorIn(reader.language)
  const table = <Row>(name: string, columns: readonly Column<Row>[], rows: AsyncIterable<Row[]> | Row[][]) => ({
    name,
    content: tableOf(columns, rows, separator),
    isCompressed: true,
  })
  const orders = pages<BookedOrder, BookedOrder>(after => bookedOrders(db, of, { after, limit: ROWS }), {
    size: ROWS,
    placeOf: row => row,
  })
  yield table('orders.csv', orderColumns(reader), orders)
  const money = movementSums()
  yield table('payments.csv', paymentColumns(reader), counted(movementPages(shop, of, 'payments'), money.add))
  yield table('refunds.csv', refundColumns(reader), counted(movementPages(shop, of, 'refunds'), money.add))
  yield table('drawers.csv', drawerColumns(reader), drawerPages(shop, of))
  const sums = documentSums()
  const missing: MissingDocument[] = []
  yield* documentFiles(shop, of, { sums, missing, length: reader.length })
  yield table('vat.csv', VAT_COLUMNS, [sums.rows()])
  yield table('totals.csv', SUM_COLUMNS, [money.sums()])
  yield table('missing.csv', MISSING_COLUMNS, [missing])
}

async function* tableOf<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row[]> | Row[][],
  separator: Separator,
): AsyncGenerator<string> {
  yield headOf(columns, separator)
  for await (const page of rows) yield linesOf(columns, page, separator)
}

/** The same pages, each counted when it is written. */
async function* counted<Row>(all: AsyncIterable<Row[]>, count: (page: readonly Row[]) => void): AsyncGenerator<Row[]> {
  for await (const page of all) {
    count(page)
    yield page
  }
}

/** The rank that payments have, and what comes behind them (movement-store.ts). */
const PAYMENTS = 1
const LAST_PAYMENT: MovementPlace = { rank: PAYMENTS, id: 9_223_372_036_854_775_807n }

async function* movementPages(
  { db }: Pick<Shop, 'db'>,
  of: BooksOf,
  which: 'payments' | 'refunds',
): AsyncGenerator<MovementRow[]> {
  const read = (after: MovementPlace | null) =>
    listMovements(db, scopeOf(of), { after: after ?? (which === 'refunds' ? LAST_PAYMENT : null), limit: ROWS })
  for await (const page of pages<MovementRow, MovementPlace>(read, { size: ROWS, placeOf: row => row })) {
    const wanted = which === 'refunds' ? page : page.filter(({ rank }) => rank === PAYMENTS)
    if (wanted.length > 0) yield wanted
    if (wanted.length < page.length) return
  }
}

type Noting = { readonly sums: DocumentSums; readonly missing: MissingDocument[]; readonly length: number }

const KINDS = { INVOICE: 'invoice', CREDIT_NOTE: 'credit-note' } as const

/** Each invoice and credit note, drawn when its turn comes; one that can't be drawn is noted, and the others go on. */
async function* documentFiles(shop: Shop, of: BooksOf, { sums, missing, length }: Noting): AsyncGenerator<ZippedFile> {
  const names = new Map<string, number>()
  for await (const page of documentPages(shop, of)) {
    for (const { id, orderId, model, isErased } of page) {
      sums.add(model)
      if (model.type === 'RECEIPT') continue
      const name = `documents/${unusedName(names, `${KINDS[model.type]}-${asFileName(model.number ?? id)}`)}`
      const note = (reason: MissingDocument['reason']) =>
        missing.push({ file: `${name}.pdf`, order: shortId({ id: orderId }, length), reason })
      const drawn = isErased ? undefined : await drawnDocument(shop, id)
      if (!drawn) note(isErased ? 'erased' : 'fault')
      if (drawn) yield { name: `${name}.pdf`, content: [drawn.pdf], isCompressed: false }
      if (drawn?.xml != null) yield { name: `${name}.xml`, content: [drawn.xml], isCompressed: true }
    }
  }
}

async function drawnDocument(shop: Shop, id: string) {
  try {
    return await documentForBooks(shop, id)
  } catch (error) {
    shop.log.documentNotDrawn(id, error)
    return undefined
  }
}

/** Two numbers that differ in signs alone would have one name. */
function unusedName(names: Map<string, number>, name: string): string {
  const times = (names.get(name) ?? 0) + 1
  names.set(name, times)
  return times === 1 ? name : `${name}-${times}`
}
