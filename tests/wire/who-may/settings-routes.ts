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

/** What is tried out for the whole shop. */
export const ROUTES_OF_SHOP_CHECKS: Rows = {
  [`GET ${V1}/settings/mail-domain`]: { others: 403 },
  [`GET ${V1}/settings/base-address`]: { others: 403 },
}

/** It needs an address, and keys have none. */
export const ROUTES_OF_TEST_MAIL: Rows = { [`POST ${V1}/settings/test-mail`]: { body: {}, others: 403 } }

const OF_ID = { id: ':organization' }
const ORGANIZATION = { name: '', email: '', description: '' }

/** Each sees those for which they work. */
export const ROUTES_OF_OWN_ORGANIZATIONS: Rows = { [`GET ${V1}/organizations`]: {} }

/** An organisation, for those who work for it. */
export const ROUTES_OF_ORGANIZATIONS: Rows = { [`GET ${V1}/organizations/:id`]: { params: OF_ID, others: 404 } }

/** Which organisations there are. */
export const ROUTES_OF_WHICH_ORGANIZATIONS: Rows = {
  [`POST ${V1}/organizations`]: { body: ORGANIZATION, answers: 422, others: 403 },
  [`DELETE ${V1}/organizations/:id`]: { params: OF_ID, answers: 422, others: 403 },
}

/** An organisation and its keys, for those who decide who works for it. */
export const ROUTES_OF_KEYS: Rows = {
  [`PUT ${V1}/organizations/:id`]: { params: OF_ID, body: ORGANIZATION, answers: 422, others: 403, unknown: 404 },
  [`GET ${V1}/organizations/:id/keys`]: { params: OF_ID, others: 403 },
  [`POST ${V1}/organizations/:id/keys`]: {
    params: OF_ID,
    body: { role: 'SPONSOR', description: '' },
    answers: 422,
    others: 403,
  },
  [`DELETE ${V1}/organizations/:id/keys/:keyId`]: {
    params: { ...OF_ID, keyId: '999999' },
    answers: 404,
    others: 403,
  },
}

/** Words of an organisation, and a mail with them to the member's own address, which keys have not. */
export const ROUTES_OF_WORDS: Rows = {
  [`POST ${V1}/mail-test`]: {
    body: { organizationId: ':organization', mail: 'ticket', language: 'xx' },
    answers: 422,
    others: 403,
  },
  [`GET ${V1}/texts`]: { query: `${OF_ORGANIZATION}&language=en`, others: 403 },
  [`PUT ${V1}/texts`]: {
    body: { organizationId: ':organization', language: 'xx', key: 'x', text: null },
    answers: 422,
    others: 403,
  },
}
