import { Type, type Static } from 'typebox'
import { KEY_ROLES } from '#domain/access/principal/principal.ts'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_ID_LENGTH, MAX_NAME_LENGTH, MAX_SEARCH_LENGTH, MAX_TEXT_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: organisations, their keys, and the words that they or the shop say in place of its own. */

export const DeskOrganization = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  description: Type.String(),
  slug: Nullable(Type.String({ description: 'In the address of its page' })),
  externalId: Nullable(Type.String()),
})
export type DeskOrganization = Static<typeof DeskOrganization>

const Form = Type.Object({
  name: Text(MAX_NAME_LENGTH),
  email: Text(MAX_NAME_LENGTH),
  description: Text(MAX_TEXT_LENGTH),
  slug: Maybe(Text(MAX_NAME_LENGTH)),
  externalId: Maybe(Text(MAX_NAME_LENGTH)),
})
const Id = Type.Object({ id: Whole })

export const listDeskOrganizations = deskCall({
  operationId: 'listDeskOrganizations',
  summary: 'The organisations for which the caller works, by name; owners of the shop see all',
  method: 'GET',
  path: paths.deskOrganizationsPath,
  query: Type.Object({ after: Type.Optional(Text(MAX_NAME_LENGTH)) }),
  responses: {
    200: Type.Object({
      organizations: Type.Array(DeskOrganization, { description: 'At most 100' }),
      mayCreate: Type.Boolean(),
      next: Nullable(Type.String({ description: 'For `after`, where there are more' })),
    }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

export const createDeskOrganization = deskCall({
  operationId: 'createDeskOrganization',
  summary: 'Create an organisation; owners of the shop only',
  method: 'POST',
  path: paths.deskOrganizationsPath,
  body: Form,
  responses: { 200: DeskOrganization, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const readDeskOrganization = deskCall({
  operationId: 'readDeskOrganization',
  summary: 'An organisation',
  method: 'GET',
  path: paths.deskOrganizationPath,
  params: Id,
  responses: {
    200: Type.Object({ ...DeskOrganization.properties, mayChange: Type.Boolean() }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
  },
})

export const putDeskOrganization = deskCall({
  operationId: 'putDeskOrganization',
  summary: 'Change name, address, text and slug of an organisation; its owners only',
  method: 'PUT',
  path: paths.deskOrganizationPath,
  params: Id,
  body: Form,
  responses: { 200: DeskOrganization, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const deleteDeskOrganization = deskCall({
  operationId: 'deleteDeskOrganization',
  summary: 'Delete an organisation without events, with its keys and settings; owners of the shop only',
  method: 'DELETE',
  path: paths.deskOrganizationPath,
  params: Id,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const DeskKey = Type.Object({
  id: Type.Integer(),
  role: OneOf(KEY_ROLES),
  description: Type.String(),
  createdAt: Type.Integer({ description: 'Milliseconds since 1970' }),
  usedAt: Nullable(Type.Integer({ description: 'To the minute; null: never' })),
})
export type DeskKey = Static<typeof DeskKey>

export const listKeys = deskCall({
  operationId: 'listKeys',
  summary: 'The keys of an organisation, the latest first; at most 100',
  method: 'GET',
  path: paths.deskKeysPath,
  params: Id,
  responses: { 200: Type.Array(DeskKey), 401: NotSignedIn, 403: NotForRole },
})

export const createKey = deskCall({
  operationId: 'createKey',
  summary: 'Make a key for a program or a device; it is answered this once',
  method: 'POST',
  path: paths.deskKeysPath,
  params: Id,
  body: Type.Object({ role: OneOf(KEY_ROLES), description: Text(MAX_NAME_LENGTH) }),
  responses: {
    200: Type.Object({ id: Type.Integer(), key: Type.String({ description: 'As in `Authorization: ApiKey <key>`' }) }),
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})

export const revokeKey = deskCall({
  operationId: 'revokeKey',
  summary: 'Take a key away; it opens nothing any more',
  method: 'DELETE',
  path: paths.deskKeyPath,
  params: Type.Object({ id: Whole, keyId: Whole }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

const Place = { organizationId: Type.Optional(Whole), eventId: Type.Optional(Whole) }

export const DeskText = Type.Object({
  key: Type.String(),
  shipped: Type.String({ description: 'What the shop says by itself' }),
  own: Nullable(Type.String({ description: 'What is said in its place' })),
})
export type DeskText = Static<typeof DeskText>

export const listTexts = deskCall({
  operationId: 'listTexts',
  summary: 'Texts of the shop in one language with what is said in their place; those that are replaced, or found',
  method: 'GET',
  path: paths.deskTextsPath,
  query: Type.Object({
    ...Place,
    language: Text(MAX_ID_LENGTH),
    search: Type.Optional(Text(MAX_SEARCH_LENGTH)),
  }),
  responses: {
    200: Type.Object({ texts: Type.Array(DeskText, { description: 'At most 100' }), areMore: Type.Boolean() }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

export const putText = deskCall({
  operationId: 'putText',
  summary: 'Say something in place of a text of the shop, or leave it to the shop: null',
  method: 'PUT',
  path: paths.deskTextsPath,
  body: Type.Object({
    organizationId: Maybe(Whole),
    eventId: Maybe(Whole),
    language: Text(MAX_ID_LENGTH),
    key: Text(MAX_NAME_LENGTH),
    text: Nullable(Text(MAX_TEXT_LENGTH)),
  }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})
