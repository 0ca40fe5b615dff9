import { Type, type Static } from 'typebox'
import { content, Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { DeskConflict, Default, Reason, SettingChanges, StatedFacts } from './desk-event.ts'
import { LocalDateTime, LocalizedBodies } from './event-file.ts'
import { MAX_ID_LENGTH, MAX_LONG_TEXT_LENGTH } from './limits.ts'
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
    status: Type.Optional(Status),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: 'nextCursor of the answer before' })),
  }),
  responses: {
    200: Type.Object({ passes: Type.Array(ListedDeskPass), nextCursor: Nullable(Type.String()) }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

/**
 * Of a pass file, and an image that the shop has stored. Left out: it stays. Null: it is removed. Lists are complete. Of
 * `term` and `withdrawal` what is left out stays, unless `termType` changes.
 */
export const DeskPassMembers = Type.Object({
  ...SubscriptionRequest.properties,
  events: SubscriptionFile.properties.events,
  settings: Maybe(SettingChanges),
  imageId: Maybe(Text(100)),
})
export type DeskPassMembers = Static<typeof DeskPassMembers>

export const createDeskPass = deskCall({
  operationId: 'createDeskPass',
  summary: 'Create a pass, not public unless it says so; a title, a description, a price and a term are enough',
  method: 'POST',
  path: paths.deskPassesPath,
  body: Type.Object({ organizationId: Whole, ...DeskPassMembers.properties }),
  responses: {
    201: Type.Object({ id: Type.String(), version: Type.Integer(), defaults: Type.Array(Default) }),
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
  organizationName: Type.String(),
  file: Type.Object({ ...SubscriptionFile.properties, imageId: Maybe(Text(100)) }),
  facts: Type.Object({
    taken: Type.Integer({ description: 'Sold, or held by orders that are not finished' }),
    ...StatedFacts,
  }),
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
    changes: DeskPassMembers,
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

/** `disable` takes a pass off sale: it answers as unknown, and those that were sold stay good. */
export const PASS_ACTIONS = ['publish', 'unpublish', 'disable'] as const

const Action = Type.Object({ ...PassId.properties, action: OneOf(PASS_ACTIONS) })

export const PassPlan = Type.Object({
  action: OneOf(PASS_ACTIONS),
  isAllowed: Type.Boolean(),
  /** Why not, each with what to do. */
  refusals: Refusals.properties.errors,
  /** What else to know: it is no obstacle. */
  notes: Type.Array(Reason),
})
export type PassPlan = Static<typeof PassPlan>

export const planPassAction = deskCall({
  operationId: 'planPassAction',
  summary: 'What will happen, before it does',
  method: 'GET',
  path: paths.deskPassPlanPath,
  params: Action,
  responses: { 200: PassPlan, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const doPassAction = deskCall({
  operationId: 'doPassAction',
  summary: 'Publish, unpublish or disable a pass; where it is so already, nothing happens',
  method: 'POST',
  path: paths.deskPassActionPath,
  params: Action,
  responses: {
    200: Type.Object({ version: Type.Integer(), status: Status }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    422: Refusals,
  },
})

export const duplicateDeskPass = deskCall({
  operationId: 'duplicateDeskPass',
  summary: 'Create a draft like a pass, with all dates shifted so that its sale begins at another time',
  method: 'POST',
  path: paths.deskPassDuplicatePath,
  params: PassId,
  body: Type.Object({ title: Maybe(LocalizedBodies), onSaleFrom: LocalDateTime }),
  responses: {
    201: Type.Object({ id: Type.String(), version: Type.Integer() }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    422: Refusals,
  },
})

export const downloadPassFile = deskCall({
  operationId: 'downloadPassFile',
  summary: 'The file of a pass, from which it can be created again',
  method: 'GET',
  path: paths.deskPassFilePath,
  params: PassId,
  responses: { 200: content('application/yaml', 'The pass file'), 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const importDeskPass = deskCall({
  operationId: 'importDeskPass',
  summary: 'Create a pass from the text of a pass file, not public unless it says so',
  method: 'POST',
  path: paths.deskPassImportPath,
  body: Type.Object({
    organizationId: Whole,
    text: Type.String({ maxLength: MAX_LONG_TEXT_LENGTH * 25, description: 'YAML or JSON' }),
  }),
  responses: {
    201: Type.Object({ id: Type.String(), version: Type.Integer() }),
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})
