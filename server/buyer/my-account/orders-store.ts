import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { AccountId } from '#domain/buyer/account/account.ts'
import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type PassStatus, passHas } from '#domain/order/pass/bought-pass.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { whereReservation } from '#server/foundation/database/status-sql.ts'

/** A buyer sees no more than these at once; older ones are found by their mails. */
const AT_MOST = 500

export type OwnedOrder = Awaited<ReturnType<typeof ordersOf>>[number]
export type OwnedItem = {
  readonly reservationId: string
  readonly publicId: string
  /** By which the order lists a ticket that was passed on; null: by its own. */
  readonly idInOrder: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  /** Null of a pass. */
  readonly categoryId: CategoryId | null
  /** Of a pass that is bought; null of everything else. */
  readonly validity: PassValidity | null
}

/** From when and until when a bought pass is good; null: open at this end. */
export type PassValidity = { readonly from: Instant | null; readonly to: Instant | null }

/** The orders of an account, the newest first; those that were cancelled are left out (lifecycle H). */
export async function ordersOf(on: Queryable, account: AccountId) {
  const rows = await on.kysely
    .selectFrom('reservation')
    .select([
      'id',
      'purchase_context_id',
      'status',
      'validity',
      'created_at',
      'confirmed_at',
      'invoice_number',
      'final_price',
      'currency',
      'vat_percentage',
      'vat_status',
    ])
    .where('account_id', '=', account)
    .where(({ not }) => not(whereReservation('isCancelled')))
    .where('erased_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(AT_MOST)
    .execute()
  return rows.map(row => ({ ...row, contextId: row.purchase_context_id as PurchaseContextId }))
}

/** What the orders are for, in the order of seats. */
export async function itemsOf(on: Queryable, reservations: readonly string[]): Promise<OwnedItem[]> {
  if (reservations.length === 0) return []
  const tickets = await on.kysely
    .selectFrom('ticket')
    .select(['reservation_id', 'public_uuid', 'id_in_order', 'first_name', 'last_name', 'category_id'])
    .where('reservation_id', 'in', reservations)
    .orderBy('id')
    .execute()
  const passes = await on.kysely
    .selectFrom('bought_pass')
    .innerJoin('reservation', 'reservation.id', 'reservation_id')
    .select(({ fn }) => [
      'reservation_id',
      'public_id',
      'bought_pass.status',
      'valid_from',
      'valid_to',
      // A buyer who names no other person is the owner.
      fn.coalesce('bought_pass.first_name', 'reservation.first_name').as('first_name'),
      fn.coalesce('bought_pass.last_name', 'reservation.last_name').as('last_name'),
    ])
    .where('reservation_id', 'in', reservations)
    .execute()
  return [
    ...tickets.map(row => ({
      ...itemFrom(row),
      publicId: row.public_uuid,
      idInOrder: row.id_in_order,
      categoryId: row.category_id as CategoryId | null,
      validity: null,
    })),
    ...passes.map(row => ({
      ...itemFrom(row),
      publicId: row.public_id,
      idInOrder: null,
      categoryId: null,
      validity: validityOf(row),
    })),
  ]
}

type Bought = { readonly status: PassStatus; readonly valid_from: Instant | null; readonly valid_to: Instant | null }

const validityOf = ({ status, valid_from: from, valid_to: to }: Bought): PassValidity | null =>
  passHas({ status }, 'isAcquired') && (from !== null || to !== null) ? { from, to } : null

type Named = { reservation_id: string | null; first_name: string | null; last_name: string | null }

const itemFrom = ({ reservation_id, first_name, last_name }: Named) => ({
  reservationId: reservation_id ?? '',
  firstName: first_name,
  lastName: last_name,
})
