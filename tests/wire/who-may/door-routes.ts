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
    'GET /api/sponsor/v1/sponsor': {},
    'GET /api/sponsor/v1/leads': {},
    'GET /api/sponsor/v1/leads.csv': {},
    'POST /api/sponsor/v1/leads': { body: { code: 'x' } },
    'PUT /api/sponsor/v1/leads/:leadId': {
      params: { leadId: '999999' },
      body: { notes: '', status: 'WARM', seen: { notes: '', status: 'WARM' } },
    },
    'DELETE /api/sponsor/v1/leads/:leadId': { params: { leadId: '999999' } },
    'GET /api/door/v1/door': {},
    'GET /api/door/v1/list': {},
    'POST /api/door/v1/tickets': { body: { ids: [1] } },
    'POST /api/door/v1/scans': { body: { device: ID, scans: [{ id: ID, kind: 'CODE', code: 'x', at: 1 }] } },
    'GET /api/door/v1/attendees': { query: 'q=a' },
    'GET /api/door/v1/box-office': {},
    'POST /api/door/v1/drawers': { body: { requestId: ID, person: 'x', float: '0' } },
    'POST /api/door/v1/drawers/:drawerId/count': { params: { drawerId: '999999' }, body: { counted: '0' } },
    'POST /api/door/v1/sales/plan': { body: { lines: [] } },
    'POST /api/door/v1/sales': { body: { requestId: ID, drawerId: 1, lines: [], way: 'CASH', total: '0' } },
    'GET /api/door/v1/sales/:saleId': { params: { saleId: '999999' } },
    'POST /api/door/v1/sales/:saleId/undo/plan': { params: { saleId: '999999' }, body: { drawerId: 1 } },
    'POST /api/door/v1/sales/:saleId/undo': { params: { saleId: '999999' }, body: { drawerId: 1, seen: 'x' } },
    'POST /api/door/v1/sales/:saleId/mail': { params: { saleId: '999999' }, body: { email: 'x' } },
  },
} as const satisfies Readonly<Record<string, Rows>>
