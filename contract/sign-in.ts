import { Type } from 'typebox'
import { Empty, call, content } from './call.ts'
import { backChannelLogoutPath, signInCallbackPath, signInForOrderPath, signInPath } from './paths.ts'
import { OneOf, Text } from './schema.ts'
import { ReservationId } from './shared.ts'
import { BadRequest } from './wrapper.ts'

/** Addresses of sign-in by OpenID Connect; browsers go there, and providers send them. */

const page = content('text/html; charset=utf-8', 'A page that says what went wrong and how to go on')

export const startSignIn = call({
  operationId: 'startLogin',
  summary: 'To the provider of sign-in',
  tag: 'sign-in',
  method: 'GET',
  path: signInPath,
  query: Type.Object({
    from: Type.Optional(
      Type.String({ description: 'Of our own: the path to go on at afterwards; home when left out' }),
    ),
  }),
  responses: { 302: Empty, 503: page },
})

export const signInCallback = call({
  operationId: 'loginCallback',
  summary: 'Back from the provider of sign-in',
  tag: 'sign-in',
  method: 'GET',
  path: signInCallbackPath,
  query: Type.Object({
    code: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    error: Type.Optional(Type.String()),
  }),
  responses: {
    200: content('text/html; charset=utf-8', 'A page that leads on at once, so that the new session goes along'),
    302: Empty,
    403: page,
    503: page,
  },
})

export const signInForOrder = call({
  operationId: 'loginForReservation',
  summary: 'Signs in, and leads to the reservation',
  tag: 'sign-in',
  method: 'GET',
  path: signInForOrderPath,
  params: Type.Object({
    purchaseContextType: OneOf(['event', 'subscription']),
    publicIdentifier: Text(),
    reservationId: ReservationId,
  }),
  responses: { 302: Empty, 401: Empty },
})

export const backChannelLogout = call({
  operationId: 'backChannelLogout',
  summary: 'The provider says that a session has ended there (OpenID Connect Back-Channel Logout 1.0)',
  tag: 'sign-in',
  method: 'POST',
  path: backChannelLogoutPath,
  body: Type.Object({ logout_token: Type.String() }),
  responses: { 200: Empty, 400: BadRequest, 503: Empty },
})
