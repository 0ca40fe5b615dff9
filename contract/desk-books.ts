import { Type, type Static } from 'typebox'
import { content } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MoneySum } from './desk-money.ts'
import { MAX_INTEGER, MONTH_PATTERN } from './limits.ts'
import * as paths from './paths.ts'
import { OneOf } from './schema.ts'

/** The organiser's API, version 1: the books of a month of an organisation, or of an event. */

const BooksQuery = Type.Object({
  month: Type.Optional(Type.String({ pattern: MONTH_PATTERN, description: 'As in 2026-10; with organizationId' })),
  organizationId: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_INTEGER })),
  eventId: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_INTEGER,
      description: 'An event or a pass: all of its time, without month',
    }),
  ),
})

/** `INVOICES`: less their credit notes. */
export const VAT_SOURCES = ['INVOICES', 'RECEIPTS'] as const

export const VatRow = Type.Object({
  source: OneOf(VAT_SOURCES),
  currency: Type.String(),
  category: Type.String({
    description: 'Of EN 16931: S is a standard rate, Z zero, E exempt, AE reverse charge, O outside of VAT',
  }),
  rate: Type.String({ description: 'Per cent' }),
  sellerCountry: Type.String({ description: 'Empty where it is unknown' }),
  buyerCountry: Type.String({ description: 'Empty where the buyer has stated none, or was erased' }),
  documents: Type.Integer(),
  net: Type.String({ description: 'A plain decimal; below nothing where more was credited than invoiced' }),
  vat: Type.String(),
  gross: Type.String(),
})
export type VatRow = Static<typeof VatRow>

export const DrawerSum = Type.Object({
  currency: Type.String(),
  counted: Type.Integer({ description: 'Drawers that were counted in this time' }),
  open: Type.Integer({ description: 'Drawers that were opened in this time and are not counted yet' }),
  difference: Type.String({ description: 'Of the counted ones; below nothing where money is missing' }),
})
export type DrawerSum = Static<typeof DrawerSum>

export const BooksTotals = Type.Object({
  orders: Type.Integer({ description: 'Confirmed in this time, whatever became of them since' }),
  invoices: Type.Integer(),
  creditNotes: Type.Integer(),
  receipts: Type.Integer(),
  sums: Type.Array(MoneySum, { description: 'As those of the days' }),
  vat: Type.Array(VatRow),
  drawers: Type.Array(DrawerSum, { description: 'Of the box offices, by currency; empty where there are none' }),
})
export type BooksTotals = Static<typeof BooksTotals>

export const readBooksTotals = deskCall({
  operationId: 'readBooksTotals',
  summary:
    'What the books of a month or an event come to: orders, documents, money by way of payment, VAT by rate, drawers',
  method: 'GET',
  path: paths.deskBooksTotalsPath,
  query: BooksQuery,
  responses: { 200: BooksTotals, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const downloadBooks = deskCall({
  operationId: 'downloadBooks',
  summary:
    'The books of a month or an event as a ZIP: orders.csv, payments.csv, refunds.csv, drawers.csv, vat.csv, totals.csv, missing.csv, and each invoice and credit note as PDF and XML',
  method: 'GET',
  path: paths.deskBooksPath,
  query: BooksQuery,
  responses: {
    200: content('application/zip', 'ZIP', Type.String({ contentMediaType: 'application/zip' })),
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})
