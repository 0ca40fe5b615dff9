import { Type, type Static } from 'typebox'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { DeskConflict, SettingChanges } from './desk-event.ts'
import { MAX_ID_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'
import { SubscriptionFile, SubscriptionRequest } from './subscription-file.ts'

/** The organiser's API, version 1: passes. Moments are milliseconds since 1970, amounts decimal texts. */

const PassId = Type.Object({ passId: Text(MAX_ID_LENGTH) })

/** DISABLED: it was taken off sale; those that were sold stay good. */
const Status = OneOf(['DRAFT', 'PUBLIC', 'DISABLED'])

export const ListedDeskPass = Type.Object({
  id: Type.String(),
  title: Type.String({ description: 'In the language of the caller, where the pass has it' }),
  status: Status,
  organizationId: Type.Integer(),
  organizationName: Type.String(),
  imageId: Nullable(Type.String()),
  price: Type.Object({ amount: Type.String(), currency: Type.String() }),
  onSaleFrom: Type.Integer(),
  onSaleTo: Nullable(Type.Integer()),
  maxAvailable: Nullable(Type.Integer({ description: 'Null: any number' })),
  taken: Type.Integer({ description: 'Sold, or held by orders that are not finished' }),
})
export type ListedDeskPass = Static<typeof ListedDeskPass>

export const listDeskPasses = deskCall({
  operationId: 'listDeskPasses',
  summary: 'The passes that the caller may edit, the latest first',
  method: 'GET',
  path: paths.deskPassesPath,
  query: Type.Object({
    organizationId: Type.Optional(Whole),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: 'nextCursor of the answer before' })),
  }),
  responses: {
    200: Type.Object({ passes: Type.Array(ListedDeskPass), nextCursor: Nullable(Type.String()) }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

/** Of a pass file, and an image that the shop has stored. Left out: it stays. Null: it is removed. Lists are complete. */
const members = { ...SubscriptionRequest.properties, settings: Maybe(SettingChanges), imageId: Maybe(Text(100)) }

export const createDeskPass = deskCall({
  operationId: 'createDeskPass',
  summary: 'Create a pass, not public unless it says so',
  method: 'POST',
  path: paths.deskPassesPath,
  body: Type.Object({ organizationId: Whole, ...members }),
  responses: {
    201: Type.Object({ id: Type.String(), version: Type.Integer() }),
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})

export const DeskPass = Type.Object({
  id: Type.String(),
  status: Status,
  version: Type.Integer(),
  organizationId: Type.Integer(),
  file: Type.Object({ ...SubscriptionFile.properties, imageId: Maybe(Text(100)) }),
})
export type DeskPass = Static<typeof DeskPass>

export const readDeskPass = deskCall({
  operationId: 'readDeskPass',
  summary: 'A pass as its organiser states it, with the events that take it',
  method: 'GET',
  path: paths.deskPassPath,
  params: PassId,
  responses: { 200: DeskPass, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const changeDeskPass = deskCall({
  operationId: 'changeDeskPass',
  summary: 'Change members of a pass; what others have changed since `base` stays, unless it is the same member',
  method: 'PUT',
  path: paths.deskPassPath,
  params: PassId,
  body: Type.Object({
    base: Type.Integer({ minimum: 0, description: 'The version that was read' }),
    changes: Type.Object(members),
  }),
  responses: {
    200: Type.Object({ version: Type.Integer() }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    409: DeskConflict,
    422: Refusals,
  },
})
