import { Type, type Static } from 'typebox'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_ID_LENGTH, MAX_INTEGER, MAX_TEXT_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Maybe, Nullable, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: seats of an event that are held for later. */

export const SeatBlock = Type.Object({
  id: Type.Integer(),
  name: Type.String({ description: 'For what' }),
  categoryId: Nullable(Type.Integer({ description: 'Null: of the seats that categories without their own share' })),
  category: Nullable(Type.String({ description: 'Its name' })),
  seats: Type.Integer({ description: 'Those that are still held' }),
  until: Nullable(Type.Integer({ description: 'When they return to sale by themselves' })),
  by: Type.String({ description: 'Name of the member or key that holds them' }),
  createdAt: Type.Integer(),
})
export type SeatBlock = Static<typeof SeatBlock>

export const SeatBlocks = Type.Object({
  title: Type.String(),
  timezone: Type.String(),
  blocks: Type.Array(SeatBlock),
  sources: Type.Array(
    Type.Object({ categoryId: Nullable(Type.Integer()), name: Nullable(Type.String()), free: Type.Integer() }),
    { description: 'From which seats can be held; without a name those that categories share' },
  ),
})
export type SeatBlocks = Static<typeof SeatBlocks>

const members = {
  name: Text(MAX_TEXT_LENGTH),
  categoryId: Maybe(Type.Integer({ minimum: 1, maximum: MAX_INTEGER, description: 'Left out: of the shared seats' })),
  seats: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
  until: Maybe(Type.Integer({ minimum: 0, maximum: 253_402_300_799_000 })),
}
export const SeatBlockForm = Type.Object(members)
export type SeatBlockForm = Static<typeof SeatBlockForm>

const EventId = Type.Object({ eventId: Whole })
const Refused = { 401: NotSignedIn, 403: NotForRole, 404: Empty }

export const listSeatBlocks = deskCall({
  operationId: 'listSeatBlocks',
  summary: 'Seats that are held for later, and those that can be',
  method: 'GET',
  path: paths.deskSeatBlocksPath,
  params: EventId,
  responses: { 200: SeatBlocks, ...Refused },
})

export const holdSeatBlock = deskCall({
  operationId: 'holdSeatBlock',
  summary: 'Hold free seats for a purpose, all of them or none, once however often it is sent',
  method: 'POST',
  path: paths.deskSeatBlocksPath,
  params: EventId,
  body: Type.Object({
    ...members,
    requestId: Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description: 'Of the caller' }),
  }),
  responses: { 200: SeatBlocks, ...Refused, 422: Refusals },
})

export const releaseSeatBlock = deskCall({
  operationId: 'releaseSeatBlock',
  summary: 'Release seats of a block: those who wait are offered them, the others are on sale',
  method: 'POST',
  path: paths.deskSeatBlockReleasePath,
  params: Type.Object({ eventId: Whole, blockId: Whole }),
  body: Type.Object({
    keep: Type.Integer({ minimum: 0, maximum: MAX_INTEGER, description: 'How many stay held' }),
  }),
  responses: { 200: SeatBlocks, ...Refused },
})
