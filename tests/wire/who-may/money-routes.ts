import type { Row } from './routes.ts'

type Rows = Readonly<Record<string, Row>>

const V1 = '/api/organiser/v1'
const OF_ORGANIZATION = 'organizationId=:organization'
const NO_ENTRY = { entryId: '999999' }
const NO_PAYMENT = { paymentId: '999999' }

/** The money of a whole organisation. */
const ROUTES_OF_MONEY: Rows = {
  [`POST ${V1}/settings/payment-test/:provider`]: {
    params: { provider: 'NONE' },
    body: { organizationId: ':organization' },
    answers: 404,
    others: 403,
    unknown: 403,
  },

  [`POST ${V1}/bank-statements`]: { query: OF_ORGANIZATION, body: {}, answers: 422, others: 403 },
  [`GET ${V1}/money/books/totals`]: { query: `month=2027-01&${OF_ORGANIZATION}`, others: 403 },
  [`GET ${V1}/money/books`]: { query: `month=2027-01&${OF_ORGANIZATION}`, others: 403 },
  [`GET ${V1}/bank-entries`]: { query: OF_ORGANIZATION, others: 403 },
  [`GET ${V1}/bank-entries/settled`]: { query: OF_ORGANIZATION, others: 403 },
  [`POST ${V1}/bank-entries/booked`]: { body: { organizationId: ':organization', upTo: '1' }, others: 403 },
}

/** Each sees the transfers of those whose orders they manage; entries here do not exist. */
const ROUTES_OF_TRANSFERS: Rows = {
  [`GET ${V1}/transfers`]: { others: 403 },
  [`GET ${V1}/money/days`]: { query: 'from=2027-01-01&to=2027-01-31', others: 403 },
  [`GET ${V1}/payments/attention`]: { others: 403 },
  [`POST ${V1}/payments/:paymentId/check`]: { params: NO_PAYMENT, answers: 403, others: 403 },
  [`POST ${V1}/payments/:paymentId/by-hand`]: {
    params: NO_PAYMENT,
    body: { note: 'x' },
    answers: 403,
    others: 403,
  },
  [`GET ${V1}/money/offers`]: { others: 403 },
  [`GET ${V1}/money/movements`]: { query: 'day=2027-01-01', others: 403 },
  [`POST ${V1}/bank-entries/:entryId/order`]: {
    params: NO_ENTRY,
    body: { orderId: 'x' },
    answers: 403,
    others: 403,
  },
  [`PUT ${V1}/bank-entries/:entryId/aside`]: { params: NO_ENTRY, body: { isAside: true }, answers: 403, others: 403 },
}

/** By their rules. */
export const ROUTES_OF_DESK_MONEY = { money: ROUTES_OF_MONEY, transfers: ROUTES_OF_TRANSFERS }
