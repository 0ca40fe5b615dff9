import { Type, type Static } from 'typebox'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { deskSponsorLinkPath, deskSponsorPath, deskSponsorsPath } from './paths.ts'
import { Nullable, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: the sponsors of an event, each with a link to a page of its own. Moments are milliseconds since 1970. */

const OfEvent = Type.Object({ eventId: Whole })
const OfSponsor = Type.Object({ eventId: Whole, sponsorId: Whole })

export const DeskSponsor = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  createdAt: Type.Integer(),
  revokedAt: Nullable(Type.Integer({ description: 'When its link was ended; null: it is good' })),
  usedAt: Nullable(Type.Integer({ description: 'When its page was used last, to the minute' })),
  scanned: Type.Integer({ description: 'People whose badge it scanned' }),
})
export type DeskSponsor = Static<typeof DeskSponsor>

export const DeskSponsors = Type.Object({
  title: Type.String({ description: 'Of the event, in the language of the caller' }),
  timezone: Type.String(),
  scansUntil: Type.Integer({ description: 'Until when badges are scanned; leads are read later, too' }),
  sponsors: Type.Array(DeskSponsor, { description: 'By name' }),
})
export type DeskSponsors = Static<typeof DeskSponsors>

export const listDeskSponsors = deskCall({
  operationId: 'listDeskSponsors',
  summary: 'The sponsors of an event, and how many people each of them scanned',
  method: 'GET',
  path: deskSponsorsPath,
  params: OfEvent,
  responses: { 200: DeskSponsors, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const MAX_SPONSOR_NAME = 100
export const MAX_SPONSORS = 200

const Link = Type.Object({ id: Type.Integer(), link: Type.String({ description: 'With the key after its #' }) })

export const addDeskSponsor = deskCall({
  operationId: 'addDeskSponsor',
  summary: 'Add a sponsor. The link of its page is answered this once',
  method: 'POST',
  path: deskSponsorsPath,
  params: OfEvent,
  body: Type.Object({ name: Text(MAX_SPONSOR_NAME * 10) }),
  responses: { 201: Link, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const renewDeskSponsorLink = deskCall({
  operationId: 'renewDeskSponsorLink',
  summary: 'Make a new link for a sponsor, also for one whose link was ended. The one before is good no more',
  method: 'POST',
  path: deskSponsorLinkPath,
  params: OfSponsor,
  responses: { 200: Link, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const endDeskSponsor = deskCall({
  operationId: 'endDeskSponsor',
  summary: 'End the link of a sponsor at once. Its leads are kept',
  method: 'DELETE',
  path: deskSponsorPath,
  params: OfSponsor,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
