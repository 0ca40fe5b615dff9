import { Type } from 'typebox'
import { SAMPLE_MAILS } from '#domain/mail/sample-mail/sample-mail.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_ID_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Maybe, OneOf, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: a mail to the caller as buyers get it, in the words and the look of a place. */

export const sendSampleMail = deskCall({
  operationId: 'sendSampleMail',
  summary:
    'Mail the caller one mail of the shop about an order that does not exist, in the words and look of a place; a key has no address',
  method: 'POST',
  path: paths.deskMailTestPath,
  body: Type.Object({
    organizationId: Maybe(Whole),
    eventId: Maybe(Whole),
    mail: OneOf(SAMPLE_MAILS),
    language: Text(MAX_ID_LENGTH),
  }),
  responses: {
    200: Type.Object({
      recipient: Type.String(),
      hasMailServer: Type.Boolean({ description: 'Without one, mail stays in the data folder of the shop' }),
    }),
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})
