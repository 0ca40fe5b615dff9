import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { PassUsage } from '#domain/catalog/catalog/pass.ts'
import type { BoughtPass, BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { PassCode, PassUse } from '#domain/order/pass/use-pass.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlPassHas } from '#server/foundation/database/status-sql.ts'

/** The passes that a code may mean: none for an unknown code, several for a PIN that they share. */
export async function findByCode(on: Queryable, code: PassCode): Promise<readonly FoundPass[]> {
  return code.kind === 'id' ? on.query(BY_ID, [code.id]) : on.query(BY_PIN, [code.digits])
}

/** `emails`: of its owner and its buyer, in small letters. */
export type FoundPass = { readonly id: BoughtPassId; readonly emails: readonly string[] }

const FOUND = `select bought_pass.id, array_remove(array[lower(bought_pass.email), lower(reservation.email)], null) as emails
   from bought_pass join reservation on reservation.id = reservation_id`

const BY_ID = statement<FoundPass>('bought-pass-by-id', `${FOUND} where bought_pass.id = $1`)

const BY_PIN = statement<FoundPass>(
  'bought-pass-by-pin',
  `${FOUND} where pin_digits = $1 and ${sqlPassHas('countsAsTaken')} order by bought_pass.id`,
)

/** What decides about the use of a pass at an event, and whether the event takes it. */
export type LockedPass = Omit<PassUse, 'now'> & {
  /** The categories it pays for, empty: all; null where the event does not take it. */
  readonly categories: readonly CategoryId[] | null
}

/** Locks this pass: other uses wait until the transaction ends. The caller holds the reservation. */
export async function lockPassForUse(
  tx: Tx,
  id: BoughtPassId,
  { eventId, orderId }: { readonly eventId: number; readonly orderId: ReservationId },
): Promise<LockedPass | undefined> {
  const [locked] = await tx.query(LOCK, [id])
  if (!locked) return undefined
  const [facts] = await tx.query(FACTS, [id, eventId, orderId])
  if (!facts) return undefined
  const { status, usage, categories, used, usedAtEvent, maxEntries, validFrom, validTo } = facts
  return { status, usage, categories, used, usedAtEvent, maxEntries, valid: { from: validFrom, to: validTo } }
}

const LOCK = statement<{ id: string }>('bought-pass-lock', 'select id from bought_pass where id = $1 for update')

type FactsRow = Pick<BoughtPass, 'status' | 'maxEntries'> & {
  readonly usage: PassUsage['kind']
  readonly validFrom: BoughtPass['valid']['from']
  readonly validTo: BoughtPass['valid']['to']
  readonly categories: readonly CategoryId[] | null
  readonly used: number
  readonly usedAtEvent: number
}

/** Counted once it is locked: what others have committed before is seen. */
const FACTS = statement<FactsRow>(
  'bought-pass-facts',
  `select bought.status, bought.max_entries as "maxEntries", usage_type as usage, bought.valid_from as "validFrom",
     bought.valid_to as "validTo", link.categories,
     (select count(*)::int from ticket where bought_pass_id = bought.id) as used,
     (select count(*)::int from ticket
      where bought_pass_id = bought.id and event_id = $2 and reservation_id <> $3) as "usedAtEvent"
   from bought_pass as bought join pass on pass.id = pass_id
     left join event_pass as link on link.pass_id = bought.pass_id and link.event_id = $2
   where bought.id = $1`,
)
