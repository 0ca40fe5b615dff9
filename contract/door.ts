import { Type, type Static } from 'typebox'
import { DOOR_OUTCOMES } from '#domain/door/door-scan/outcome.ts'
import { MAX_CODE_LENGTH } from '#domain/door/door-scan/read-code.ts'
import { type Call, call } from './call.ts'
import { DoorLabels, DoorReport } from './desk-door.ts'
import { MAX_LISTED_TICKETS, MAX_SEARCH_LENGTH } from './limits.ts'
import { doorAttendeesPath, doorListPath, doorPath, doorScansPath, doorTicketsPath } from './paths.ts'
import { Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'
import { UUID_PATTERN } from '#domain/foundation/uuid.ts'

/**
 * The calls of the page of a door (`/door`), by the key of the door: `Authorization: DoorKey <key>`. Moments are milliseconds
 * since 1970.
 */

const doorCall = <const Description extends Omit<Call, 'tag'>>(description: Description) =>
  call({ ...description, tag: 'door' })

const NoKey = Type.String({ description: 'No key of a door that is good' })

const Counts = Type.Object({
  here: Type.Integer({ description: 'Let in at this door' }),
  all: Type.Integer({ description: 'In, at all doors' }),
  expected: Type.Integer({ description: 'Tickets that are sold' }),
})

export const DoorInfo = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  maySearch: Type.Boolean(),
  maySell: Type.Boolean(),
  labels: Nullable(DoorLabels),
  validUntil: Type.Integer(),
  now: Type.Integer({ description: 'The clock of the shop' }),
  event: Type.Object({
    id: Type.Integer(),
    title: Type.String({ description: 'In the language of the caller, where the event has it' }),
    startsAt: Type.Integer(),
    endsAt: Type.Integer(),
    timezone: Type.String(),
  }),
  categories: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), isLetInHere: Type.Boolean() })),
  counts: Counts,
  reports: Type.Array(DoorReport, { description: 'What this door has to know of what it did without a connection' }),
})
export type DoorInfo = Static<typeof DoorInfo>

export const readDoor = doorCall({
  operationId: 'readDoor',
  summary: 'The door of the key: its event, whom it lets in, and how many have come',
  method: 'GET',
  path: doorPath,
  responses: { 200: DoorInfo, 401: NoKey },
})

export const readDoorList = doorCall({
  operationId: 'readDoorList',
  summary: 'Numbers of the tickets with a holder, and of those that may have changed since a moment',
  method: 'GET',
  path: doorListPath,
  query: Type.Object({
    since: Type.Optional(
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: '`now` of an earlier answer' }),
    ),
  }),
  responses: {
    200: Type.Object({
      now: Type.Integer(),
      all: Type.Array(Type.Integer()),
      changed: Type.Array(Type.Integer(), { description: 'All of them where no moment was stated' }),
    }),
    401: NoKey,
  },
})

export const ListedTicket = Type.Object({
  id: Type.Integer(),
  signature: Type.String({ description: "Hexadecimal SHA-256 of the code's signature" }),
  uuid: Type.String({ description: 'Hexadecimal SHA-256 of the private id: an old code of the ticket is known by it' }),
  sealed: Type.String({ description: 'As in the offline list of scanning apps: only its code opens it' }),
})
export type ListedTicket = Static<typeof ListedTicket>

export const readDoorTickets = doorCall({
  operationId: 'readDoorTickets',
  summary: 'Tickets for a device without a connection: each can be read by a device that has scanned its code',
  method: 'POST',
  path: doorTicketsPath,
  body: Type.Object({ ids: Type.Array(Whole, { minItems: 1, maxItems: MAX_LISTED_TICKETS }) }),
  responses: { 200: Type.Object({ tickets: Type.Array(ListedTicket) }), 401: NoKey },
})

export const MAX_SENT_SCANS = 50

const Uuid = Type.String({ pattern: UUID_PATTERN })

export const SentScan = Type.Object({
  id: Type.String({ pattern: UUID_PATTERN, description: 'Made by the device; what is sent twice counts once' }),
  /** CODE: what was scanned or typed. PERSON: found by name. UNDO: an earlier scan of this door did not happen. */
  kind: OneOf(['CODE', 'PERSON', 'UNDO']),
  code: Maybe(Type.String({ maxLength: MAX_CODE_LENGTH })),
  person: Maybe(Uuid),
  undoes: Maybe(Uuid),
  isPaid: Maybe(Type.Boolean({ description: 'What was due has been taken at the door' })),
  at: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'By the clock of the shop' }),
  shown: Maybe(OneOf(DOOR_OUTCOMES)),
})
export type SentScan = Static<typeof SentScan>

export const DoorAnswer = Type.Object({
  id: Type.String(),
  outcome: OneOf([...DOOR_OUTCOMES, 'UNDONE', 'NOT_UNDONE']),
  name: Nullable(Type.String()),
  category: Nullable(Type.String()),
  since: Nullable(Type.Integer({ description: 'Already in: when the person came in' })),
  by: Nullable(Type.String({ description: 'Already in: where' })),
  due: Nullable(Type.String({ description: 'As in CHF 20.00' })),
  opensAt: Nullable(Type.Integer({ description: 'Wrong day: when holders of its category are let in' })),
  closesAt: Nullable(Type.Integer()),
  event: Nullable(Type.String({ description: 'Another event of the same organiser: its title' })),
  notes: Type.Array(Type.String(), { description: 'What is handed out, and answers that the door is to see' }),
  label: Nullable(
    Type.Object(
      { code: Type.String({ description: 'What the code of the badge says' }), company: Nullable(Type.String()) },
      { description: 'Let in, at a door that prints labels: what is on it beside the name' },
    ),
  ),
})
export type DoorAnswer = Static<typeof DoorAnswer>

export const sendScans = doorCall({
  operationId: 'sendScans',
  summary:
    'What a device has scanned, now or while it had no connection, in that order; what has arrived before is not done again',
  method: 'POST',
  path: doorScansPath,
  body: Type.Object({ device: Uuid, scans: Type.Array(SentScan, { minItems: 1, maxItems: MAX_SENT_SCANS }) }),
  responses: {
    200: Type.Object({ now: Type.Integer(), answers: Type.Array(DoorAnswer), counts: Counts }),
    401: NoKey,
  },
})

export const findAtDoor = doorCall({
  operationId: 'findAtDoor',
  summary: 'People in whose ticket every word is found, where the key may look for them',
  method: 'GET',
  path: doorAttendeesPath,
  query: Type.Object({ q: Text(MAX_SEARCH_LENGTH) }),
  responses: {
    200: Type.Object({
      people: Type.Array(
        Type.Object({
          id: Type.String({ description: 'For a scan of a person' }),
          name: Type.String(),
          category: Type.String(),
          isIn: Type.Boolean(),
          due: Nullable(Type.String()),
        }),
      ),
      count: Type.Integer({ description: 'Of all that were found; 20 are answered' }),
    }),
    401: NoKey,
    403: Type.String({ description: 'Not with this key' }),
  },
})
export type FoundPeople = Static<(typeof findAtDoor)['responses'][200]>
