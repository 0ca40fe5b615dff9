import { Type, type Static } from 'typebox'
import { LABEL_SIZES } from '#domain/door/door-scan/label.ts'
import { DOOR_OUTCOMES } from '#domain/door/door-scan/outcome.ts'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { LocalDateTime } from './event-file.ts'
import { MAX_LIST_LENGTH } from './limits.ts'
import { deskDoorPath, deskDoorsPath } from './paths.ts'
import { ListOf, Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: the doors of an event. Moments are milliseconds since 1970. */

const OfEvent = Type.Object({ eventId: Whole })

export const DoorLabels = Type.Object({
  size: OneOf(LABEL_SIZES),
  isAutomatic: Type.Boolean({ description: 'Is each printed without a press?' }),
})

export const DeskDoor = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  categoryIds: Nullable(Type.Array(Type.Integer(), { description: 'Whose holders are let in; null: of all' })),
  maySearch: Type.Boolean({ description: 'May it find people by name?' }),
  maySell: Type.Boolean({ description: 'Does it have a box office?' }),
  labels: Nullable(DoorLabels),
  createdAt: Type.Integer(),
  validUntil: Type.Integer(),
  revokedAt: Nullable(Type.Integer()),
  isOpen: Type.Boolean({ description: 'Its key is good now' }),
  usedAt: Nullable(Type.Integer({ description: 'To the minute' })),
  devices: Type.Integer({ description: 'That have scanned here' }),
  letIn: Type.Integer({ description: 'Scans that let a person in' }),
  sentAway: Type.Integer({ description: 'Scans of tickets of the event that did not' }),
})
export type DeskDoor = Static<typeof DeskDoor>

/** A person whom a device without a connection let in, and whom the shop would not have let in. */
export const DoorReport = Type.Object({
  scanId: Type.String(),
  kind: OneOf(['TWICE', 'NOT_GOOD']),
  outcome: OneOf(DOOR_OUTCOMES),
  name: Nullable(Type.String({ description: 'Of the holder now; null where the ticket is gone' })),
  category: Nullable(Type.String()),
  at: Type.Integer(),
  door: Type.String(),
  /** All scans that let a person in with the ticket, the earliest first; this one is among them. */
  lettings: Type.Array(Type.Object({ at: Type.Integer(), door: Type.String() })),
})
export type DoorReport = Static<typeof DoorReport>

export const DeskDoors = Type.Object({
  title: Type.String({ description: 'Of the event, in the language of the caller' }),
  timezone: Type.String(),
  usualEnd: Type.String({ description: 'Local date-time until which a door is open where nothing is said' }),
  expected: Type.Integer({ description: 'Tickets that are sold' }),
  letIn: Type.Integer({ description: 'Of them, how many are in' }),
  categories: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  extras: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
    description: 'Those that are chosen, which a door that sells may sell',
  }),
  doors: Type.Array(DeskDoor),
  reports: Type.Array(DoorReport, { description: 'The latest first, 100 at most' }),
  mayMake: Type.Boolean({ description: 'May the caller make and end doors?' }),
  maySearch: Type.Boolean({ description: 'May the caller make doors that find people by name?' }),
  maySell: Type.Boolean({ description: 'May the caller make doors that sell?' }),
})
export type DeskDoors = Static<typeof DeskDoors>

export const listDeskDoors = deskCall({
  operationId: 'listDeskDoors',
  summary: 'The doors of an event with their figures, and what devices without a connection did that must be known',
  method: 'GET',
  path: deskDoorsPath,
  params: OfEvent,
  responses: { 200: DeskDoors, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const MAX_DOOR_NAME = 60

export const makeDeskDoor = deskCall({
  operationId: 'makeDeskDoor',
  summary: 'Make a door. Its link is answered this once; a device that has it scans there',
  method: 'POST',
  path: deskDoorsPath,
  params: OfEvent,
  body: Type.Object({
    name: Text(MAX_DOOR_NAME * 10),
    categoryIds: Maybe(ListOf(Whole)),
    maySearch: Maybe(Type.Boolean()),
    maySell: Maybe(Type.Boolean({ description: 'Does it have a box office? False where left out' })),
    sellCategoryIds: Maybe(ListOf(Whole)),
    sellExtraIds: Maybe(
      Type.Array(Whole, {
        maxItems: MAX_LIST_LENGTH,
        description:
          'Left out: all extras, and none where `sellCategoryIds` is stated. Those that come by themselves come anyway',
      }),
    ),
    labelSize: Maybe(OneOf(LABEL_SIZES)),
    printsByItself: Maybe(Type.Boolean({ description: 'Is a label printed without a press? Where it has a size' })),
    validUntil: Maybe(LocalDateTime),
  }),
  responses: {
    201: Type.Object({ id: Type.Integer(), link: Type.String({ description: 'With the key after its #' }) }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    422: Refusals,
  },
})

export const revokeDeskDoor = deskCall({
  operationId: 'revokeDeskDoor',
  summary: 'End a door at once. What its devices scanned before counts, and is still taken for a week',
  method: 'DELETE',
  path: deskDoorPath,
  params: Type.Object({ eventId: Whole, doorId: Whole }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
