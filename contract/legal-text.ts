import { Type, type Static } from 'typebox'
import { LEGAL_KINDS } from '#domain/catalog/legal-text/legal-kind.ts'
import { Empty, call } from './call.ts'
import { legalTextPath } from './paths.ts'
import { MapOf, Nullable, OneOf, Text } from './schema.ts'
import { BadRequest, Unexpected } from './wrapper.ts'

const Version = Type.Object({ id: Type.String(), publishedAt: Type.Integer() })

/** A published version of terms or of a privacy policy, as its page shows it; a call of this shop only. */
export const LegalText = Type.Object({
  id: Type.String(),
  kind: OneOf(LEGAL_KINDS),
  owner: Nullable(Type.String({ description: 'The organisation whose text it is; null: of the shop' })),
  number: Type.Integer({ description: '1 is the first version' }),
  publishedAt: Type.Integer({ description: 'Milliseconds since 1970' }),
  texts: MapOf(Type.String(), { description: 'HTML by language' }),
  newest: Nullable(Version),
  earlier: Nullable(Version),
})
export type LegalText = Static<typeof LegalText>

export const getLegalText = call({
  operationId: 'getLegalText',
  summary: 'A published version of the terms or of the privacy policy of the shop or an organiser',
  tag: 'events',
  method: 'GET',
  path: legalTextPath,
  params: Type.Object({ legalTextId: Text() }),
  responses: { 200: LegalText, 400: BadRequest, 404: Empty, 500: Unexpected },
})
