import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { BoughtPass, BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Selectable } from 'kysely'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import type { BoughtPassTable } from '#server/foundation/database/schema.ts'

/** The passes of an order. */
export async function passesOf(on: Queryable, id: ReservationId): Promise<BoughtPass[]> {
  return (await on.query(PASSES_OF_ORDER, [id])).map(boughtPassFrom)
}

/** What a bought pass is read from. */
export const BOUGHT_PASS_COLUMNS = [
  'id',
  'public_id',
  'pass_id',
  'status',
  'source_price',
  'discount',
  'final_price',
  'vat',
  'max_entries',
  'valid_from',
  'valid_to',
  'display_pin',
  'first_name',
  'last_name',
  'email',
] as const

export type BoughtPassRow = Pick<Selectable<BoughtPassTable>, (typeof BOUGHT_PASS_COLUMNS)[number]>

const PASSES_OF_ORDER = statement<BoughtPassRow>(
  'passes-of-order',
  `select ${BOUGHT_PASS_COLUMNS.join(', ')} from bought_pass where reservation_id = $1 order by id`,
)

export function boughtPassFrom(row: BoughtPassRow): BoughtPass {
  return {
    id: row.id as BoughtPassId,
    publicId: row.public_id,
    passId: row.pass_id as PurchaseContextId,
    status: row.status,
    price: {
      source: minor(row.source_price),
      discount: minor(row.discount),
      vat: minor(row.vat),
      final: minor(row.final_price),
    },
    maxEntries: row.max_entries,
    valid: { from: row.valid_from, to: row.valid_to },
    areCodesShown: row.display_pin,
    owner: ownerFrom(row),
  }
}

/** Whatever was typed, also when it is not complete yet. */
function ownerFrom({ first_name, last_name, email }: BoughtPassRow): BoughtPass['owner'] {
  if (first_name === null && last_name === null && email === null) return null
  return { firstName: first_name ?? '', lastName: last_name ?? '', email: email ?? '' }
}

/** How many tickets a pass pays for, those in orders that are still open included (domain rules 7.3). */
export async function countUses(on: Queryable, id: BoughtPassId): Promise<number> {
  const [row] = await on.query(COUNT_USES, [id])
  return row?.used ?? 0
}

const COUNT_USES = statement<{ used: number }>(
  'count-pass-uses',
  'select count(*)::int as used from ticket where bought_pass_id = $1',
)
