import type { Row } from './routes.ts'

const V1 = '/api/organiser/v1'
const NONE = { webhookId: '00000000-0000-4000-8000-00000000000a' }
const NO_DELIVERY = { ...NONE, deliveryId: '999999' }
const FORM = { url: 'x', description: '', kinds: ['order.completed'] }

/** Where what happens is sent, for those who decide who works for the organisation; none of these exists. */
export const ROUTES_OF_WEBHOOKS: Readonly<Record<string, Row>> = {
  [`GET ${V1}/webhooks`]: { query: 'organizationId=:organization', others: 403 },
  [`POST ${V1}/webhooks`]: { body: { organizationId: ':organization', ...FORM }, answers: 422, others: 403 },
  [`GET ${V1}/webhooks/:webhookId`]: { params: NONE, answers: 404, others: [403, 404], unknown: 404 },
  [`PUT ${V1}/webhooks/:webhookId`]: {
    params: NONE,
    body: { ...FORM, isEnabled: true },
    answers: 404,
    others: [403, 404],
    unknown: 404,
  },
  [`DELETE ${V1}/webhooks/:webhookId`]: { params: NONE, answers: 404, others: [403, 404], unknown: 404 },
  [`POST ${V1}/webhooks/:webhookId/secret`]: {
    params: NONE,
    body: { overlapHours: 0 },
    answers: 404,
    others: [403, 404],
    unknown: 404,
  },
  [`POST ${V1}/webhooks/:webhookId/test`]: { params: NONE, answers: 404, others: [403, 404], unknown: 404 },
  [`GET ${V1}/webhooks/:webhookId/deliveries`]: { params: NONE, answers: 404, others: [403, 404], unknown: 404 },
  [`GET ${V1}/webhooks/:webhookId/deliveries/:deliveryId`]: {
    params: NO_DELIVERY,
    answers: 404,
    others: [403, 404],
    unknown: 404,
  },
  [`POST ${V1}/webhooks/:webhookId/deliveries/:deliveryId/redelivery`]: {
    params: NO_DELIVERY,
    answers: 404,
    others: [403, 404],
    unknown: 404,
  },
}

const NO_TEXT = { legalTextId: '00000000-0000-4000-8000-00000000000b' }

/** Terms and privacy policies that the shop keeps, for those who decide by which is sold; none of these exists. */
export const ROUTES_OF_LEGAL_TEXTS: Readonly<Record<string, Row>> = {
  [`GET ${V1}/legal-texts`]: { query: 'organizationId=:organization', others: 403 },
  [`POST ${V1}/legal-texts`]: {
    body: { organizationId: ':organization', kind: 'TERMS', texts: {} },
    answers: 422,
    others: 403,
  },
  [`GET ${V1}/legal-texts/:legalTextId`]: { params: NO_TEXT, answers: 404, others: [403, 404], unknown: 404 },
  [`PUT ${V1}/legal-texts/:legalTextId`]: {
    params: NO_TEXT,
    body: { texts: { en: 'x' }, seen: 'x' },
    answers: 404,
    others: [403, 404],
    unknown: 404,
  },
  [`DELETE ${V1}/legal-texts/:legalTextId`]: { params: NO_TEXT, answers: 404, others: [403, 404], unknown: 404 },
  [`POST ${V1}/legal-texts/:legalTextId/publication`]: {
    params: NO_TEXT,
    body: { seen: 'x' },
    answers: 404,
    others: [403, 404],
    unknown: 404,
  },
}
