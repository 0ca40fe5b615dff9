import { Type, type Static, type TSchema } from 'typebox'
import { Nullable } from './schema.ts'

/** One refusal: where, why (a translation key), and the arguments of its text. */
export const ErrorDescriptor = Type.Object({
  fieldName: Type.String({
    description: 'Form field, map and list parts in brackets (tickets[uuid].email); the name of the form when global',
  }),
  code: Type.String({ description: 'Translation key' }),
  arguments: Nullable(
    Type.Unsafe<Record<string, string | number>>({
      type: 'object',
      additionalProperties: true,
      description: 'Keyed "0", "1"...; null when there are none',
    }),
  ),
})
export type ErrorDescriptor = Static<typeof ErrorDescriptor>

/** Something worth a question before going on. */
export const WarningMessage = Type.Object({ code: Type.String(), params: Type.Array(Type.String()) })
export type WarningMessage = Static<typeof WarningMessage>

/** The wrapper of all validated calls, with 200 and with 422. `success` says that there is no error. */
export function ValidatedResponse<Value extends TSchema>(value: Value) {
  return Type.Object({
    success: Type.Boolean(),
    errorCount: Type.Integer({ minimum: 0 }),
    validationErrors: Type.Array(ErrorDescriptor),
    warnings: Type.Array(WarningMessage),
    value,
  })
}
export type ValidatedResponse<Value> = {
  success: boolean
  errorCount: number
  validationErrors: ErrorDescriptor[]
  warnings: WarningMessage[]
  value: Value
}

export const ValidatedString = ValidatedResponse(Nullable(Type.String()))
export type ValidatedString = Static<typeof ValidatedString>
export const ValidatedBoolean = ValidatedResponse(Type.Boolean())
export type ValidatedBoolean = Static<typeof ValidatedBoolean>

/** The responses that any call can give; all are one JSON text. */
export const BadRequest = Type.String({ description: '"bad request", a colon and what could not be read' })
/** Where an empty body says that there is no such thing; what could not be read is reported all the same. */
export const EmptyOrBadRequest = Type.Unsafe<string | undefined>({
  type: ['string', 'null'],
  description: 'Empty body, or "bad request", a colon and what could not be read',
})
export const TooLarge = Type.String({ description: 'The body is larger than this call reads' })
export const TooLongAddress = Type.String({ description: 'A part of the address is longer than anything we have' })
export const UnknownMediaType = Type.String({ description: 'The body is of a media type this call does not read' })
export const TooLargeHeaders = Type.String({ description: 'Address and headers together are too large to be read' })
export const Forbidden = Type.String({ description: 'The anti-forgery token is missing or foreign' })
export const ChallengeOrForbidden = Type.String({
  description:
    'The anti-forgery token was refused, or, with header Alfio-Verification-Missing, a robot check is needed',
})
export const TooManyRequests = Type.String({ description: 'Try again after the seconds of header Retry-After' })
export const TryAgain = Type.String({
  description: 'The shop is busy or has just lost its database: try again after the seconds of header Retry-After',
})
export const Unexpected = Type.Literal('unexpected exception', { description: 'A bug of ours' })
export const AccessDenied = Type.Literal('Access to this reservation has been denied')
/** The job is done, and there is nothing to report. */
export const True = Type.Literal(true)
