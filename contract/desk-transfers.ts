import { Type, type Static } from 'typebox'
import { UNSURE_REASONS } from '#domain/payment/reconciliation/judge-entries.ts'
import { COLUMN_ROLES } from '#domain/payment/reconciliation/statement-columns.ts'
import { STATEMENT_FORMATS } from '#domain/payment/reconciliation/statement-entry.ts'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_SEARCH_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Maybe, Nullable, OneOf, Whole } from './schema.ts'
import { ReservationId } from './shared.ts'

/** The organiser's API, version 1: transfers, and the bank statements that show which have arrived. */

const Money = Type.Object({ amount: Type.String({ description: 'Plain decimal' }), currency: Type.String() })

/** An order whose transfer is awaited, or that an entry names. */
export const TransferOrder = Type.Object({
  id: Type.String(),
  reference: Type.String({ description: 'The short number of the order' }),
  person: Nullable(Type.String()),
  title: Type.String({ description: 'Of its event or pass, in the language of the caller, where there is one' }),
  money: Nullable(Money),
  dueAt: Nullable(Type.Integer({ description: 'Null where it has no deadline, or is not awaited' })),
  isOverdue: Type.Boolean(),
})
export type TransferOrder = Static<typeof TransferOrder>

const Cursor = Type.Optional(Type.String({ maxLength: 100, description: 'nextCursor of the answer before' }))

export const listDeskTransfers = deskCall({
  operationId: 'listDeskTransfers',
  summary: 'Orders whose transfer is awaited, those due first at the top',
  method: 'GET',
  path: paths.deskTransfersPath,
  query: Type.Object({
    organizationId: Type.Optional(Whole),
    q: Type.Optional(
      Type.String({ maxLength: MAX_SEARCH_LENGTH, description: 'In name, address and number of the order; or a sum' }),
    ),
    isOverdue: Type.Optional(Type.Boolean()),
    cursor: Cursor,
  }),
  responses: {
    200: Type.Object({ orders: Type.Array(TransferOrder), nextCursor: Nullable(Type.String()) }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

const MAX_COLUMNS_LENGTH = 1000

export const uploadBankStatement = deskCall({
  operationId: 'uploadBankStatement',
  summary:
    'Upload a bank statement: the file is the body (CAMT.053, CAMT.054, MT940 or a table; 12 MB at most). Nothing is booked by it',
  method: 'POST',
  path: paths.deskBankStatementsPath,
  query: Type.Object({
    organizationId: Whole,
    columns: Type.Optional(
      Type.String({
        maxLength: MAX_COLUMNS_LENGTH,
        description: `What each column of a table is for, with commas between: ${COLUMN_ROLES.join(', ')}`,
      }),
    ),
    currency: Type.Optional(Type.String({ maxLength: 3, description: 'Of a table that has no column for it' })),
  }),
  responses: {
    200: Type.Object({
      /** Of a table, where the request says nothing of its columns: to be confirmed, and nothing is stored. */
      columns: Type.Optional(
        Type.Object({
          heads: Type.Array(Type.String()),
          rows: Type.Array(Type.Array(Type.String()), { description: 'The first ones' }),
          roles: Type.Array(OneOf(COLUMN_ROLES)),
          currency: Nullable(Type.String()),
        }),
      ),
      read: Type.Optional(
        Type.Object({
          format: OneOf(STATEMENT_FORMATS),
          added: Type.Integer({ description: 'Credits that were on no statement before' }),
          seenBefore: Type.Integer({ description: 'Credits that were on another one, or on this one twice' }),
          debits: Type.Integer(),
          reversals: Type.Integer(),
          pending: Type.Integer(),
        }),
      ),
    }),
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})

export const ENTRY_JUDGEMENTS = ['sure', 'unsure', 'unmatched'] as const

const entryMembers = {
  id: Type.String(),
  bookedOn: Type.String({ description: 'As in 2026-11-20' }),
  money: Money,
  payer: Nullable(Type.String()),
  payerAccount: Nullable(Type.String()),
  text: Type.String(),
  references: Type.Array(Type.String()),
}

export const BankEntry = Type.Object({
  ...entryMembers,
  judgement: OneOf(ENTRY_JUDGEMENTS),
  reason: Nullable(OneOf(UNSURE_REASONS)),
  orders: Type.Array(TransferOrder, { description: 'The one it pays; where it is unsure, those it may pay' }),
})
export type BankEntry = Static<typeof BankEntry>

export const listBankEntries = deskCall({
  operationId: 'listBankEntries',
  summary:
    'Credits that are neither booked nor set aside, with the orders they pay: sure ones, unsure ones, the others',
  method: 'GET',
  path: paths.deskBankEntriesPath,
  query: Type.Object({ organizationId: Whole, cursor: Cursor }),
  responses: {
    200: Type.Object({
      sure: Type.Integer(),
      unsure: Type.Integer(),
      unmatched: Type.Integer(),
      /** What the sure ones come to. */
      sums: Type.Array(Money),
      latest: Nullable(Type.String({ description: 'The newest entry of this answer, for bookSureEntries' })),
      entries: Type.Array(BankEntry),
      nextCursor: Nullable(Type.String()),
    }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

export const SettledEntry = Type.Object({
  ...entryMembers,
  status: OneOf(['BOOKED', 'SET_ASIDE']),
  orderReference: Nullable(Type.String({ description: 'The short number of the order' })),
  settledAt: Type.Integer(),
  settledBy: Type.String(),
})
export type SettledEntry = Static<typeof SettledEntry>

export const listSettledEntries = deskCall({
  operationId: 'listSettledEntries',
  summary: 'Credits that were booked or set aside, the latest first',
  method: 'GET',
  path: paths.deskSettledEntriesPath,
  query: Type.Object({ organizationId: Whole, cursor: Cursor }),
  responses: {
    200: Type.Object({ entries: Type.Array(SettledEntry), nextCursor: Nullable(Type.String()) }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

const RowId = Type.String({ pattern: '^\\d{1,18}$' })

export const bookSureEntries = deskCall({
  operationId: 'bookSureEntries',
  summary: 'Confirm the orders that sure entries pay, some at a time: called again until `left` is 0',
  method: 'POST',
  path: paths.deskBookedEntriesPath,
  body: Type.Object({
    organizationId: Whole,
    upTo: { ...RowId, description: '`latest` of the list: what was uploaded since is not booked' },
  }),
  responses: {
    200: Type.Object({
      booked: Type.Integer(),
      refused: Type.Integer({ description: 'They are unsure now' }),
      left: Type.Integer(),
    }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

const OfEntry = Type.Object({ entryId: RowId })

export const bookEntry = deskCall({
  operationId: 'bookEntry',
  summary: 'Confirm the order that an entry pays: its tickets become good and are mailed',
  method: 'POST',
  path: paths.deskEntryOrderPath,
  params: OfEntry,
  body: Type.Object({
    orderId: ReservationId,
    isDifferenceAccepted: Maybe(Type.Boolean({ description: 'The sum may be another one than is due' })),
  }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const setEntryAside = deskCall({
  operationId: 'setEntryAside',
  summary: 'Set an entry aside that pays no order, or take it up again',
  method: 'PUT',
  path: paths.deskEntryAsidePath,
  params: OfEntry,
  body: Type.Object({ isAside: Type.Boolean() }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})
