import {
  EXPORT_KINDS,
  type ExportFormat,
  type ExportKindName,
  type ExportPeriod,
} from '#domain/organiser/export/export-kind.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Principal, may } from '#domain/access/principal/principal.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Span, spanOf, spanOfDays } from '#domain/organiser/export/schedule.ts'
import type { Shop } from '#server/catalog/context.ts'
import { zoneExists } from '#server/foundation/language/dates.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import type { ExportTarget, OpenedExport } from './export-kind.ts'
import { KINDS } from './kinds.ts'

/** Whose data an export is about, with the names that people know them by. */
export type Whose = {
  readonly organizationId: number
  readonly eventId: number | null
  /** Short name of the event, or the slug or name of the organisation. */
  readonly slug: string
  readonly zone: string | null
}

type Named = { readonly event?: number | null | undefined; readonly organization?: number | null | undefined }

/** The event or organisation that is named, where the caller may export this kind of it. */
export async function whoseExport(
  db: Queryable,
  by: Principal,
  kind: ExportKindName,
  { event, organization }: Named,
): Promise<Outcome<Whose> | undefined> {
  const { verb, isOfEvent } = EXPORT_KINDS[kind]
  if (event == null && (isOfEvent || organization == null)) {
    return refused({ code: `foyer.desk.export.refused.${isOfEvent ? 'event' : 'whose'}`, field: 'event' })
  }
  const whose = event == null ? await organizationOf(db, organization ?? 0) : await ofEvent(db, event)
  if (!whose) return undefined
  const { organizationId, eventId } = whose
  const resource = eventId === null ? { organizationId } : { organizationId, eventId }
  return may(by, verb, resource) ? accepted(whose) : undefined
}

async function ofEvent(db: Queryable, id: number): Promise<Whose | undefined> {
  return db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context as context', 'context.id', 'event.id')
    .select(['context.organization_id as organizationId', 'event.id as eventId'])
    .select(['event.short_name as slug', 'context.time_zone as zone'])
    .where('event.id', '=', id)
    .executeTakeFirst()
}

async function organizationOf(db: Queryable, id: number): Promise<Whose | undefined> {
  const row = await db.kysely
    .selectFrom('organization')
    .select(['id', 'slug', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { organizationId: row.id, eventId: null, slug: row.slug ?? String(row.id), zone: null }
}

type Opening = {
  readonly kind: ExportKindName
  readonly whose: Whose
  readonly by: Principal
  readonly language: string
  readonly span: Span
  readonly people?: ExportTarget['people']
  /** Undefined: all of them. */
  readonly columns: readonly string[] | undefined
}

export type ReadyExport = { readonly opened: OpenedExport; readonly keys: readonly string[] }

/** Opens an export with the chosen columns, of which all have to be its own. */
export async function openWithColumns(shop: Shop, asked: Opening): Promise<Outcome<ReadyExport>> {
  const { kind, whose, by, language, span, people = {}, columns } = asked
  const { organizationId, eventId } = whose
  const resource = eventId === null ? { organizationId } : { organizationId, eventId }
  const maySeeMoney = may(by, 'manage-orders', resource)
  const opened = await KINDS[kind].open(shop, { organizationId, eventId, ...span, people, language, maySeeMoney })
  const known = new Set(opened.columns.map(({ key }) => key))
  const keys = columns === undefined ? [...known] : [...new Set(columns)]
  const unknown = keys.filter(key => !known.has(key))
  if (unknown.length > 0 || keys.length === 0) {
    return refused({ code: 'foyer.desk.export.refused.columns', field: 'columns', args: [unknown.join(', ')] })
  }
  return accepted({ opened, keys })
}

type Days = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Where no days are stated. */
  readonly period?: ExportPeriod | undefined
  readonly now: Instant
}

/** Days in a time zone, where all three are good, or a period. */
export function readSpan({ from, to, period = 'ALL', now }: Days, zone: string): Outcome<Span> {
  if (!zoneExists(zone)) return refused({ code: 'foyer.desk.export.refused.timezone', field: 'timezone' })
  const wrong = [from, to].find(day => day !== undefined && !isDay(day))
  if (wrong !== undefined || (from !== undefined && to !== undefined && from > to)) {
    return refused({ code: 'foyer.desk.export.refused.days', field: wrong === from ? 'from' : 'to' })
  }
  if (from === undefined && to === undefined) return accepted(spanOf(period, zone, now))
  return accepted(spanOfDays(from ?? null, to ?? null, zone))
}

/** The contract has checked its form; the 30th of February is none. */
function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

type FileOf = { readonly kind: ExportKindName; readonly format: ExportFormat; readonly whose: Pick<Whose, 'slug'> }

/** "orders-alpine-2027-05-15.csv" */
export function exportFileName({ kind, format, whose }: FileOf, now: number): string {
  return `${kind}-${whose.slug.replaceAll(/[^\w-]/g, '')}-${new Date(now).toISOString().slice(0, 10)}.${format}`
}
