import { Type } from 'typebox'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, deskCall } from './desk-call.ts'
import { deskEventChangesPath } from './paths.ts'
import { Nullable, Whole } from './schema.ts'

/** The organiser's API, version 1: what was changed about an event. Moments are milliseconds since 1970. */

const DeskChanges = Type.Object({
  changes: Type.Array(
    Type.Object({
      at: Type.Integer(),
      by: Type.String(),
      action: Type.String(),
      version: Nullable(Type.Integer()),
      members: Type.Array(
        Type.Object({
          member: Type.String(),
          before: Nullable(Type.String({ description: 'JSON' })),
          after: Nullable(Type.String({ description: 'JSON' })),
        }),
      ),
    }),
  ),
  nextCursor: Nullable(Type.String()),
})

export const listEventChanges = deskCall({
  operationId: 'listEventChanges',
  summary: 'What has been changed about an event, by whom, the latest first',
  method: 'GET',
  path: deskEventChangesPath,
  params: Type.Object({ eventId: Whole }),
  query: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 100 })) }),
  responses: { 200: DeskChanges, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
