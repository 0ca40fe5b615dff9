import { ROUTES_OF_BULK_JOBS, ROUTES_OF_CANCELLATION, ROUTES_OF_NEW_ORDERS } from './bulk-routes.ts'
import type { Row } from './routes.ts'

type Rows = Readonly<Record<string, Row>>

const V1 = '/api/organiser/v1'
const EVENT = `${V1}/events/:eventId`
/** Those of whose roles none edits events learn that; others do not learn which events there are. */
const OTHERS = { others: [403, 404] }
const PASS = `${V1}/passes/:passId`
const PASS_ROW = { params: { passId: ':sparePass' }, ...OTHERS, unknown: 404 }
const OF_ORGANIZATION = { organizationId: ':organization' }

/** The list of events. */
const ROUTES_OF_EVENT_LISTS: Rows = {
  [`GET ${V1}/events`]: { others: 403 },
}

/** Pages as buyers see them, texts and images for events. */
const ROUTES_OF_OWN_EVENTS: Rows = {
  [`GET ${V1}/as-buyer`]: { query: 'path=/', others: 403 },
  [`POST ${V1}/markdown`]: { body: { text: '' }, others: 403 },
  [`POST ${V1}/images`]: { answers: 422, others: 403 },
  [`GET ${V1}/passes`]: { others: 403 },
}

/** What editors of an organisation do. */
const ROUTES_OF_NEW_EVENTS: Rows = {
  [`POST ${V1}/events`]: { body: { ...OF_ORGANIZATION, dryRun: true }, answers: 422, others: 403 },
  [`POST ${V1}/events/import`]: { body: { ...OF_ORGANIZATION, text: '', dryRun: true }, answers: 422, others: 403 },
  [`GET ${V1}/organizations/:id/codes`]: { params: { id: ':organization' }, others: 403 },
  [`PUT ${V1}/organizations/:id/codes`]: {
    params: { id: ':organization' },
    body: { promoCodes: [{}], seen: '' },
    answers: 422,
    others: 403,
  },
  [`POST ${V1}/passes`]: { body: OF_ORGANIZATION, answers: 422, others: 403 },
  [`GET ${PASS}`]: { ...PASS_ROW },
  [`PUT ${PASS}`]: { ...PASS_ROW, body: { base: 0, changes: {} } },
  [`POST ${V1}/passes/import`]: { body: { ...OF_ORGANIZATION, text: '' }, answers: 422, others: 403 },
  [`GET ${PASS}/plan/:action`]: { ...PASS_ROW, params: { ...PASS_ROW.params, action: 'unpublish' } },
  [`POST ${PASS}/:action`]: { ...PASS_ROW, params: { ...PASS_ROW.params, action: 'unpublish' } },
  [`GET ${PASS}/file`]: { ...PASS_ROW },
  [`POST ${PASS}/duplicate`]: { ...PASS_ROW, body: { onSaleFrom: 'x' }, answers: 422 },
  [`POST ${EVENT}/duplicate`]: { body: { startsAt: 'x' }, answers: 422, ...OTHERS, unknown: 404 },
}

/** What those who manage an event or its orders read. */
const ROUTES_OF_FIGURES: Rows = {
  [`GET ${EVENT}/figures`]: OTHERS,
}

/** What editors of an event do. */
const ROUTES_OF_EDITED_EVENTS: Rows = {
  [`GET ${EVENT}/next-steps`]: OTHERS,
  [`GET ${EVENT}/links`]: OTHERS,
  [`POST ${EVENT}/links`]: { body: { name: '' }, answers: 422, ...OTHERS },
  [`PUT ${EVENT}/links/:linkId`]: {
    params: { linkId: '999999' },
    body: { code: null, seen: null },
    answers: 404,
    ...OTHERS,
    unknown: 404,
  },
  [`DELETE ${EVENT}/links/:linkId`]: { params: { linkId: '999999' }, answers: 404, ...OTHERS, unknown: 404 },
  [`GET ${EVENT}/sponsors`]: OTHERS,
  [`POST ${EVENT}/sponsors`]: { body: { name: '' }, answers: 422, ...OTHERS },
  [`DELETE ${EVENT}/sponsors/:sponsorId`]: { params: { sponsorId: '999999' }, answers: 404, ...OTHERS, unknown: 404 },
  [`POST ${EVENT}/sponsors/:sponsorId/link`]: {
    params: { sponsorId: '999999' },
    answers: 404,
    ...OTHERS,
    unknown: 404,
  },
  [`GET ${EVENT}/poster.pdf`]: OTHERS,
  [`GET ${EVENT}/share`]: OTHERS,
  [`GET ${EVENT}`]: OTHERS,
  [`PUT ${EVENT}`]: { body: { base: 0, changes: {} }, ...OTHERS },
  [`DELETE ${EVENT}`]: { answers: 422, ...OTHERS },
  [`GET ${EVENT}/plan/:action`]: { params: { action: 'publish' }, ...OTHERS },
  [`POST ${EVENT}/:action`]: { params: { action: 'publish' }, ...OTHERS },
  [`GET ${EVENT}/file`]: OTHERS,
  [`GET ${EVENT}/codes`]: OTHERS,
  [`POST ${EVENT}/codes`]: { body: { base: 0, like: {} }, answers: 422, ...OTHERS },
  [`GET ${EVENT}/changes`]: OTHERS,
}

/** By who may call them. */
export const ROUTES_OF_EVENTS = {
  eventLists: ROUTES_OF_EVENT_LISTS,
  ownEvents: ROUTES_OF_OWN_EVENTS,
  newEvents: ROUTES_OF_NEW_EVENTS,
  editedEvents: ROUTES_OF_EDITED_EVENTS,
  figures: ROUTES_OF_FIGURES,
  bulkJobs: ROUTES_OF_BULK_JOBS,
  newOrders: ROUTES_OF_NEW_ORDERS,
  cancellation: ROUTES_OF_CANCELLATION,
}
