import { type Static, Type } from 'typebox'
import { Empty, call } from './call.ts'
import { saleNoticePath, saleNoticesPath } from './waiting-list-paths.ts'
import { Maybe, Nullable, Text } from './schema.ts'
import { ShortName } from './shared.ts'
import { BadRequest, Forbidden, TooManyRequests, True, ValidatedResponse } from './wrapper.ts'

/** One mail when the sale of an event begins; calls of this shop only. */

export const SaleNoticeForm = Type.Object({ email: Maybe(Text()), userLanguage: Maybe(Text()) })
export type SaleNoticeForm = Static<typeof SaleNoticeForm>

/** The name under which refusals of the form are global. */
export const SALE_NOTICE_FORM = 'saleNoticeForm'

export const SaleNotice = Type.Object({
  isKept: Type.Boolean({ description: 'False: the sale has begun, or none will' }),
  key: Nullable(
    Type.String({
      description: 'By which the notice is cancelled; null where none is kept',
    }),
  ),
})
export type SaleNotice = Static<typeof SaleNotice>
export const SaleNoticeAnswer = ValidatedResponse(Nullable(SaleNotice))

export const requestSaleNotice = call({
  operationId: 'requestSaleNotice',
  summary: 'Send one mail to this address when the sale begins',
  tag: 'events',
  method: 'POST',
  path: saleNoticesPath,
  params: Type.Object({ shortName: ShortName }),
  body: SaleNoticeForm,
  responses: {
    200: SaleNoticeAnswer,
    400: BadRequest,
    403: Forbidden,
    404: Empty,
    422: SaleNoticeAnswer,
    429: TooManyRequests,
  },
})

export const cancelSaleNotice = call({
  operationId: 'cancelSaleNotice',
  summary: 'Send no such mail; once more changes nothing',
  tag: 'events',
  method: 'DELETE',
  path: saleNoticePath,
  params: Type.Object({ key: Type.String({ maxLength: 64 }) }),
  responses: { 200: True, 403: Forbidden, 429: TooManyRequests },
})
