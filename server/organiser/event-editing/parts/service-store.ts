import type { Instant } from '#domain/foundation/instant.ts'
import { trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import type { StoredService } from '#domain/organiser/event-editing/service.ts'
import type { ServiceDraft } from '#domain/organiser/event-editing/event-draft.ts'
import { readCharge } from '#server/catalog/catalog/services.ts'
import { type Queryable, type Statement, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { TakenMeanwhile } from './seat-store.ts'

/** The extras of an event as their organiser stated them, in the organiser's order. */
export async function loadServices(
  db: Queryable,
  eventId: number,
): Promise<(ServiceDraft & { readonly id: number })[]> {
  const rows = await serviceRows(db).where('event_id', '=', eventId).orderBy('ordinal').orderBy('id').execute()
  return rows.map(row => ({
    id: row.id,
    type: row.type,
    charge: readCharge(row),
    title: row.title as Record<string, string>,
    description: row.description as Record<string, string>,
    stock: row.available_quantity,
    maxQtyPerOrder: row.max_qty_per_order,
    vat: row.vat_type,
    onSale: { start: row.inception, end: row.expiration },
    ordinal: row.ordinal,
  }))
}

const serviceRows = (db: Queryable) => db.kysely.selectFrom('additional_service').selectAll()

const IN_QUESTION = statement<{ id: number }>(
  'organiser-services-in-question',
  `select id from additional_service as stored
   where event_id = $1 and not exists (
     select from unnest($2::int[], $3::text[], $4::text[]) as kept (id, type, policy)
     where kept.id = stored.id and kept.type = stored.type and kept.policy is not distinct from stored.supplement_policy)
   order by id for update`,
)

/**
 * Keeps buyers from the extras that are to go, or to become of another kind, until the transaction ends; it waits for
 * orders that are buying one. All others are sold meanwhile as ever.
 */
export async function keepFromSale(db: Queryable, eventId: number, next: readonly ServiceDraft[]): Promise<void> {
  const kept = next.filter(({ id }) => id !== null)
  await db.query(IN_QUESTION, [
    eventId,
    kept.map(({ id }) => id),
    kept.map(({ type }) => type),
    kept.map(({ charge }) => charge.policy),
  ])
}

const UNITS: Statement<{ id: number; taken: number; free: number }> = statement(
  'organiser-service-units',
  `select service_id as id, count(*) filter (where status <> 'FREE')::int as taken,
     count(*) filter (where status = 'FREE')::int as free
   from additional_service_item
   where service_id in (select id from additional_service where event_id = $1) group by service_id`,
)

/** The extras of an event with what has become of their units. */
export async function loadServiceUnits(db: Queryable, eventId: number): Promise<StoredService[]> {
  const services = await loadServices(db, eventId)
  const units = await db.query(UNITS, [eventId])
  return services.map(({ id, type, charge }) => {
    const { taken = 0, free = 0 } = units.find(unit => unit.id === id) ?? {}
    return { id, type, charge, taken, free }
  })
}

/** Stores an extra, or its change; returns its id. */
export async function putService(db: Queryable, eventId: number, service: ServiceDraft): Promise<number> {
  const row = serviceRow(service)
  if (service.id !== null) {
    await db.kysely.updateTable('additional_service').set(row).where('id', '=', service.id).execute()
    return service.id
  }
  const { id } = await db.kysely
    .insertInto('additional_service')
    .values({ ...row, event_id: eventId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function serviceRow({ charge, onSale, ...service }: ServiceDraft) {
  const fee = 'percentage' in charge ? charge : null
  return {
    type: service.type,
    supplement_policy: charge.policy,
    title: JSON.stringify(service.title),
    description: JSON.stringify(service.description),
    price: 'price' in charge ? charge.price : null,
    percentage: fee && trimmedPercentage(fee.percentage),
    min_price: fee && fee.minimum,
    max_price: fee && fee.maximum,
    available_quantity: service.stock,
    max_qty_per_order: service.maxQtyPerOrder,
    vat_type: service.vat,
    inception: timestamp(onSale.start),
    expiration: timestamp(onSale.end),
    ordinal: service.ordinal,
  }
}

const ADD_UNITS = statement<never>(
  'organiser-add-service-units',
  'insert into additional_service_item (service_id) select $1 from generate_series(1, $2::int)',
)

/** New units that wait for a buyer. */
export async function addUnits(db: Queryable, serviceId: number, units: number): Promise<void> {
  if (units > 0) await db.query(ADD_UNITS, [serviceId, units])
}

const REMOVE_UNITS = statement<{ id: bigint }>(
  'organiser-remove-service-units',
  `delete from additional_service_item where id in (
     select id from additional_service_item where service_id = $1 and status = 'FREE'
     order by id desc limit $2 for update skip locked) returning id`,
)

/** Takes away free units, the highest first. */
export async function removeUnits(db: Queryable, serviceId: number, units: number): Promise<void> {
  if (units === 0) return
  const removed = await db.query(REMOVE_UNITS, [serviceId, units])
  if (removed.length !== units) throw new TakenMeanwhile(`${removed.length} of ${units} units could be removed`)
}

const END = statement<never>(
  'organiser-end-services',
  `update additional_service
   set inception = least(inception, $2::timestamptz - interval '1 second'), expiration = least(expiration, $2)
   where id = any ($1)`,
)

/** They cannot be bought any more. */
export async function endServices(db: Queryable, ids: readonly number[], now: Instant): Promise<void> {
  if (ids.length > 0) await db.query(END, [ids, timestamp(now)])
}

export async function deleteServices(db: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.kysely.deleteFrom('additional_service').where('id', 'in', ids).execute()
}
