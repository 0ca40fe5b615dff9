import { Type, type Static } from 'typebox'
import { call } from './call.ts'
import { orderLinksPath } from './account-paths.ts'
import { Maybe, Text } from './schema.ts'
import { BadRequest, Forbidden, TooManyRequests, Unexpected, ValidatedBoolean } from './wrapper.ts'

/** A call of this shop only. */

/** Lengths are judged by the rules, so that what is too long is refused at its field. */
export const OrderLinksForm = Type.Object({
  email: Maybe(Text()),
  lang: Maybe(Text()),
})
export type OrderLinksForm = Static<typeof OrderLinksForm>

/** The name under which refusals of the form are global. */
export const ORDER_LINKS_FORM = 'orderLinksForm'

/** True whether or not anything was ever ordered with the address. */
export const askForOrderLinks = call({
  operationId: 'askForOrderLinks',
  summary: 'Have the links of all orders of an address sent to it',
  tag: 'reservation',
  method: 'POST',
  path: orderLinksPath,
  body: OrderLinksForm,
  responses: {
    200: ValidatedBoolean,
    400: BadRequest,
    403: Forbidden,
    422: ValidatedBoolean,
    429: TooManyRequests,
    500: Unexpected,
  },
})
