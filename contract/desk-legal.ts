import { Type, type Static } from 'typebox'
import { LEGAL_KINDS } from '#domain/catalog/legal-text/legal-kind.ts'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_ID_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { LangMap, MapOf, Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: terms and privacy policies that the shop keeps by version. */

const OfText = Type.Object({ legalTextId: Text(MAX_ID_LENGTH) })

export const ListedLegalText = Type.Object({
  id: Type.String(),
  organizationId: Nullable(Type.Integer({ description: 'Whose it is; null: of the shop' })),
  kind: OneOf(LEGAL_KINDS),
  number: Nullable(Type.Integer({ description: '1 is the first version; null: a draft' })),
  publishedAt: Nullable(Type.Integer({ description: 'Milliseconds since 1970; null: a draft' })),
  url: Nullable(Type.String({ description: 'Where buyers read it; null: a draft' })),
  isInForce: Type.Boolean({ description: 'Its owner sells by it: the setting has its address' }),
  languages: Type.Array(Type.String()),
})
export type ListedLegalText = Static<typeof ListedLegalText>

export const DeskLegalText = Type.Object({
  ...ListedLegalText.properties,
  texts: LangMap,
  seen: Type.String({ description: 'Sent with a change, which is made only if the text is still so' }),
})
export type DeskLegalText = Static<typeof DeskLegalText>

/** Longer than the shop takes, so that the refusal can say how long a text may be. */
const Texts = MapOf(Text(200_000), { maxProperties: 20, description: 'Markdown by language' })
const Seen = Type.String({ maxLength: MAX_ID_LENGTH, description: 'Of the text as it was read' })
const REFUSED = { 401: NotSignedIn, 403: NotForRole } as const

export const listLegalTexts = deskCall({
  operationId: 'listLegalTexts',
  summary:
    'Terms and privacy policies of the shop or an organisation: drafts, then versions, the latest first; for its owners',
  method: 'GET',
  path: paths.deskLegalTextsPath,
  query: Type.Object({ organizationId: Type.Optional(Whole) }),
  responses: { 200: Type.Object({ texts: Type.Array(ListedLegalText) }), ...REFUSED },
})

export const draftLegalText = deskCall({
  operationId: 'draftLegalText',
  summary: 'Begin the next version as a draft; 409 with the draft where there is another one of this kind',
  method: 'POST',
  path: paths.deskLegalTextsPath,
  body: Type.Object({ organizationId: Maybe(Whole), kind: OneOf(LEGAL_KINDS), texts: Texts }),
  responses: { 200: DeskLegalText, 409: DeskLegalText, ...REFUSED, 422: Refusals },
})

export const readLegalText = deskCall({
  operationId: 'readLegalText',
  summary: 'A draft or a version with its text',
  method: 'GET',
  path: paths.deskLegalTextPath,
  params: OfText,
  responses: { 200: DeskLegalText, ...REFUSED, 404: Empty },
})

export const changeLegalText = deskCall({
  operationId: 'changeLegalText',
  summary: 'Change a draft; 409 with the text as it is where it was changed or published meanwhile',
  method: 'PUT',
  path: paths.deskLegalTextPath,
  params: OfText,
  body: Type.Object({ texts: Texts, seen: Seen }),
  responses: { 200: DeskLegalText, 409: DeskLegalText, ...REFUSED, 404: Empty, 422: Refusals },
})

export const publishLegalText = deskCall({
  operationId: 'publishLegalText',
  summary:
    'Publish a draft: it stays as it is from now on, and its owner sells by it; 409 with the text as it is where it was changed meanwhile',
  method: 'POST',
  path: paths.deskLegalTextPublicationPath,
  params: OfText,
  body: Type.Object({ seen: Seen }),
  responses: { 200: DeskLegalText, 409: DeskLegalText, ...REFUSED, 404: Empty },
})

export const deleteLegalText = deskCall({
  operationId: 'deleteLegalText',
  summary: 'Delete a draft; a published version stays',
  method: 'DELETE',
  path: paths.deskLegalTextPath,
  params: OfText,
  responses: { 204: Empty, ...REFUSED, 404: Empty, 422: Refusals },
})
