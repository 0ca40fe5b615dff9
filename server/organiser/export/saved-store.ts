import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { ExportFormat, ExportKindName, ExportPeriod } from '#domain/organiser/export/export-kind.ts'
import type { Schedule } from '#domain/organiser/export/schedule.ts'
import type { AttendeeState } from '#domain/organiser/order-desk/attendee.ts'
import type { Reach } from '#domain/access/principal/principal.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import type { JobName } from '#server/foundation/jobs/job.ts'

/** What a saved export consists of. */
export type SavedFacts = {
  readonly organizationId: number
  readonly eventId: number | null
  readonly name: string
  readonly kind: ExportKindName
  readonly format: ExportFormat
  readonly columns: readonly string[]
  readonly period: ExportPeriod
  readonly state: AttendeeState | null
  readonly timeZone: string
  readonly schedule: Schedule | null
  readonly dueAt: Instant | null
}

export type StoredExport = SavedFacts & {
  readonly id: number
  readonly eventTitle: LocalizedTexts | null
  readonly organization: string
  readonly by: string | null
  readonly recipients: readonly string[]
  /** In the same order. */
  readonly recipientIds: readonly number[]
}

/** Written by `insertSaved` and `updateSaved`. */
const COLUMNS = sql`
  saved.id, saved.organization_id as "organizationId", saved.event_id as "eventId", saved.name, saved.kind, saved.format,
  saved.columns, saved.period, saved.state, saved.time_zone as "timeZone", saved.schedule, saved.due_at as "dueAt",
  context.title as "eventTitle", organization.name as organization, member.name as by,
  array(select person.name from saved_export_recipient as chosen join member as person on person.id = chosen.member_id
    where chosen.export_id = saved.id order by person.name, person.id) as recipients,
  array(select person.id from saved_export_recipient as chosen join member as person on person.id = chosen.member_id
    where chosen.export_id = saved.id order by person.name, person.id) as "recipientIds"`

const FROM = sql`
  saved_export as saved join organization on organization.id = saved.organization_id
    left join purchase_context as context on context.id = saved.event_id left join member on member.id = saved.member_id`

/** The newest first. */
export async function savedInReach(db: Queryable, reach: Reach, limit: number): Promise<StoredExport[]> {
  const within =
    reach === 'everything'
      ? sql`true`
      : sql`(saved.organization_id = any (${[...reach.organizationIds]}::int[]) or saved.event_id = any (${[...reach.eventIds]}::int[]))`
  const { rows } = await sql<StoredExport>`
    select ${COLUMNS} from ${FROM} where ${within} order by saved.id desc limit ${limit}`.execute(db.kysely)
  return rows
}

export async function savedById(db: Queryable, id: number): Promise<StoredExport | undefined> {
  const { rows } = await sql<StoredExport>`select ${COLUMNS} from ${FROM} where saved.id = ${id}`.execute(db.kysely)
  return rows[0]
}

type NewExport = SavedFacts & {
  readonly memberId: number | null
  readonly recipients: readonly number[]
  readonly now: Instant
}

export async function insertSaved(tx: Tx, saved: NewExport): Promise<number> {
  const { id } = await tx.kysely
    .insertInto('saved_export')
    .values({
      organization_id: saved.organizationId,
      event_id: saved.eventId,
      name: saved.name,
      kind: saved.kind,
      format: saved.format,
      columns: [...saved.columns],
      period: saved.period,
      state: saved.state,
      time_zone: saved.timeZone,
      schedule: saved.schedule && JSON.stringify(saved.schedule),
      due_at: saved.dueAt === null ? null : timestamp(saved.dueAt),
      member_id: saved.memberId,
      created_at: timestamp(saved.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRecipients(tx, id, saved.recipients)
  return id
}

/** A saved export, locked until the transaction ends; undefined where it is gone. */
export async function lockSaved(tx: Tx, id: number): Promise<StoredExport | undefined> {
  await tx.kysely.selectFrom('saved_export').select('id').where('id', '=', id).forUpdate().execute()
  return savedById(tx, id)
}

type ChangedExport = Omit<SavedFacts, 'organizationId' | 'eventId' | 'kind'> & {
  readonly recipients: readonly number[]
}

export async function updateSaved(tx: Tx, id: number, changed: ChangedExport): Promise<void> {
  await tx.kysely
    .updateTable('saved_export')
    .set({
      name: changed.name,
      format: changed.format,
      columns: [...changed.columns],
      period: changed.period,
      state: changed.state,
      time_zone: changed.timeZone,
      schedule: changed.schedule && JSON.stringify(changed.schedule),
      due_at: changed.dueAt === null ? null : timestamp(changed.dueAt),
    })
    .where('id', '=', id)
    .execute()
  await tx.kysely.deleteFrom('saved_export_recipient').where('export_id', '=', id).execute()
  await insertRecipients(tx, id, changed.recipients)
}

async function insertRecipients(tx: Tx, id: number, recipients: readonly number[]): Promise<void> {
  const rows = recipients.map(member_id => ({ export_id: id, member_id }))
  if (rows.length > 0) await tx.kysely.insertInto('saved_export_recipient').values(rows).execute()
}

export async function deleteSaved(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.kysely.deleteFrom('saved_export').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** True while an export is to be mailed; `$1` is the time. */
export const EXPORTS_ARE_DUE = 'exists (select from saved_export where due_at <= $1)'

type Due = { readonly now: Instant; readonly job: JobName; readonly limit: number }

/** Ids of what is to be mailed, the longest due first. */
export async function dueExports(db: Queryable, { now, job, limit }: Due): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from saved_export where due_at <= ${timestamp(now)}
      and ${isNotPutOff(job, 'saved-export', sql`saved_export.id`, now)}
    order by due_at, id limit ${limit}`.execute(db.kysely)
  return rows.map(({ id }) => id)
}

/** Locks an export that is due; undefined where another process has taken it. */
export async function takeDue(tx: Tx, id: number, now: Instant): Promise<StoredExport | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from saved_export where id = ${id} and due_at <= ${timestamp(now)} for update skip locked`.execute(
    tx.kysely,
  )
  return rows.length === 0 ? undefined : savedById(tx, id)
}

export async function putDue(tx: Tx, id: number, dueAt: Instant): Promise<void> {
  await tx.kysely
    .updateTable('saved_export')
    .set({ due_at: timestamp(dueAt) })
    .where('id', '=', id)
    .execute()
}

export type RecipientRow = { readonly id: number; readonly email: string; readonly language: string }

export function recipientsOf(db: Queryable, exportId: number): Promise<RecipientRow[]> {
  return db.kysely
    .selectFrom('saved_export_recipient')
    .innerJoin('member', 'member.id', 'member_id')
    .select(['member.id', 'member.email', 'member.language'])
    .where('export_id', '=', exportId)
    .orderBy('member.id')
    .execute()
}
