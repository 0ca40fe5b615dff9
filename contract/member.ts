import { Type, type Static } from 'typebox'
import { MAX_PASSWORD_LENGTH } from '#domain/access/member/password.ts'
import { MEMBER_ROLES } from '#domain/access/principal/principal.ts'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_INTEGER } from './limits.ts'
import * as paths from './paths.ts'
import { Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: members, how they sign in, and what they may. */

/** Of an organisation or an event, which the database keeps in four bytes. */
const ID = { minimum: 0, maximum: MAX_INTEGER }

export const Role = Type.Object({
  role: OneOf(MEMBER_ROLES),
  organizationId: Nullable(Type.Integer({ ...ID, description: 'Null together with eventId: the whole shop' })),
  eventId: Nullable(Type.Integer({ ...ID, description: 'The role counts for this event alone' })),
})
export type Role = Static<typeof Role>

const Password = Text(MAX_PASSWORD_LENGTH * 4)
const Code = Text(40)
const Token = Type.Object({ token: Text(100) })
const Id = Type.Object({ id: Whole })

export const SignInAnswer = Type.Object({
  ticket: Nullable(
    Type.String({ description: 'With which the second factor is shown; null where the member is signed in' }),
  ),
})

export const deskSignIn = deskCall({
  operationId: 'deskSignIn',
  summary: 'Sign a member in by password; the session comes as a cookie',
  method: 'POST',
  path: paths.deskSignInPath,
  body: Type.Object({ email: Text(), password: Password }),
  responses: { 200: SignInAnswer, 403: NotForRole, 422: Refusals },
})

export const deskSecondFactor = deskCall({
  operationId: 'deskSecondFactor',
  summary: 'Go on after the password with the code of an app, or a recovery code',
  method: 'POST',
  path: paths.deskSecondFactorPath,
  body: Type.Object({ ticket: Text(100), code: Code }),
  responses: { 200: SignInAnswer, 403: NotForRole, 422: Refusals },
})

/** Options and responses of WebAuthn, level 3, as browsers read and write them. */
const WebAuthnOptions = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description: 'For `PublicKeyCredential.parse…OptionsFromJSON`',
})
const Bytes = Text(4096)
const credential = {
  id: Text(1400),
  rawId: Text(1400),
  type: Type.Literal('public-key'),
}

export const proposePasskeySignIn = deskCall({
  operationId: 'proposePasskeySignIn',
  summary: 'What a browser needs to sign in by passkey',
  method: 'POST',
  path: paths.deskProposedPasskeySignInPath,
  responses: { 200: WebAuthnOptions, 403: NotForRole },
})

export const passkeySignIn = deskCall({
  operationId: 'passkeySignIn',
  summary: 'Sign in by passkey; no second factor is asked for',
  method: 'POST',
  path: paths.deskPasskeySignInPath,
  body: Type.Object({
    response: Type.Object({
      ...credential,
      response: Type.Object({
        clientDataJSON: Bytes,
        authenticatorData: Bytes,
        signature: Bytes,
        userHandle: Maybe(Text(200)),
      }),
    }),
  }),
  responses: { 200: SignInAnswer, 403: NotForRole, 422: Refusals },
})

export const proposePasskey = deskCall({
  operationId: 'proposePasskey',
  summary: 'What a browser needs to make a passkey for the member',
  method: 'POST',
  path: paths.deskProposedPasskeyPath,
  responses: { 200: WebAuthnOptions, 401: NotSignedIn, 403: NotForRole },
})

