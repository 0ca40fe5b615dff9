import { Type, type Static } from 'typebox'
import { Empty, call } from './call.ts'
import { authenticationEnabledPath, logoutPath, mePath } from './paths.ts'
import { Nullable } from './schema.ts'
import { Forbidden } from './wrapper.ts'

/** Where the browser goes next; `empty` says that there is no target. */
export const ClientRedirect = Type.Object({ targetUrl: Nullable(Type.String()), empty: Type.Boolean() })
export type ClientRedirect = Static<typeof ClientRedirect>

export const isAuthenticationEnabled = call({
  operationId: 'isAuthenticationEnabled',
  summary: 'Can visitors sign in',
  tag: 'user',
  method: 'GET',
  path: authenticationEnabledPath,
  responses: { 200: Type.Boolean() },
})

/** Nobody is ever signed in so far, so that the only answer is "anonymous". */
export const getMe = call({
  operationId: 'getMe',
  summary: 'The signed-in visitor',
  tag: 'user',
  method: 'GET',
  path: mePath,
  responses: { 204: Empty },
})

export const logout = call({
  operationId: 'logout',
  summary: 'End the session',
  tag: 'user',
  method: 'POST',
  path: logoutPath,
  responses: { 200: ClientRedirect, 403: Forbidden },
})
