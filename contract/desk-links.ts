import { Type, type Static } from 'typebox'
import { MAX_LINK_NAME_LENGTH } from '#domain/catalog/channel/channel.ts'
import { type ResponseOf, Empty, content } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Maybe, Nullable, OneOf, Text } from './schema.ts'

/** The organiser's API, version 1: links to an event with names of their own, and posters. Their figures are in readEventFigures. */

const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const OfEvent = Type.Object({ eventId: Id })

export const EventLink = Type.Object({
  id: Type.Integer(),
  name: Type.String({ description: 'The channel of those who come by it' }),
  code: Nullable(Type.String({ description: 'A promo code, filled in on the page of the event' })),
  address: Type.String(),
})
export type EventLink = Static<typeof EventLink>

export const listEventLinks = deskCall({
  operationId: 'listEventLinks',
  summary: 'The links of an event, the latest first',
  method: 'GET',
  path: paths.deskEventLinksPath,
  params: OfEvent,
  responses: {
    200: Type.Object({
      links: Type.Array(EventLink),
      codes: Type.Array(Type.String(), { description: 'Promo codes of the event' }),
    }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
  },
})

export const createEventLink = deskCall({
  operationId: 'createEventLink',
  summary: 'Make a link to the page of an event',
  method: 'POST',
  path: paths.deskEventLinksPath,
  params: OfEvent,
  body: Type.Object({
    name: Type.String({
      maxLength: MAX_NAME_LENGTH,
      description: `Small letters, digits and hyphens; at most ${MAX_LINK_NAME_LENGTH}`,
    }),
    code: Maybe(Text(MAX_NAME_LENGTH)),
  }),
  responses: { 200: EventLink, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const changeEventLink = deskCall({
  operationId: 'changeEventLink',
  summary:
    'Change the promo code of a link. Its name stays: it is in printed addresses and in the figures; 409 with the link where it was changed meanwhile',
  method: 'PUT',
  path: paths.deskEventLinkPath,
  params: Type.Object({ eventId: Id, linkId: Id }),
  body: Type.Object({
    name: Maybe(Text(MAX_NAME_LENGTH)),
    code: Nullable(Text(MAX_NAME_LENGTH)),
    seen: Nullable(Type.String({ maxLength: MAX_NAME_LENGTH, description: 'The code that it had when it was read' })),
  }),
  responses: { 200: EventLink, 401: NotSignedIn, 403: NotForRole, 404: Empty, 409: EventLink, 422: Refusals },
})

export const deleteEventLink = deskCall({
  operationId: 'deleteEventLink',
  summary: 'Delete a link; its address leads to the event still, and counts as any other way',
  method: 'DELETE',
  path: paths.deskEventLinkPath,
  params: Type.Object({ eventId: Id, linkId: Id }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const downloadPoster = deskCall({
  operationId: 'downloadPoster',
  summary: 'A poster of an event as PDF, whose code leads to its page or to one of its links',
  method: 'GET',
  path: paths.deskPosterPath,
  params: OfEvent,
  query: Type.Object({ link: Type.Optional(Text(MAX_NAME_LENGTH)), size: Type.Optional(OneOf(['a4', 'a3'])) }),
  responses: {
    200: content('application/pdf', 'PDF', Type.Unsafe<unknown>({ type: 'string', format: 'binary' })),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
  },
})

export const readEventShare = deskCall({
  operationId: 'readEventShare',
  summary: 'Where buyers find an event: its addresses, an element for other sites, and the picture of its previews',
  method: 'GET',
  path: paths.deskEventSharePath,
  params: OfEvent,
  responses: {
    200: Type.Object({
      isPublished: Type.Boolean({ description: 'False: only those who know its address find it' }),
      address: Type.String(),
      shortAddress: Type.String({ description: 'Leads to the address' }),
      embed: Type.String({ description: 'HTML for a page of another site that the shop allows to embed it' }),
      picture: Nullable(
        Type.Object({
          address: Type.String({ description: 'As og:image of its page names it' }),
          text: Type.String({ description: 'What it shows, as og:image:alt has it' }),
        }),
      ),
    }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
  },
})
export type EventShare = ResponseOf<typeof readEventShare, 200>