export const addPasskey = deskCall({
  operationId: 'addPasskey',
  summary: 'Keep a passkey that the browser has made',
  method: 'POST',
  path: paths.deskPasskeysPath,
  body: Type.Object({
    name: Text(100),
    response: Type.Object({
      ...credential,
      response: Type.Object({
        clientDataJSON: Bytes,
        attestationObject: Text(20_000),
      }),
    }),
  }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const removePasskey = deskCall({
  operationId: 'removePasskey',
  summary: 'Take one of the own passkeys away',
  method: 'DELETE',
  path: paths.deskPasskeyPath,
  params: Id,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const deskSignOut = deskCall({
  operationId: 'deskSignOut',
  summary: 'End the session of the caller',
  method: 'POST',
  path: paths.deskSignOutPath,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole },
})

export const LinkInfo = Type.Object({
  kind: OneOf(['OWNER', 'INVITATION', 'PASSWORD']),
  email: Nullable(Type.String({ description: 'Whose link it is; null for the first owner, who states an address' })),
  role: Nullable(Role),
  /** Of what the role is, for people. */
  of: Nullable(Type.String({ description: 'Name of the organisation, or title of the event' })),
  isMember: Type.Boolean({ description: 'The address is that of a member, who signs in to accept' }),
  expiresAt: Type.Integer({ description: 'Milliseconds since 1970' }),
})
export type LinkInfo = Static<typeof LinkInfo>

export const readDeskLink = deskCall({
  operationId: 'readDeskLink',
  summary: 'What a link is for; 404 where it is unknown, used or over',
  method: 'GET',
  path: paths.deskLinkPath,
  params: Token,
  responses: { 200: LinkInfo, 404: Empty },
})

export const acceptDeskLink = deskCall({
  operationId: 'acceptDeskLink',
  summary: 'Become a member, or set a new password; a new member is signed in',
  method: 'POST',
  path: paths.deskLinkPath,
  params: Token,
  body: Type.Object({
    email: Maybe(Text()),
    name: Maybe(Text()),
    password: Maybe(Password),
    language: Maybe(Text(20)),
  }),
  responses: { 200: Type.Object({ signedIn: Type.Boolean() }), 403: NotForRole, 422: Refusals },
})

export const acceptDeskLinkAsMember = deskCall({
  operationId: 'acceptDeskLinkAsMember',
  summary: 'Take the role of an invitation to the own address; 404 where it is not good, or for another address',
  method: 'POST',
  path: paths.deskLinkAsMemberPath,
  params: Token,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const deskLostPassword = deskCall({
  operationId: 'deskLostPassword',
  summary: 'Mail a link for a new password, where a member has the address; the answer is the same for every address',
  method: 'POST',
  path: paths.deskLostPasswordPath,
  body: Type.Object({ email: Text() }),
  responses: { 204: Empty, 403: NotForRole, 422: Refusals },
})

export const Me = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  name: Type.String(),
  language: Type.String(),
  hasSecondFactor: Type.Boolean(),
  recoveryCodesLeft: Type.Integer(),
  passkeys: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      createdAt: Type.Integer(),
      usedAt: Nullable(Type.Integer()),
    }),
  ),
  roles: Type.Array(Role),
})

export type Me = Static<typeof Me>

export const readMe = deskCall({
  operationId: 'deskMe',
  summary: 'The member who is signed in, and what they may',
  method: 'GET',
  path: paths.deskMePath,
  responses: { 200: Me, 401: NotSignedIn, 403: NotForRole },
})

export const changeMe = deskCall({
  operationId: 'changeDeskMe',
  summary: 'Change the own name and language',
  method: 'PUT',
  path: paths.deskMePath,
  body: Type.Object({ name: Text(255), language: Text(20) }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const changeDeskPassword = deskCall({
  operationId: 'changeDeskPassword',
  summary: 'Replace the own password; every other session ends',
  method: 'PUT',
  path: paths.deskPasswordPath,
  body: Type.Object({ current: Password, next: Password }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const proposeDeskFactor = deskCall({
  operationId: 'proposeDeskSecondFactor',
  summary: 'A secret for an app that shows codes; nothing is stored yet',
  method: 'POST',
  path: paths.deskProposedFactorPath,
  responses: {
    200: Type.Object({ secret: Type.String(), uri: Type.String({ description: 'otpauth:, as a QR code shows it' }) }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

export const setDeskFactor = deskCall({
  operationId: 'setDeskSecondFactor',
  summary: 'Demand a second factor from now on; answers ten recovery codes, this once',
  method: 'PUT',
  path: paths.deskOwnFactorPath,
  body: Type.Object({ secret: Text(100), code: Code, password: Password }),
  responses: {
    200: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})

export const removeDeskFactor = deskCall({
  operationId: 'removeDeskSecondFactor',
  summary: 'Demand no second factor any more',
  method: 'DELETE',
  path: paths.deskOwnFactorPath,
  body: Type.Object({ password: Password }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const Session = Type.Object({
  id: Type.Integer(),
  userAgent: Type.String({ description: 'The browser, as it names itself' }),
  createdAt: Type.Integer(),
  seenAt: Type.Integer(),
  isOwn: Type.Boolean({ description: 'The session of this call' }),
})

export const listDeskSessions = deskCall({
  operationId: 'listDeskSessions',
  summary: 'Where the member is signed in',
  method: 'GET',
  path: paths.deskSessionsPath,
  responses: { 200: Type.Array(Session), 401: NotSignedIn, 403: NotForRole },
})

export const endDeskSession = deskCall({
  operationId: 'endDeskSession',
  summary: 'End one of the own sessions',
  method: 'DELETE',
  path: paths.deskSessionPath,
  params: Id,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

const OfWhat = Type.Object({
  organizationId: Type.Optional(Whole),
  eventId: Type.Optional(Type.Integer({ ...ID, description: 'Left out with organizationId: those of the whole shop' })),
})

export const Members = Type.Object({
  members: Type.Array(
    Type.Object({
      id: Type.Integer(),
      email: Type.String(),
      name: Type.String(),
      role: OneOf(MEMBER_ROLES),
      hasSecondFactor: Type.Boolean(),
    }),
  ),
  invitations: Type.Array(
    Type.Object({
      id: Type.Integer(),
      email: Type.String(),
      role: OneOf(MEMBER_ROLES),
      expiresAt: Type.Integer(),
    }),
  ),
})
export type Members = Static<typeof Members>

export const listMembers = deskCall({
  operationId: 'listMembers',
  summary: 'Who works for the shop, an organisation or an event, and who is invited',
  method: 'GET',
  path: paths.deskMembersPath,
  query: OfWhat,
  responses: { 200: Members, 401: NotSignedIn, 403: NotForRole },
})

export const MemberChange = Type.Object({
  id: Type.String(),
  at: Type.Integer(),
  by: Type.String({ description: 'Who did it, by name' }),
  action: Type.String({ description: 'Such as MEMBER_INVITED' }),
  subject: Type.String({ description: 'Whom or what it is about: an address, or a provider' }),
  before: Nullable(Role),
  after: Nullable(Role),
  /** Of what the role is, for people. */
  of: Nullable(Type.String({ description: 'Name of the organisation, or title of the event' })),
})
export type MemberChange = Static<typeof MemberChange>

export const listMemberChanges = deskCall({
  operationId: 'listMemberChanges',
  summary: 'What was changed about members of the shop or an organisation, the latest first; fifty at a time',
  method: 'GET',
  path: paths.deskMemberChangesPath,
  query: Type.Object({
    organizationId: Type.Optional(Whole),
    cursor: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
  }),
  responses: {
    200: Type.Object({ changes: Type.Array(MemberChange), nextCursor: Nullable(Type.String()) }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

export const putRole = deskCall({
  operationId: 'putMemberRole',
  summary: 'Give a member another role for the same shop, organisation or event',
  method: 'PUT',
  path: paths.deskRolesPath,
  params: Id,
  body: Role,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const deleteRole = deskCall({
  operationId: 'deleteMemberRole',
  summary: 'Take away the role of a member for a shop, organisation or event; a member without any role is deleted',
  method: 'DELETE',
  path: paths.deskRolesPath,
  params: Id,
  query: OfWhat,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const invite = deskCall({
  operationId: 'inviteMember',
  summary: 'Mail an invitation with a role; an earlier one to the same address for the same is no longer good',
  method: 'POST',
  path: paths.deskInvitationsPath,
  body: Type.Object({ email: Text(), language: Maybe(Text(20)), ...Role.properties }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const withdrawInvitation = deskCall({
  operationId: 'withdrawInvitation',
  summary: 'Make an invitation no longer good',
  method: 'DELETE',
  path: paths.deskInvitationPath,
  params: Id,
  query: OfWhat,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
