import { filePath, pathTo } from '#contract/paths.ts'
import { type Event, hasEnded } from '#domain/catalog/catalog/event.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { retryOf } from '#server/foundation/jobs/failures.ts'
import { JOB } from './fetch-maps.ts'

/** Why the page of an event has no picture of its place. */
export const NO_MAP = ['NO_COORDINATES', 'NO_PROVIDER', 'ENDED', 'NOT_GIVEN', 'NOT_YET'] as const

/** The picture of a place, or why there is none. */
export type MapOfEvent = {
  /** The path of the kept picture. */
  readonly picture: string | null
  readonly why: (typeof NO_MAP)[number] | null
  /** When the shop asks the provider again, where that has failed. */
  readonly retryAt: Instant | null
  /** The address of a map to look around in, at OpenStreetMap. */
  readonly openAt: string
}

/** The map of an event as its organiser is shown it; null where it is online. One statement at most. */
export async function mapOfEvent(
  db: Queryable,
  { context, settings }: OfferedEvent,
  now: Instant,
): Promise<MapOfEvent | null> {
  if (context.format === 'ONLINE') return null
  const { coordinates, mapDigest, id } = context
  const map = { picture: null, why: null, retryAt: null, openAt: openAt(context) }
  if (mapDigest !== null) return { ...map, picture: pathTo(filePath, { digest: mapDigest }) }
  if (coordinates === null) return { ...map, why: 'NO_COORDINATES' }
  if (settings.text('MAP_IMAGE_URL') === null) return { ...map, why: 'NO_PROVIDER' }
  if (hasEnded(context, now)) return { ...map, why: 'ENDED' }
  const retryAt = await retryOf(db, JOB, { kind: 'event', id: String(id) })
  return { ...map, why: retryAt === null ? 'NOT_YET' : 'NOT_GIVEN', retryAt }
}

function openAt({ coordinates, location }: Event): string {
  if (coordinates === null) return `https://www.openstreetmap.org/search?query=${encodeURIComponent(location ?? '')}`
  const [latitude, longitude] = [coordinates.latitude, coordinates.longitude].map(encodeURIComponent)
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}
