import { Type } from 'typebox'
import { Empty, content } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { DeskConflict } from './desk-event.ts'
import { PromoCodeRequest } from './event-file.ts'
import { MAX_CODES, MAX_NAME_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Maybe, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: many codes of an event at once. */

const EventId = Type.Object({ eventId: Whole })

const { name: _name, ...like } = PromoCodeRequest.properties

export const addEventCodes = deskCall({
  operationId: 'addEventCodes',
  summary: 'Add many codes that do the same: of a list, or drawn at random; all or none',
  method: 'POST',
  path: paths.deskEventCodesPath,
  params: EventId,
  body: Type.Object({
    base: Type.Integer({
      minimum: 0,
      description: 'The version that was read: where codes were added since, nothing happens',
    }),
    like: Type.Object(like),
    names: Maybe(Type.Array(Text(MAX_NAME_LENGTH), { maxItems: MAX_CODES })),
    drawn: Maybe(
      Type.Object({
        count: Type.Integer({ minimum: 1, maximum: MAX_CODES }),
        prefix: Maybe(Text(MAX_NAME_LENGTH)),
        length: Type.Integer({ minimum: 6, maximum: 20, description: 'Of what is drawn, after the prefix' }),
      }),
    ),
  }),
  responses: {
    200: Type.Object({ version: Type.Integer(), added: Type.Array(Type.String()) }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    409: DeskConflict,
    422: Refusals,
  },
})

export const downloadEventCodes = deskCall({
  operationId: 'downloadEventCodes',
  summary: 'The codes of an event with how often each was used, as a CSV file',
  method: 'GET',
  path: paths.deskEventCodesPath,
  params: EventId,
  responses: { 200: content('text/csv', 'The codes'), 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
