import type { Row } from './routes.ts'

type Rows = Readonly<Record<string, Row>>

const V1 = '/api/organiser/v1'
const ORDER = `${V1}/orders/:orderId`
/** Those who may serve no order at all learn that; others do not learn which orders there are. */
const OF_ORDER = { params: { orderId: ':reservationId' }, others: [403, 404] }
const MADE_UP = '00000000-0000-4000-8000-00000000000b'

/** Orders that the caller may see. */
export const ROUTES_OF_ORDER_LISTS: Rows = {
  [`GET ${V1}/orders`]: { others: 403 },
}

/** The people of an event. */
export const ROUTES_OF_ATTENDEES: Rows = {
  [`GET ${V1}/events/:eventId/attendees`]: { others: [403, 404] },
  [`GET ${V1}/events/:eventId/attendees/answers`]: { others: [403, 404] },
}

/** One order. */
export const ROUTES_OF_SERVED_ORDERS: Rows = {
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
