import { sql } from 'kysely'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'

/** What the sample has made, so that it can be removed. */

export async function allOrganizationIds(db: Queryable): Promise<readonly number[]> {
  return (await db.kysely.selectFrom('organization').select('id').execute()).map(({ id }) => id)
}

type Made = {
  /** Short names of events, public ids of passes. */
  readonly names: readonly string[]
  /** Organisations that were there before. */
  readonly before: readonly number[]
}

/** Notes the events and passes of these names as made by the sample, with their organisations that were not there before. */
export async function noteSample(tx: Tx, { names, before }: Made): Promise<void> {
  await tx.query(NOTE_CONTEXTS, [names])
  await tx.query(NOTE_ORGANIZATIONS, [before])
}

const NOTE_CONTEXTS = statement<never>(
  'sample-note-contexts',
  `insert into sample_context (id, version)
   select context.id, context.version
   from purchase_context as context left join event on event.id = context.id left join pass on pass.id = context.id
   where short_name = any ($1::text[]) or public_id::text = any ($1::text[])
   on conflict (id) do update set version = excluded.version`,
)

const NOTE_ORGANIZATIONS = statement<never>(
  'sample-note-organizations',
  `insert into sample_organization (id)
   select distinct organization_id from sample_context join purchase_context using (id)
   where organization_id <> all ($1::integer[])
   on conflict do nothing`,
)

export type SampleContext = { readonly id: number; readonly slug: string; readonly title: Record<string, string> }

/** Events and passes of the sample; those that are in an event's way, passes, come first. */
export function sampleContexts(db: Queryable): Promise<SampleContext[]> {
  return db.query(CONTEXTS)
}

const CONTEXTS = statement<SampleContext>(
  'sample-contexts',
  `select context.id, coalesce(short_name, public_id::text) as slug, title
   from sample_context join purchase_context as context using (id)
     left join event on event.id = context.id left join pass on pass.id = context.id
   order by context.kind desc, context.id`,
)

/**
 * Removes an event or a pass of the sample with everything in it, against sales at the same moment; false where a buyer has
 * ordered it, a visitor waits for it, or an organiser has changed it.
 */
export async function removeUnused(tx: Tx, id: number): Promise<boolean> {
  await tx.kysely.selectFrom('purchase_context').select('id').where('id', '=', id).forUpdate().execute()
  return (await tx.query(REMOVE, [id])).length > 0
}

const REMOVE = statement<{ readonly id: number }>(
  'sample-remove',
  `delete from purchase_context as context using sample_context
   where context.id = $1 and sample_context.id = context.id and context.version = sample_context.version
     and not exists (select from reservation where purchase_context_id = context.id)
     and not exists (select from payment_transaction where purchase_context_id = context.id)
     and not exists (select from bought_pass where pass_id = context.id)
     and not exists (select from waiting_list_entry where event_id = context.id)
     and not exists (select from sale_notice where event_id = context.id)
   returning context.id`,
)

/** Removes organisations of the sample without events, passes, members, invitations and keys. */
export async function removeSampleOrganizations(tx: Tx): Promise<void> {
  await sql`
    delete from organization where id in (select id from sample_organization)
      and not exists (select from purchase_context where organization_id = organization.id)
      and not exists (select from api_key where organization_id = organization.id)
      and not exists (select from member_role where organization_id = organization.id)
      and not exists (select from member_link where organization_id = organization.id)`.execute(tx.kysely)
}

/** What is left of it is the organiser's own from now on. */
export async function endSample(tx: Tx): Promise<void> {
  await tx.kysely.deleteFrom('sample_context').execute()
  await tx.kysely.deleteFrom('sample_organization').execute()
}
