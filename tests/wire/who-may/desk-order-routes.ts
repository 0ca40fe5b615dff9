import type { Row } from './routes.ts'

type Rows = Readonly<Record<string, Row>>

const V1 = '/api/organiser/v1'
const ORDER = `${V1}/orders/:orderId`
/** Those who may serve no order at all learn that; others do not learn which orders there are. */
const OF_ORDER = { params: { orderId: ':reservationId' }, others: [403, 404] }
const MADE_UP = '00000000-0000-4000-8000-00000000000b'

/** Orders that the caller may see. */
const ROUTES_OF_ORDER_LISTS: Rows = {
  [`GET ${V1}/orders`]: { others: 403 },
}

/** The people of an event. */
const ROUTES_OF_ATTENDEES: Rows = {
  [`GET ${V1}/events/:eventId/attendees`]: { others: [403, 404] },
  [`GET ${V1}/events/:eventId/attendees/answers`]: { others: [403, 404] },
  [`GET ${V1}/events/:eventId/badges`]: { others: [403, 404] },
  [`GET ${V1}/events/:eventId/badges.pdf`]: { others: [403, 404] },
}

const OF_PEOPLE = { others: [403, 404] }
const NO_MESSAGE = { params: { messageId: '999999' }, answers: 404, others: [403, 404], unknown: 404 }
const DRAFT = { audience: { to: 'ATTENDEES' }, purpose: 'TICKET' }
const NO_TEXT = { ...DRAFT, texts: {}, language: 'en' }

/** Messages to the people of an event; here none is sent, for want of a text. */
const ROUTES_OF_MESSAGES: Rows = {
  [`GET ${V1}/events/:eventId/messages`]: OF_PEOPLE,
  [`POST ${V1}/events/:eventId/messages/audience`]: { body: DRAFT, ...OF_PEOPLE },
  [`POST ${V1}/events/:eventId/messages/preview`]: { body: NO_TEXT, answers: 422, ...OF_PEOPLE },
  [`POST ${V1}/events/:eventId/messages/test`]: { body: NO_TEXT, answers: 422, ...OF_PEOPLE },
  [`POST ${V1}/events/:eventId/messages`]: {
    body: { ...DRAFT, texts: {}, seen: 'x', requestId: 'x' },
    answers: 422,
    ...OF_PEOPLE,
  },
  [`GET ${V1}/events/:eventId/messages/:messageId`]: NO_MESSAGE,
  [`POST ${V1}/events/:eventId/messages/:messageId/stop`]: NO_MESSAGE,
  [`POST ${V1}/events/:eventId/messages/:messageId/again`]: NO_MESSAGE,
}

/** A link in a mail that ends the news; here of a key that is none. */
export const ROUTES_OF_NEWS: Rows = {
  'GET /news/:key': { params: { key: MADE_UP }, unknown: 200 },
  'POST /news/:key': { params: { key: MADE_UP }, unknown: 200 },
  'POST /news/:key/resume': { params: { key: MADE_UP }, unknown: 200 },
}

/** One order. */
const ROUTES_OF_SERVED_ORDERS: Rows = {
  [`GET ${ORDER}`]: OF_ORDER,
  [`POST ${ORDER}/notes`]: { ...OF_ORDER, body: { text: '' }, answers: 422 },
  [`DELETE ${ORDER}/notes/:noteId`]: { params: { ...OF_ORDER.params, noteId: '1' }, answers: 404, others: [403, 404] },
  [`PUT ${ORDER}/tags`]: { ...OF_ORDER, body: { tags: [] } },
  [`POST ${ORDER}/plan`]: { ...OF_ORDER, body: { action: 'correct-buyer' }, answers: 422 },
  [`POST ${ORDER}/actions`]: {
    ...OF_ORDER,
    body: { action: 'correct-buyer', seen: 'x', requestId: 'x' },
    answers: 422,
  },
  [`GET ${ORDER}/documents/:documentId`]: {
    params: { ...OF_ORDER.params, documentId: MADE_UP },
    answers: 404,
    others: [403, 404],
  },
  [`GET ${ORDER}/tickets/:ticketId/file`]: {
    params: { ...OF_ORDER.params, ticketId: MADE_UP },
    answers: 404,
    others: [403, 404],
  },
}

/** By who may call them. */
export const ROUTES_OF_DESK_ORDERS = {
  eventPeople: { ...ROUTES_OF_ATTENDEES, ...ROUTES_OF_MESSAGES },
  orderLists: ROUTES_OF_ORDER_LISTS,
  servedOrders: ROUTES_OF_SERVED_ORDERS,
}
