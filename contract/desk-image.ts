import { Type } from 'typebox'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import * as paths from './paths.ts'

/** The organiser's API, version 1: images of events and passes. */

export const storeDeskImage = deskCall({
  operationId: 'storeDeskImage',
  summary: 'Store an image: the bytes are the body (JPEG, PNG, WebP, AVIF or GIF, 20 MB at most)',
  method: 'POST',
  path: paths.deskImagesPath,
  query: Type.Object({
    left: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100_000,
        description: 'Of the crop, in pixels of the image once it is turned',
      }),
    ),
    top: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    width: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    height: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  }),
  responses: {
    201: Type.Object({
      imageId: Type.String({ description: 'For events and passes; the image is at /file/:digest' }),
      width: Type.Integer(),
      height: Type.Integer(),
    }),
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})
