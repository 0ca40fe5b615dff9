import { sql } from 'kysely'
import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import type { Pass, PassValidity, Withdrawal } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { EventLog } from '#server/foundation/base/event-log.ts'
import { type Database, type Queryable, statement } from '#server/foundation/database/database.ts'
import { sqlPassHas } from '#server/foundation/database/status-sql.ts'
import { sqlInstant } from '#server/foundation/database/types.ts'
import { CONTEXT_COLUMNS, contextFrom } from './context-rows.ts'
import { offerVersion } from './offer-memory.ts'
import { type ListFilter, presentEach } from './offers.ts'

/** A pass by the id that reservations refer to; undefined when there is none. */
export async function loadPass(db: Queryable, id: number): Promise<Pass | undefined> {
  const row = await passRows(db).where('pass.id', '=', id).executeTakeFirst()
  return row && passFrom(row)
}

export type PassFilter = Pick<ListFilter, 'organizationId' | 'organizationSlug' | 'tags'> & {
  readonly ids?: readonly number[]
}

/** Public passes that are sold now, by the begin of their sale, then its end; those without one come last (domain rules 7.1). */
export async function listPasses(
  { db, log }: { readonly db: Database; readonly log: Pick<EventLog, 'offerLeftOut'> },
  now: Instant,
  filter: PassFilter,
): Promise<Pass[]> {
  const rows = await listedPasses(db, now, filter).select(CONTEXT_COLUMNS).select(PASS_COLUMNS).execute()
  return presentEach(rows, passFrom, log)
}

/** Which passes `listPasses` finds and how often each has changed: the same text while the list says the same. */
export async function passesState(db: Database, now: Instant, filter: PassFilter): Promise<string> {
  const rows = await listedPasses(db, now, filter)
    .select(['pass.id', sql<bigint>`${sql.raw(offerVersion('pass.id'))}`.as('changes')])
    .execute()
  return rows.map(({ id, changes }) => `${id}:${changes}`).join()
}

function listedPasses(db: Database, now: Instant, filter: PassFilter) {
  let query = joinedPasses(db)
    .where('purchase_context.status', '=', 'PUBLIC')
    .where('pass.on_sale_from', '<=', sqlInstant(now))
    .where(({ eb, or }) => or([eb('pass.on_sale_to', 'is', null), eb('pass.on_sale_to', '>', sqlInstant(now))]))
    .orderBy('pass.on_sale_from')
    .orderBy('pass.on_sale_to', order => order.asc().nullsLast())
    .orderBy('pass.id')
  if (filter.organizationId !== undefined) query = query.where('organization.id', '=', filter.organizationId)
  if (filter.organizationSlug !== undefined) query = query.where('organization.slug', '=', filter.organizationSlug)
  if (filter.tags && filter.tags.length > 0) {
    query = query.where(sql<boolean>`purchase_context.tags @> ${[...filter.tags]}::text[]`)
  }
  if (filter.ids !== undefined) query = query.where('pass.id', 'in', [...filter.ids])
  return query
}

/** Every pass of an organisation, the latest sale first. */
export async function loadPassesOf(db: Queryable, organizationId: number): Promise<Pass[]> {
  const rows = await passRows(db)
    .where('organization.id', '=', organizationId)
    .orderBy('pass.on_sale_from', 'desc')
    .orderBy('pass.id')
    .execute()
  return rows.map(passFrom)
}

/** Which passes an event takes, and for which of its categories; empty: for all. */
export type PassLink = { readonly passId: PurchaseContextId; readonly categories: readonly number[] }

export async function loadPassLinks(on: Queryable, eventId: number): Promise<PassLink[]> {
  const rows = await on.kysely
    .selectFrom('event_pass')
    .select(['pass_id', 'categories'])
    .where('event_id', '=', eventId)
    .orderBy('pass_id')
    .execute()
  return rows.map(row => ({ passId: row.pass_id as PurchaseContextId, categories: row.categories }))
}

/** Of a limited pass, those that are held or sold. */
export async function countPassesTaken(on: Queryable, passId: number): Promise<number> {
  const [row] = await on.query(COUNT_TAKEN, [passId])
  return row?.taken ?? 0
}

const COUNT_TAKEN = statement<{ taken: number }>(
  'count-passes-taken',
  `select count(*)::int as taken from bought_pass where pass_id = $1 and ${sqlPassHas('countsAsTaken')}`,
)

function joinedPasses(db: Queryable) {
  return db.kysely
    .selectFrom('pass')
    .innerJoin('purchase_context', 'purchase_context.id', 'pass.id')
    .innerJoin('organization', 'organization.id', 'purchase_context.organization_id')
}

const PASS_COLUMNS = [
  'pass.public_id',
  'pass.price',
  'pass.on_sale_from',
  'pass.on_sale_to',
  'pass.max_available',
  'pass.usage_type',
  'pass.max_entries',
  'pass.validity_type',
  'pass.validity_units',
  'pass.validity_time_unit',
  'pass.valid_from',
  'pass.valid_to',
  'pass.is_transferable',
  'pass.generates_tickets',
  'pass.withdrawal_days',
  'pass.no_withdrawal_reason',
  'pass.withdrawal_after_use',
] as const

const passRows = (db: Queryable) => joinedPasses(db).select(CONTEXT_COLUMNS).select(PASS_COLUMNS)

type PassRow = Awaited<ReturnType<ReturnType<typeof passRows>['executeTakeFirstOrThrow']>>

function passFrom(row: PassRow): Pass {
  return {
    kind: 'subscription',
    ...contextFrom(row),
    isFreeOfCharge: row.price === 0n,
    publicId: row.public_id,
    price: minor(row.price),
    onSale: { start: row.on_sale_from, end: row.on_sale_to },
    maxAvailable: row.max_available,
    usage: { kind: row.usage_type, maxEntries: row.max_entries },
    validity: validityFrom(row),
    isTransferable: row.is_transferable,
    generatesTickets: row.generates_tickets,
    withdrawal: withdrawalFrom(row),
  }
}

function validityFrom(row: PassRow): PassValidity {
  switch (row.validity_type) {
    case 'STANDARD':
      if (row.validity_units === null || row.validity_time_unit === null) {
        throw new Error(`pass ${row.id} says not for how long it is valid`)
      }
      return { kind: 'STANDARD', units: row.validity_units, unit: row.validity_time_unit }
    case 'CUSTOM':
      return { kind: 'CUSTOM', from: row.valid_from, to: row.valid_to }
    case 'NOT_SET':
      return { kind: 'NOT_SET' }
    default:
      return row.validity_type satisfies never
  }
}

function withdrawalFrom(row: PassRow): Withdrawal {
  return row.withdrawal_days === null
    ? { kind: 'none', reason: row.no_withdrawal_reason as LocalizedTexts }
    : { kind: 'possible', days: row.withdrawal_days, afterUse: row.withdrawal_after_use }
}
