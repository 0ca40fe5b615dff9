import type { Event } from '#domain/catalog/catalog/event.ts'

/** An address that draws a map: of http or https, with both coordinates as gaps. */
export const MAP_TEMPLATE = /^https?:\/\/[^\s/{}]+\/(?=\S*\{latitude\})(?=\S*\{longitude\})\S*$/i

/** The address of the map of one place. Coordinates are decimal degrees, so that nothing has to be escaped. */
export function mapAddress(template: string, { latitude, longitude }: NonNullable<Event['coordinates']>): string {
  return template.replaceAll('{latitude}', latitude).replaceAll('{longitude}', longitude)
}
