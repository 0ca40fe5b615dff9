import { sql } from 'kysely'
import { type LinkedItem, linkItems } from '#domain/order/reservation/link-items.ts'
import type { PlannedExtra } from '#domain/order/reservation/plan-order.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import type { Locking } from './hold-seats.ts'

/**
 * Holds the extras of an order whose seats are held: units of limited ones under lock, new items of all others. Each item
 * has its own rounded figures and its ticket. False when a limited extra has too few units left; with `skip`, beside those
 * that others are taking.
 */
export async function holdExtras(
  tx: Tx,
  { id, extras }: { readonly id: ReservationId; readonly extras: readonly PlannedExtra[] },
  locking: Locking,
): Promise<boolean> {
  if (extras.length === 0) return true
  const tickets = await ticketIdsOf(tx, id)
  const items = linkItems(extras, tickets.length)
  const limited = items.filter(({ isLimited }) => isLimited)
  const units = await lockUnits(tx, limited, locking)
  if (!units) return false
  await takeUnits(tx, id, { units, items: limited, tickets })
  await addItems(tx, id, { items: items.filter(({ isLimited }) => !isLimited), tickets })
  return true
}

async function ticketIdsOf(tx: Tx, id: ReservationId): Promise<bigint[]> {
  const rows = await tx.kysely
    .selectFrom('ticket')
    .select('id')
    .where('reservation_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}

/** A unit for each item, in the order of items; undefined when there are too few. Extras are taken by their ids. */
async function lockUnits(tx: Tx, items: readonly LinkedItem[], locking: Locking): Promise<bigint[] | undefined> {
  const found = new Map<number, bigint[]>()
  for (const service of [...new Set(items.map(({ serviceId }) => serviceId))].toSorted((a, b) => a - b)) {
    const quantity = items.filter(({ serviceId }) => serviceId === service).length
    const units = await lockUnitsOf(tx, { service, quantity, locking })
    if (units.length < quantity) return undefined
    found.set(service, units)
  }
  return items.flatMap(({ serviceId }) => found.get(serviceId)?.splice(0, 1) ?? [])
}

type UnitsWanted = { readonly service: number; readonly quantity: number; readonly locking: Locking }

async function lockUnitsOf(tx: Tx, { service, quantity, locking }: UnitsWanted): Promise<bigint[]> {
  const free = tx.kysely
    .selectFrom('additional_service_item')
    .select('id')
    .where('service_id', '=', service)
    .where('status', '=', 'FREE')
    .orderBy('id')
    .limit(quantity)
    .forUpdate()
  const rows = await (locking === 'skip' ? free.skipLocked() : free).execute()
  return rows.map(({ id }) => id)
}

type Held = { readonly items: readonly LinkedItem[]; readonly tickets: readonly bigint[] }

async function takeUnits(tx: Tx, id: ReservationId, { units, ...held }: Held & { units: readonly bigint[] }) {
  if (units.length === 0) return
  const { tickets, sources, discounts, finals, vats } = columnsOf(held)
  await sql`
    update additional_service_item as item set status = 'PENDING', reservation_id = ${id}, ticket_id = taken.ticket_id,
      source_price = taken.source_price, discount = taken.discount, final_price = taken.final_price, vat = taken.vat
    from unnest(${[...units]}::bigint[], ${tickets}::bigint[], ${sources}::bigint[], ${discounts}::bigint[],
      ${finals}::bigint[], ${vats}::bigint[]) as taken (id, ticket_id, source_price, discount, final_price, vat)
    where item.id = taken.id`.execute(tx.kysely)
}

async function addItems(tx: Tx, id: ReservationId, held: Held): Promise<void> {
  if (held.items.length === 0) return
  const { services, tickets, sources, discounts, finals, vats } = columnsOf(held)
  await sql`
    insert into additional_service_item (service_id, status, reservation_id, ticket_id, source_price, discount,
      final_price, vat)
    select service_id, 'PENDING', ${id}::uuid, ticket_id, source_price, discount, final_price, vat
    from unnest(${services}::int[], ${tickets}::bigint[], ${sources}::bigint[], ${discounts}::bigint[],
      ${finals}::bigint[], ${vats}::bigint[])
      as added (service_id, ticket_id, source_price, discount, final_price, vat)`.execute(tx.kysely)
}

function columnsOf({ items, tickets }: Held) {
  return {
    services: items.map(({ serviceId }) => serviceId),
    tickets: items.map(({ ticket }) => tickets[ticket]),
    sources: items.map(({ unit }) => unit.source),
    discounts: items.map(({ unit }) => unit.discount),
    finals: items.map(({ unit }) => unit.final),
    vats: items.map(({ unit }) => unit.vat),
  }
}
