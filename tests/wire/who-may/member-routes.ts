import type { Row } from './routes.ts'

type Rows = Readonly<Record<string, Row>>

const V1 = '/api/organiser/v1'
const NO_KEY = { id: 'x', rawId: 'x', type: 'public-key' }
const NO_PASSKEY = { ...NO_KEY, response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } }
const NEW_PASSKEY = { ...NO_KEY, response: { clientDataJSON: 'x', attestationObject: 'x' } }
const NO_MEMBER = { id: '999999' }
const ROLE = { role: 'DESK', organizationId: ':organization', eventId: null }

/** How a member begins a session. */
export const ROUTES_BEFORE_SIGN_IN: Rows = {
  [`POST ${V1}/sign-in`]: { body: { email: 'x', password: 'x' }, answers: [422, 429] },
  [`POST ${V1}/sign-in/second-factor`]: { body: { ticket: 'x', code: 'x' }, answers: 422 },
  [`POST ${V1}/sign-in/passkey/proposed`]: {},
  [`POST ${V1}/sign-in/passkey`]: { body: { response: NO_PASSKEY }, answers: 422 },
  [`GET ${V1}/links/:token`]: { params: { token: 'x' }, answers: 404 },
  [`POST ${V1}/links/:token`]: { params: { token: 'x' }, body: {}, answers: 422, unknown: 422 },
  [`GET ${V1}/sign-in/openid`]: {},
  [`GET ${V1}/sign-in/openid/:of`]: { params: { of: 'shop' }, answers: 404 },
  [`GET ${V1}/sign-in/openid/callback`]: { answers: 403, unknown: 403 },
  [`POST ${V1}/password/lost`]: { body: { email: 'x' }, answers: 422 },
}

/** What a member does about themselves. */
export const ROUTES_OF_MEMBERS: Rows = {
  [`POST ${V1}/sign-out`]: { answers: 204, others: 403, isEnding: true },
  [`GET ${V1}/me`]: { others: 403 },
  [`PUT ${V1}/me`]: { body: { name: '', language: 'en' }, answers: 422, others: 403 },
  [`PUT ${V1}/me/password`]: { body: { current: 'x', next: 'x' }, answers: 422, others: 403 },
  [`POST ${V1}/me/second-factor/proposed`]: { others: 403 },
  [`PUT ${V1}/me/second-factor`]: {
    body: { secret: 'x', code: 'x', password: 'x' },
    answers: 422,
    others: 403,
  },
  [`DELETE ${V1}/me/second-factor`]: { body: { password: 'x' }, answers: 422, others: 403 },
  [`POST ${V1}/me/passkeys/proposed`]: { others: 403 },
  [`POST ${V1}/me/passkeys`]: { body: { name: 'x', response: NEW_PASSKEY }, answers: 422, others: 403 },
  [`DELETE ${V1}/me/passkeys/:id`]: { params: NO_MEMBER, answers: 404, others: 403 },
  [`GET ${V1}/me/openid/:of`]: { params: { of: 'shop' }, answers: 404, others: 403 },
  [`GET ${V1}/me/identities`]: { others: 403 },
  [`DELETE ${V1}/me/identities/:id`]: { params: NO_MEMBER, answers: 404, others: 403 },
  [`GET ${V1}/me/sessions`]: { others: 403 },
  [`DELETE ${V1}/me/sessions/:id`]: { params: NO_MEMBER, answers: 404, others: 403 },
  [`POST ${V1}/me/links/:token`]: { params: { token: 'x' }, answers: 404, others: 403 },
}

/** What owners do about the members of an organisation. */
export const ROUTES_OF_PEOPLE: Rows = {
  [`GET ${V1}/members`]: { query: 'organizationId=:organization', others: 403 },
  [`GET ${V1}/members/changes`]: { query: 'organizationId=:organization', others: 403 },
  [`PUT ${V1}/members/:id/roles`]: { params: NO_MEMBER, body: ROLE, answers: 404, others: 403 },
  [`DELETE ${V1}/members/:id/roles`]: {
    params: NO_MEMBER,
    query: 'organizationId=:organization',
    answers: 404,
    others: 403,
  },
  [`GET ${V1}/sign-in-provider`]: { query: 'organizationId=:organization', answers: 404, others: 403 },
  [`PUT ${V1}/sign-in-provider`]: {
    query: 'organizationId=:organization',
    body: { issuer: 'x', clientId: 'x', clientSecret: 'x', domains: [] },
    answers: 422,
    others: 403,
  },
  [`DELETE ${V1}/sign-in-provider`]: { query: 'organizationId=:organization', answers: 404, others: 403 },
  [`POST ${V1}/invitations`]: { body: { ...ROLE, email: 'x' }, answers: 422, others: 403 },
  [`DELETE ${V1}/invitations/:id`]: {
    params: NO_MEMBER,
    query: 'organizationId=:organization',
    answers: 404,
    others: 403,
  },
}

/** The home of the desk. */
export const ROUTES_OF_HOME: Rows = {
  [`GET ${V1}/home`]: { others: 403 },
}

/** What holds for the whole shop. */
export const ROUTES_OF_SAMPLE: Rows = {
  [`POST ${V1}/sample`]: { answers: 422, others: 403 },
  [`DELETE ${V1}/sample`]: { others: 403 },
}

/** What is done about a need, here about what does not exist. */
export const ROUTES_OF_REMEDIES: Rows = {
  [`POST ${V1}/transfers/:reservationId/arrival`]: { params: { reservationId: 'x' }, others: 403 },
  [`POST ${V1}/mails/:id/again`]: { params: NO_MEMBER, others: 403 },
  [`POST ${V1}/payment-reviews/:id/done`]: { params: NO_MEMBER, others: 403 },
}
