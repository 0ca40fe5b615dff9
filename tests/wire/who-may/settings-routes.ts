import type { Row } from './routes.ts'

type Rows = Readonly<Record<string, Row>>

const V1 = '/api/organiser/v1'
const OF_ORGANIZATION = 'organizationId=:organization'

/** By what a shop recognises itself. */
export const ROUTES_OF_PROOF: Rows = { [`GET ${V1}/shop-proof/:nonce`]: { params: { nonce: 'x' }, unknown: 200 } }

/** Settings of an organisation, for those who manage its events or its orders. */
export const ROUTES_OF_SETTINGS: Rows = {
  [`GET ${V1}/settings`]: { query: OF_ORGANIZATION, others: 403 },
  [`PUT ${V1}/settings`]: {
    body: { organizationId: ':organization', changes: { NO_SUCH_SETTING: 'x' } },
    answers: 422,
    others: 403,
  },
  [`GET ${V1}/settings/payments`]: { query: OF_ORGANIZATION, others: 403 },
}

/** The same of money alone. */
export const ROUTES_OF_MONEY: Rows = {
  [`POST ${V1}/settings/payment-test/:provider`]: {
    params: { provider: 'NONE' },
    body: { organizationId: ':organization' },
    answers: 404,
    others: 403,
    unknown: 403,
  },
}

/** What is tried out for the whole shop. */
export const ROUTES_OF_SHOP_CHECKS: Rows = {
  [`GET ${V1}/settings/mail-domain`]: { others: 403 },
  [`GET ${V1}/settings/base-address`]: { others: 403 },
}

/** It needs an address, and keys have none. */
export const ROUTES_OF_TEST_MAIL: Rows = { [`POST ${V1}/settings/test-mail`]: { body: {}, others: 403 } }
