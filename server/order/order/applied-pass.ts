import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { appliedPassIn } from '#domain/ticket/applied-pass/applied-pass.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { PassUse } from '#domain/order/pass/judge-use.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { wherePass } from '#server/foundation/database/status-sql.ts'

/** A bought pass that pays for tickets of an order, by the name of what it is. */
export type AppliedPass = { readonly id: BoughtPassId; readonly title: LocalizedTexts }

type Covered = readonly Pick<Ticket, 'coveredBy'>[]

export async function appliedPassOf(on: Queryable, tickets: Covered): Promise<AppliedPass | null> {
  const id = appliedPassIn(tickets)
  if (id === null) return null
  const { title } = await on.kysely
    .selectFrom('bought_pass')
    .innerJoin('purchase_context', 'purchase_context.id', 'bought_pass.pass_id')
    .select('purchase_context.title')
    .where('bought_pass.id', '=', id)
    .executeTakeFirstOrThrow()
  // Written by the organiser's own calls alone.
  return { id, title: title as LocalizedTexts }
}

/** It can't come back: an order that ends stays so. */
export async function passHasEnded(on: Queryable, id: BoughtPassId): Promise<boolean> {
  const query = on.kysely.selectFrom('bought_pass').select('id').where('bought_pass.id', '=', id)
  return (await query.where(wherePass('hasEnded')).executeTakeFirst()) !== undefined
}

/** At which event, by which order, and when the pass has to be good. */
type Use = { readonly eventId: number; readonly orderId: ReservationId; readonly validAt: Instant }

/**
 * What decides whether the pass that pays for tickets of an order still does; null where none does. `used` and `usedAtEvent` are of
 * other orders. It can't be refunded, extended or withdrawn from until the transaction ends. The caller holds the order.
 */
export async function passClaimOf(
  tx: Tx,
  tickets: Covered,
  { eventId, orderId, validAt }: Use,
): Promise<(PassUse & { readonly own: number }) | null> {
  const id = appliedPassIn(tickets)
  if (id === null) return null
  await tx.query(KEEP_PASS, [id])
  const [row] = await tx.query(PASS_CLAIM, [id, eventId, orderId])
  if (!row) throw new Error(`pass ${id} of order ${orderId} is gone`)
  const { validFrom, validTo, ...facts } = row
  const own = tickets.filter(({ coveredBy }) => coveredBy === id).length
  return { ...facts, valid: { from: validFrom, to: validTo }, now: validAt, own }
}

const KEEP_PASS = statement<{ id: string }>('bought-pass-keep', 'select id from bought_pass where id = $1 for share')

type ClaimRow = Pick<PassUse, 'status' | 'usage' | 'maxEntries' | 'used' | 'usedAtEvent'> & {
  readonly validFrom: Instant | null
  readonly validTo: Instant | null
}

const PASS_CLAIM = statement<ClaimRow>(
  'bought-pass-claim',
  `select bought.status, bought.max_entries as "maxEntries", usage_type as usage, bought.valid_from as "validFrom",
     bought.valid_to as "validTo",
     (select count(*)::int from ticket where bought_pass_id = bought.id and reservation_id <> $3) as used,
     (select count(*)::int from ticket
      where bought_pass_id = bought.id and event_id = $2 and reservation_id <> $3) as "usedAtEvent"
   from bought_pass as bought join pass on pass.id = pass_id where bought.id = $1`,
)
