import type { Instant } from '#domain/foundation/instant.ts'
import type { BoughtPass, BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { Extended } from '#domain/order/pass/validity.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** A bought pass as its organiser sees it. */
export type BoughtOf = {
  readonly id: BoughtPassId
  readonly publicId: string
  readonly reservationId: ReservationId
  readonly status: BoughtPass['status']
  readonly owner: { readonly firstName: string | null; readonly lastName: string | null; readonly email: string | null }
  readonly valid: BoughtPass['valid']
  readonly maxEntries: number | null
  readonly used: number
  readonly acquiredAt: Instant | null
}

/** Passes of one kind to a page. */
export const PAGE_SIZE = 100

/** How many of a pass were bought, and some of them, the latest first. */
export async function boughtOf(
  on: Queryable,
  passId: number,
  page: number,
): Promise<{ readonly total: number; readonly bought: readonly BoughtOf[] }> {
  const counted = await on.kysely
    .selectFrom('bought_pass')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('pass_id', '=', passId)
    .executeTakeFirstOrThrow()
  const rows = await bought(on)
    .where('bought.pass_id', '=', passId)
    .orderBy('reservation.created_at', 'desc')
    .orderBy('bought.id')
    .limit(PAGE_SIZE)
    .offset(page * PAGE_SIZE)
    .execute()
  return { total: Number(counted.total), bought: rows.map(boughtFrom) }
}

/** One of them, by its public id; undefined when it is of another pass. */
export async function findBought(on: Queryable, passId: number, publicId: string): Promise<BoughtOf | undefined> {
  const row = await bought(on)
    .where('bought.pass_id', '=', passId)
    .where('bought.public_id', '=', publicId.toLowerCase())
    .executeTakeFirst()
  return row && boughtFrom(row)
}

/** The order of a bought pass, by either of its ids: clients of the wire know the one, and lists show the other. */
export async function orderOfBought(on: Queryable, passId: number, id: string): Promise<ReservationId | undefined> {
  const row = await on.kysely
    .selectFrom('bought_pass')
    .select('reservation_id')
    .where('pass_id', '=', passId)
    .where(({ or, eb }) => or([eb('id', '=', id.toLowerCase()), eb('public_id', '=', id.toLowerCase())]))
    .executeTakeFirst()
  return row && (row.reservation_id as ReservationId)
}

const bought = (on: Queryable) =>
  on.kysely
    .selectFrom('bought_pass as bought')
    .innerJoin('reservation', 'reservation.id', 'bought.reservation_id')
    .select(({ fn, selectFrom }) => [
      'bought.id',
      'bought.public_id',
      'bought.reservation_id',
      'bought.status',
      // A buyer who names no other person is the owner.
      fn.coalesce('bought.first_name', 'reservation.first_name').as('first_name'),
      fn.coalesce('bought.last_name', 'reservation.last_name').as('last_name'),
      fn.coalesce('bought.email', 'reservation.email').as('email'),
      'bought.valid_from',
      'bought.valid_to',
      'bought.max_entries',
      'bought.acquired_at',
      selectFrom('ticket')
        .select(count => count.fn.countAll<bigint>().as('used'))
        .whereRef('ticket.bought_pass_id', '=', 'bought.id')
        .as('used'),
    ])

type BoughtRow = Awaited<ReturnType<ReturnType<typeof bought>['execute']>>[number]

const boughtFrom = (row: BoughtRow): BoughtOf => ({
  id: row.id as BoughtPassId,
  publicId: row.public_id,
  reservationId: row.reservation_id as ReservationId,
  status: row.status,
  owner: { firstName: row.first_name, lastName: row.last_name, email: row.email },
  valid: { from: row.valid_from, to: row.valid_to },
  maxEntries: row.max_entries,
  used: Number(row.used ?? 0),
  acquiredAt: row.acquired_at,
})

/** The tickets that a bought pass pays for, in the order of their events. */
export async function usesOf(on: Queryable, id: BoughtPassId) {
  return on.kysely
    .selectFrom('ticket')
    .innerJoin('event', 'event.id', 'ticket.event_id')
    .select(['event.short_name', 'ticket.public_uuid', 'ticket.status', 'ticket.first_name', 'ticket.last_name'])
    .where('ticket.bought_pass_id', '=', id)
    .orderBy('event.starts_at')
    .orderBy('ticket.id')
    .execute()
}

/** Locks this pass until the transaction ends. The caller holds its order. */
export async function lockBought(tx: Tx, id: BoughtPassId): Promise<void> {
  await tx.kysely.selectFrom('bought_pass').select('id').where('id', '=', id).forUpdate().execute()
}

export async function storeExtension(tx: Tx, id: BoughtPassId, { validTo, maxEntries }: Extended): Promise<void> {
  await tx.kysely
    .updateTable('bought_pass')
    .set({ valid_to: validTo === null ? null : timestamp(validTo), max_entries: maxEntries })
    .where('id', '=', id)
    .execute()
}

/** What an organiser says of an order that they begin for a buyer. */
export type OrderForBuyer = {
  readonly buyer: Contact
  /** Null: the buyer. */
  readonly owner: Contact | null
  readonly areCodesShown: boolean
  readonly configuration: Readonly<Record<string, boolean>> | null
  readonly metadata: Readonly<Record<string, string>> | null
}

export async function storeOrderForBuyer(tx: Tx, id: ReservationId, order: OrderForBuyer): Promise<void> {
  const { buyer, owner, areCodesShown, configuration, metadata } = order
  await tx.kysely
    .updateTable('reservation')
    .set({
      first_name: buyer.firstName || null,
      last_name: buyer.lastName || null,
      email: buyer.email || null,
      configuration: configuration && JSON.stringify(configuration),
      metadata: metadata && JSON.stringify(metadata),
    })
    .where('id', '=', id)
    .execute()
  await tx.kysely
    .updateTable('bought_pass')
    .set({
      display_pin: areCodesShown,
      first_name: owner?.firstName || null,
      last_name: owner?.lastName || null,
      email: owner?.email || null,
    })
    .where('reservation_id', '=', id)
    .execute()
}
