import { Type, type Static } from 'typebox'
import { type Call, call } from './call.ts'
import { Nullable } from './schema.ts'

/** What all calls of the organiser's API, version 1, have in common. */

/** A call of the organiser's API, version 1. */
export const deskCall = <const Description extends Omit<Call, 'tag'>>(description: Description) =>
  call({ ...description, tag: 'organiser-v1' })

/** Why a request was refused, each reason with a sentence in the language of the header Accept-Language. */
export const Refusals = Type.Object({
  errors: Type.Array(
    Type.Object({
      field: Nullable(Type.String({ description: 'Of the request; null where no single field is the reason' })),
      code: Type.String({ description: 'A text key, the same in every language' }),
      message: Type.String({ description: 'What is wrong and what to do' }),
    }),
  ),
})
export type Refusals = Static<typeof Refusals>

export const NotSignedIn = Type.String({ description: 'No session or key that is good' })
export const NotForRole = Type.String({ description: 'Not for this role, or sent by another site' })
