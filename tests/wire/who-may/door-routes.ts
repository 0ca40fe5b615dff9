import type { Row } from './routes.ts'

type Rows = Readonly<Record<string, Row>>

const DOORS = '/api/organiser/v1/events/:eventId/doors'
const ID = '00000000-0000-4000-8000-000000000000'

/** At the entrance: doors of the desk, the page of a door, and sponsors. */
export const ROUTES_AT_DOORS = {
  leads: {
    'POST /api/attendees/sponsor-scan': {
      body: { eventName: ':eventName', ticketIdentifier: ':paper' },
      others: 200,
    },
    'POST /api/attendees/sponsor-scan/bulk': {
      body: [{ eventName: ':eventName', ticketIdentifier: ':paper' }],
      others: 200,
    },
  },
  doors: { [`GET ${DOORS}`]: { others: [403, 404] } },
  ownDoors: {
    [`POST ${DOORS}`]: { body: { name: '' }, answers: 422, others: [403, 404] },
    [`DELETE ${DOORS}/:doorId`]: { params: { doorId: '999999' }, answers: 404, others: [403, 404] },
  },
  doorKeys: {
    'GET /api/door/v1/door': {},
    'GET /api/door/v1/list': {},
    'POST /api/door/v1/tickets': { body: { ids: [1] } },
    'POST /api/door/v1/scans': { body: { device: ID, scans: [{ id: ID, kind: 'CODE', code: 'x', at: 1 }] } },
    'GET /api/door/v1/attendees': { query: 'q=a' },
  },
} as const satisfies Readonly<Record<string, Rows>>
