import { Type } from 'typebox'
import { content, Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import * as paths from './paths.ts'

/** The organiser's API, version 1: pages of the shop as buyers will see them. */

/** The latest moment that can be shown: the end of the year 2199, in milliseconds since 1970. */
const LATEST = 7_258_118_399_999

export const readAsBuyer = deskCall({
  operationId: 'readAsBuyer',
  summary: 'A page of the shop as it is drawn at a moment, by the present data and another clock; without scripts',
  method: 'GET',
  path: paths.deskAsBuyerPath,
  query: Type.Object({
    path: Type.String({ maxLength: 1000, description: 'Path and query of a page to look around on: /event/concert' }),
    at: Type.Optional(Type.Integer({ minimum: 0, maximum: LATEST, description: 'Milliseconds since 1970; now' })),
    code: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH, description: 'A code that the buyer has typed' })),
    lang: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  responses: {
    200: content('text/html', 'The page'),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    422: Refusals,
  },
})
