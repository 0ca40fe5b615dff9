import type { Row } from './routes.ts'

type Rows = Readonly<Record<string, Row>>

const V1 = '/api/organiser/v1'
const SAVED = `${V1}/saved-exports`
const OTHERS = { others: [403, 404] }
const OF_EVENT = { query: 'event=:eventId', ...OTHERS }
/** Of no event, which every caller who exports learns. */
const UNSAVED = {
  name: 'x',
  kind: 'attendees',
  format: 'csv',
  columns: ['ticket.id'],
  period: 'ALL',
  timezone: 'UTC',
  recipients: [],
}

/** People and orders as files, and what they consist of. */
const ROUTES_OF_EXPORTS: Rows = {
  [`GET ${V1}/exports/:kind`]: { params: { kind: 'attendees' }, ...OF_EVENT },
  [`GET ${V1}/exports/:kind/columns`]: { params: { kind: 'attendees' }, ...OF_EVENT },
}

/** Exports that were saved. */
const ROUTES_OF_SAVED_EXPORTS: Rows = {
  [`GET ${SAVED}`]: { others: 403 },
  [`POST ${SAVED}`]: { body: UNSAVED, answers: 422, others: 403 },
  [`PUT ${SAVED}/:exportId`]: {
    params: { exportId: '999999' },
    body: { ...UNSAVED, seen: 'x' },
    answers: 404,
    others: 403,
    unknown: 404,
  },
  [`DELETE ${SAVED}/:exportId`]: { params: { exportId: '999999' }, answers: 404, others: 403, unknown: 404 },
  [`GET ${SAVED}/:exportId/file`]: { params: { exportId: '999999' }, answers: 404, others: 403, unknown: 404 },
}

/** By who may call them. */
export const ROUTES_TO_EXPORT = { exports: ROUTES_OF_EXPORTS, savedExports: ROUTES_OF_SAVED_EXPORTS }
