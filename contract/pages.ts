import { Type } from 'typebox'
import { PICTURE_WIDTHS } from '#domain/foundation/picture-width.ts'
import { Empty, call, content } from './call.ts'
import {
  cspReportPath,
  eventPagePath,
  eventReservationPath,
  filePath,
  healthPath,
  organizerAtomPath,
  organizerCalendarPath,
  passReservationPath,
  robotsPath,
  shellPath,
  shopAtomPath,
  shopCalendarPath,
  namedEventLinkPath,
  shortEventLinkPath,
  iconPath,
  sharePicturePath,
  sitemapPath,
  webManifestPath,
} from './paths.ts'
import { OneOf, Text } from './schema.ts'
import { ReservationId, ShortName } from './shared.ts'
import { BadRequest, TooManyRequests, True } from './wrapper.ts'

/** What a browser, a proxy or a search engine asks for by address: pages, pictures, redirects. */

const PageQuery = Type.Object({ lang: Type.Optional(Text()) })
const html = content('text/html; charset=utf-8', 'An HTML page')
const plainText = content('text/plain; charset=utf-8', 'Text')

export const getShell = call({
  operationId: 'getShell',
  summary: 'The home page',
  tag: 'pages',
  method: 'GET',
  path: shellPath,
  query: PageQuery,
  responses: { 200: html },
})

export const getEventPage = call({
  operationId: 'getEventPage',
  summary: 'The page of an event',
  tag: 'pages',
  method: 'GET',
  path: eventPagePath,
  params: Type.Object({ shortName: ShortName }),
  query: Type.Object({
    lang: Type.Optional(Text()),
    code: Type.Optional(Text()),
    errors: Type.Optional(Text()),
  }),
  responses: { 200: html },
})

export const shortEventLink = call({
  operationId: 'shortEventLink',
  summary: 'Short link to the page of an event',
  tag: 'pages',
  method: 'GET',
  path: shortEventLinkPath,
  params: Type.Object({ shortName: ShortName }),
  responses: { 302: Empty },
})

export const namedEventLink = call({
  operationId: 'namedEventLink',
  summary: 'Link to the page of an event with a name of its own, by which its visitors are counted',
  tag: 'pages',
  method: 'GET',
  path: namedEventLinkPath,
  params: Type.Object({ shortName: ShortName, name: Type.String({ maxLength: 100 }) }),
  responses: { 302: Empty },
})

/** To the page that fits the status of the reservation. */
export const redirectEventReservation = call({
  operationId: 'redirectEventReservation',
  summary: 'To the page of a reservation that fits its status',
  tag: 'pages',
  method: 'GET',
  path: eventReservationPath,
  params: Type.Object({ eventName: ShortName, reservationId: ReservationId }),
  query: Type.Object({ subscription: Type.Optional(Text()) }),
  responses: { 302: Empty },
})

/** The same of a pass; query parameters are dropped. */
export const redirectSubscriptionReservation = call({
  operationId: 'redirectSubscriptionReservation',
  summary: 'To the page of a reservation of a pass that fits its status',
  tag: 'pages',
  method: 'GET',
  path: passReservationPath,
  params: Type.Object({ id: Text(), reservationId: ReservationId }),
  responses: { 302: Empty },
})

export const getFile = call({
  operationId: 'getFile',
  summary: 'An image by the SHA-256 of its bytes: as it is stored, or at most as wide as requested',
  tag: 'files',
  method: 'GET',
  path: filePath,
  params: Type.Object({ digest: Text() }),
  query: Type.Object({ width: Type.Optional(OneOf(PICTURE_WIDTHS)) }),
  responses: {
    200: content('image/*', 'The image', Type.String({ format: 'binary' })),
    304: Empty,
    400: BadRequest,
    404: Empty,
  },
})

export const getWebManifest = call({
  operationId: 'getWebManifest',
  summary: 'The name, colour and icons of the shop, for browsers that put it on a screen',
  tag: 'files',
  method: 'GET',
  path: webManifestPath,
  responses: { 200: content('application/manifest+json; charset=utf-8', 'A web manifest') },
})

