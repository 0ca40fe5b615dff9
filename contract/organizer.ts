import { Type, type Static } from 'typebox'
import { Empty, call } from './call.ts'
import { organizerPath } from './paths.ts'
import { Nullable, Text } from './schema.ts'
import { BadRequest, Unexpected } from './wrapper.ts'

/** Who offers events and passes, as the organiser's own page shows it; a call of this shop only. */
export const Organizer = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  email: Type.String(),
  about: Nullable(Type.String({ description: 'HTML' })),
  websiteUrl: Nullable(Type.String()),
  fileBlobId: Nullable(Type.String()),
})
export type Organizer = Static<typeof Organizer>

export const getOrganizer = call({
  operationId: 'getOrganizer',
  summary: 'The organiser with this slug, who has something public',
  tag: 'events',
  method: 'GET',
  path: organizerPath,
  params: Type.Object({ organizerSlug: Text() }),
  responses: { 200: Organizer, 400: BadRequest, 404: Empty, 500: Unexpected },
})
