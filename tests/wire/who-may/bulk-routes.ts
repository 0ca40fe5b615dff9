import type { Row } from './routes.ts'

type Rows = Readonly<Record<string, Row>>

const V1 = '/api/organiser/v1'
const JOB = `${V1}/bulk-jobs/:jobId`
const EVENT = `${V1}/events/:eventId`
/** Those of whose roles none manages orders learn that; whose job it is is tried in cancel-event.test.ts. */
const NO_JOB = { params: { jobId: '999999' }, answers: 404, others: 403 }

/** Jobs with many orders. */
export const ROUTES_OF_BULK_JOBS: Rows = {
  [`GET ${V1}/bulk-jobs`]: { others: 403 },
  [`GET ${JOB}`]: NO_JOB,
  [`GET ${JOB}/items`]: NO_JOB,
  [`GET ${JOB}/report.csv`]: NO_JOB,
  [`POST ${JOB}/stop`]: NO_JOB,
  [`POST ${JOB}/resume`]: NO_JOB,
  // None of the orders is there, so that nothing is chosen.
  [`POST ${V1}/orders/bulk/plan`]: {
    body: { action: 'resend', orderIds: [] },
    answers: 422,
    others: 403,
    unknown: 422,
  },
  [`POST ${V1}/orders/bulk`]: {
    body: { action: 'resend', orderIds: [], seen: 'x', requestId: 'x' },
    answers: 422,
    others: 403,
    unknown: 422,
  },
}

/** An event is cancelled; here never, for want of a text. */
export const ROUTES_OF_CANCELLATION: Rows = {
  [`GET ${EVENT}/plan/cancel`]: { others: [403, 404] },
  [`POST ${EVENT}/cancel`]: { body: {}, answers: 400, others: [400, 403], unknown: 400 },
}

const NO_PERSON = { way: 'PAID', lines: [], firstName: '', lastName: '', email: '' }

/** Box offices, and orders on behalf of a buyer, one or a list of them; here never, for want of a person. */
export const ROUTES_OF_NEW_ORDERS: Rows = {
  [`GET ${EVENT}/box-office`]: { others: [403, 404] },
  [`GET ${EVENT}/box-office/sales.csv`]: { others: [403, 404] },
  [`GET ${EVENT}/orders`]: { others: [403, 404] },
  [`POST ${EVENT}/orders/plan`]: { body: NO_PERSON, answers: 422, others: [403, 404] },
  [`GET ${EVENT}/seat-blocks`]: { others: [403, 404] },
  // For no purpose, so that none is held.
  [`POST ${EVENT}/seat-blocks`]: {
    body: { name: '', seats: 0, requestId: 'x' },
    answers: 422,
    others: [403, 404],
  },
  [`POST ${EVENT}/seat-blocks/:blockId/release`]: {
    params: { blockId: '999999' },
    body: { keep: 0 },
    answers: 404,
    others: [403, 404],
  },
  // An empty file is no list.
  [`POST ${EVENT}/people-lists`]: { body: '', answers: 422, others: [403, 404] },
  [`POST ${EVENT}/people-lists/:listId/plan`]: {
    params: { listId: 'none' },
    body: { roles: [], way: 'PAID' },
    answers: 404,
    others: [403, 404],
  },
  [`POST ${EVENT}/people-lists/:listId/import`]: {
    params: { listId: 'none' },
    body: { roles: [], way: 'PAID', seen: 'x', requestId: 'x' },
    answers: 404,
    others: [403, 404],
  },
  [`POST ${EVENT}/orders`]: { body: { ...NO_PERSON, seen: 'x', requestId: 'x' }, answers: 422, others: [403, 404] },
}
