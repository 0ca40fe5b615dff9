import { Type, type Static } from 'typebox'
import { NEWCOMER_ROLES } from '#domain/access/principal/principal.ts'
import { Empty, content } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import * as paths from './paths.ts'
import { ListOf, Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'

/** Members sign in by OpenID Connect: at the provider of the shop, or at that of their organisation. */

const page = content('text/html; charset=utf-8', 'A page that says what went wrong and how to go on')

const Of = Type.Object({ of: Type.String({ maxLength: 20, description: '`shop`, or the id of an organisation' }) })

export const listDeskProviders = deskCall({
  operationId: 'listDeskProviders',
  summary: 'The providers of sign-in by which members come in',
  method: 'GET',
  path: paths.deskProvidersPath,
  responses: {
    200: Type.Array(
      Type.Object({
        of: Type.String({ description: '`shop`, or the id of an organisation' }),
        name: Nullable(Type.String({ description: 'Of the organisation; null for the shop' })),
      }),
    ),
  },
})

export const startDeskProvider = deskCall({
  operationId: 'startDeskProvider',
  summary: 'To the provider; 404 where there is none',
  method: 'GET',
  path: paths.deskProviderPath,
  params: Of,
  query: Type.Object({ link: Type.Optional({ ...Text(100), description: 'Of an invitation that is accepted by it' }) }),
  responses: { 302: Empty, 404: Empty, 503: page },
})

export const deskProviderCallback = deskCall({
  operationId: 'deskProviderCallback',
  summary: 'Back from the provider',
  method: 'GET',
  path: paths.deskProviderCallbackPath,
  query: Type.Object({
    code: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    error: Type.Optional(Type.String()),
  }),
  responses: {
    200: content('text/html; charset=utf-8', 'A page that leads on at once, so that the new session goes along'),
    403: page,
    503: page,
  },
})

export const bindDeskProvider = deskCall({
  operationId: 'bindDeskProvider',
  summary: 'To the provider, so that the own account is recognised by it from now on; 404 where there is none',
  method: 'GET',
  path: paths.deskOwnProviderPath,
  params: Of,
  responses: { 302: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty, 503: page },
})

export const Identity = Type.Object({
  id: Type.Integer(),
  issuer: Type.String(),
  createdAt: Type.Integer(),
  usedAt: Nullable(Type.Integer()),
})

export const listDeskIdentities = deskCall({
  operationId: 'listDeskIdentities',
  summary: 'By which providers the own account is recognised',
  method: 'GET',
  path: paths.deskIdentitiesPath,
  responses: { 200: Type.Array(Identity), 401: NotSignedIn, 403: NotForRole },
})

export const removeDeskIdentity = deskCall({
  operationId: 'removeDeskIdentity',
  summary: 'Be recognised by a provider no longer; refused where it is the only way to sign in',
  method: 'DELETE',
  path: paths.deskIdentityPath,
  params: Type.Object({ id: Whole }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

const OfOrganization = Type.Object({
  organizationId: Type.Optional({ ...Whole, description: 'Left out: of the shop' }),
})

export const DeskProvider = Type.Object({
  issuer: Type.String(),
  clientId: Type.String(),
  domains: Type.Array(Type.String(), { description: 'Of mail addresses; none: any that the provider has verified' }),
  role: Nullable(OneOf(NEWCOMER_ROLES)),
  callbackUrl: Type.String({ description: 'To be named at the provider' }),
})
export type DeskProvider = Static<typeof DeskProvider>

export const readDeskProvider = deskCall({
  operationId: 'readDeskProvider',
  summary: 'The provider of the shop or an organisation, without its secret; 404 where there is none',
  method: 'GET',
  path: paths.deskProviderSettingsPath,
  query: OfOrganization,
  responses: { 200: DeskProvider, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const putDeskProvider = deskCall({
  operationId: 'putDeskProvider',
  summary: 'Name the provider; it is asked at once whether it answers',
  method: 'PUT',
  path: paths.deskProviderSettingsPath,
  query: OfOrganization,
  body: Type.Object({
    issuer: Text(),
    clientId: Text(),
    clientSecret: Maybe({ ...Text(), description: 'Left out: as before; not for another issuer' }),
    domains: ListOf(Text(255)),
    role: Maybe({
      ...OneOf(NEWCOMER_ROLES),
      description: 'Of people without an invitation; null: only invited people',
    }),
  }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const removeDeskProvider = deskCall({
  operationId: 'removeDeskProvider',
  summary: 'Let no member sign in by the provider any more',
  method: 'DELETE',
  path: paths.deskProviderSettingsPath,
  query: OfOrganization,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
