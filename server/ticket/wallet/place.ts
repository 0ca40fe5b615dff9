import type { Event } from '#domain/catalog/catalog/event.ts'

/** Where the event is, so that a telephone near to it can offer the ticket; undefined where that is not known. */
export function placeOf({
  coordinates,
}: Pick<Event, 'coordinates'>): { readonly latitude: number; readonly longitude: number } | undefined {
  if (!coordinates) return undefined
  const [latitude, longitude] = [Number(coordinates.latitude), Number(coordinates.longitude)]
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
  return isPlace ? { latitude, longitude } : undefined
}