export const getIcon = call({
  operationId: 'getIcon',
  summary: 'The icon of the shop, by its size and a name that changes with its content',
  tag: 'files',
  method: 'GET',
  path: iconPath,
  params: Type.Object({ name: Text() }),
  responses: { 200: content('image/png', 'The icon', Type.String({ format: 'binary' })), 404: Empty },
})

/** Of which pages a picture is drawn. */
const SHARED_PAGES = ['event', 'pass', 'organizer'] as const
export type SharedPage = (typeof SHARED_PAGES)[number]

/** The language and a mark that changes with the content: "de.1f0c83a9.png". */
export const getSharePicture = call({
  operationId: 'getSharePicture',
  summary: 'The picture for links to a page, 1200 by 630 pixels',
  tag: 'files',
  method: 'GET',
  path: sharePicturePath,
  params: Type.Object({
    kind: OneOf(SHARED_PAGES),
    id: Text(),
    name: Type.String({ pattern: '^[A-Za-z-]{2,20}\\.[0-9a-f]{1,64}\\.png$' }),
  }),
  responses: {
    200: content('image/png', 'The picture', Type.String({ format: 'binary' })),
    400: BadRequest,
    404: Empty,
    429: TooManyRequests,
  },
})

export const getHealth = call({
  operationId: 'healthz',
  summary: 'Is the shop up',
  tag: 'operating',
  method: 'GET',
  path: healthPath,
  responses: { 200: plainText },
})

export const getRobots = call({
  operationId: 'robots',
  summary: 'What search engines may read',
  tag: 'operating',
  method: 'GET',
  path: robotsPath,
  responses: { 200: plainText },
})

export const reportCspViolation = call({
  operationId: 'reportCspViolation',
  summary: 'Where browsers report scripts they refused; needs no anti-forgery token',
  tag: 'operating',
  method: 'POST',
  path: cspReportPath,
  responses: { 200: True },
})

/** What calendars, feed readers and search engines read by themselves. Public events that have not ended, nothing else. */

const FeedQuery = Type.Object({ lang: Type.Optional(Text()) })
const OrganizerParams = Type.Object({ organizerSlug: ShortName })
const calendar = content('text/calendar; charset=utf-8', 'One VEVENT an event')
const atom = content('application/atom+xml; charset=utf-8', 'One entry an event')

export const getShopCalendar = call({
  operationId: 'getShopCalendar',
  summary: 'All listed events as a calendar to subscribe to',
  tag: 'feeds',
  method: 'GET',
  path: shopCalendarPath,
  query: FeedQuery,
  responses: { 200: calendar, 304: Empty, 400: BadRequest },
})

export const getShopAtom = call({
  operationId: 'getShopAtom',
  summary: 'All listed events as an Atom feed',
  tag: 'feeds',
  method: 'GET',
  path: shopAtomPath,
  query: FeedQuery,
  responses: { 200: atom, 304: Empty, 400: BadRequest },
})

export const getOrganizerCalendar = call({
  operationId: 'getOrganizerCalendar',
  summary: 'The listed events of an organisation as a calendar to subscribe to',
  tag: 'feeds',
  method: 'GET',
  path: organizerCalendarPath,
  params: OrganizerParams,
  query: FeedQuery,
  responses: { 200: calendar, 304: Empty, 400: BadRequest, 404: Empty },
})

export const getOrganizerAtom = call({
  operationId: 'getOrganizerAtom',
  summary: 'The listed events of an organisation as an Atom feed',
  tag: 'feeds',
  method: 'GET',
  path: organizerAtomPath,
  params: OrganizerParams,
  query: FeedQuery,
  responses: { 200: atom, 304: Empty, 400: BadRequest, 404: Empty },
})

export const getSitemap = call({
  operationId: 'getSitemap',
  summary: 'The pages that search engines should know',
  tag: 'feeds',
  method: 'GET',
  path: sitemapPath,
  responses: { 200: content('application/xml; charset=utf-8', 'A sitemap'), 304: Empty },
})
