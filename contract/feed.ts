import { Type } from 'typebox'
import { Empty, call, content } from './call.ts'
import { organizerAtomPath, organizerCalendarPath, shopAtomPath, shopCalendarPath, sitemapPath } from './paths.ts'
import { Text } from './schema.ts'
import { ShortName } from './shared.ts'
import { BadRequest } from './wrapper.ts'

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
