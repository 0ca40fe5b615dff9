import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import type { JobName } from '#server/foundation/jobs/job.ts'

type EventOfPicture = { readonly id: number; readonly shortName: string }

/** The place of an event, of which a picture is fetched. */
export type PlaceToDraw = EventOfPicture & { readonly latitude: string; readonly longitude: string }

type Claim = {
  readonly job: JobName
  readonly now: Instant
  /** No other process takes these places before then. */
  readonly until: Instant
  readonly templateDigest: string
  readonly limit: number
}

/**
 * Takes places of events that have not ended, the next event first: those without a picture, those whose picture is old,
 * and those whose place or template is another one than the picture was fetched for. An old picture of the same place
 * stays until the new one comes.
 */
export async function claimPlaces(
  on: Queryable,
  { job, now, until, templateDigest, limit }: Claim,
): Promise<PlaceToDraw[]> {
  const isOther = sql<boolean>`
    (map_image.latitude, map_image.longitude, map_image.template_digest)
      is distinct from (event.latitude, event.longitude, ${templateDigest}::text)`
  const isOld = sql<boolean>`
    map_image.next_at <= ${timestamp(now)} and ${isNotPutOff(job, 'event', sql`event.id`, now)}`
  const { rows } = await sql<PlaceToDraw>`
    insert into map_image as stored (event_id, latitude, longitude, template_digest, next_at)
    select event.id, event.latitude, event.longitude, ${templateDigest}, ${timestamp(until)}
    from event join purchase_context on purchase_context.id = event.id left join map_image on event_id = event.id
    where event.ends_at > ${timestamp(now)} and event.format <> 'ONLINE' and purchase_context.status <> 'DISABLED'
      and event.latitude is not null and event.longitude is not null and (${isOther} or (${isOld}))
    order by event.starts_at, event.id limit ${limit}
    on conflict (event_id) do update set
      latitude = excluded.latitude, longitude = excluded.longitude, template_digest = excluded.template_digest,
      next_at = excluded.next_at,
      file_digest = case when (stored.latitude, stored.longitude, stored.template_digest)
        = (excluded.latitude, excluded.longitude, excluded.template_digest) then stored.file_digest end
    where stored.next_at <= ${timestamp(now)} or (stored.latitude, stored.longitude, stored.template_digest)
      <> (excluded.latitude, excluded.longitude, excluded.template_digest)
    returning event_id as id, latitude, longitude,
      (select short_name from event where event.id = event_id) as "shortName"`.execute(on.kysely)
  return rows
}

type Picture = { readonly templateDigest: string; readonly fileDigest: string; readonly nextAt: Instant }

/** The picture of a place; of no use where place or template have changed since it was claimed. */
export async function putPicture(
  on: Queryable,
  { id, latitude, longitude }: PlaceToDraw,
  { templateDigest, fileDigest, nextAt }: Picture,
): Promise<void> {
  await on.kysely
    .updateTable('map_image')
    .set({ file_digest: fileDigest, next_at: timestamp(nextAt) })
    .where('event_id', '=', id)
    .where('latitude', '=', latitude)
    .where('longitude', '=', longitude)
    .where('template_digest', '=', templateDigest)
    .execute()
}

/** No event shows a map any more; returns those that did. */
export async function removePictures(on: Queryable): Promise<readonly EventOfPicture[]> {
  const { rows } = await sql<EventOfPicture>`
    delete from map_image using event where event.id = event_id
    returning event.id, event.short_name as "shortName"`.execute(on.kysely)
  return rows
}
