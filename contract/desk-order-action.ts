import { Type, type Static } from 'typebox'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { OrderParams } from './desk-order-detail.ts'
import { DIFFERENCE_WAYS } from '#domain/ticket/ticket/category-change.ts'
import { MAX_ID_LENGTH, MAX_INTEGER, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { ListOf, Maybe, Nullable, OneOf, Text } from './schema.ts'

/** The organiser's API, version 1: what is done about one order. What will happen is asked for first, and done as it was said. */

/**
 * `confirm-transfer`: the awaited transfer has arrived. `extend-transfer`: it is due later. `resend`: the mail of the order goes
 * again. `correct-buyer`, `correct-holder`: a name or an address was wrong. `refund`: the order, some of its tickets or an amount,
 * with its money or without. `cancel`: the order ends, and no money moves. `change-category`: a ticket moves to another category, and
 * the difference of a dearer or cheaper one goes back, is waived, is paid by a link that the buyer gets, or has been received.
 */
export const ORDER_ACTIONS = [
  'confirm-transfer',
  'extend-transfer',
  'resend',
  'correct-buyer',
  'correct-holder',
  'refund',
  'cancel',
  'change-category',
] as const
export type OrderActionName = (typeof ORDER_ACTIONS)[number]

/** Those that need no money to be seen. */
export const SERVING_ACTIONS: readonly OrderActionName[] = ['resend', 'correct-buyer', 'correct-holder']

const actionMembers = {
  action: OneOf(ORDER_ACTIONS),
  until: Maybe(
    Type.Integer({ minimum: 0, maximum: 253_402_300_799_000, description: 'With extend-transfer and LINK' }),
  ),
  firstName: Maybe(Text(MAX_TEXT_LENGTH)),
  lastName: Maybe(Text(MAX_TEXT_LENGTH)),
  email: Maybe(Text(MAX_TEXT_LENGTH)),
  ticketId: Maybe(
    Type.String({ maxLength: MAX_ID_LENGTH, description: 'Public; with correct-holder and change-category' }),
  ),
  writeAgain: Maybe(Type.Boolean({ description: 'With correct-buyer: the mail of the order goes to the address now' })),
  what: Maybe(OneOf(['ORDER', 'TICKETS', 'AMOUNT'])),
  tickets: Maybe(ListOf(Type.String({ maxLength: MAX_ID_LENGTH }))),
  amount: Maybe(Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Plain decimal; with AMOUNT' })),
  money: Maybe(Type.Boolean({ description: 'False: the order is changed, and no money moves' })),
  categoryId: Maybe(
    Type.Integer({ minimum: 1, maximum: MAX_INTEGER, description: 'With change-category: the one to move to' }),
  ),
  difference: Maybe(OneOf(DIFFERENCE_WAYS)),
  notifyHolders: Maybe(Type.Boolean({ description: 'The holders get a mail, too; the buyer always does' })),
}

export const OrderActionForm = Type.Object(actionMembers)
export type OrderActionForm = Static<typeof OrderActionForm>

export const OrderPlan = Type.Object({
  seen: Type.String({ description: 'Sent with the action, which is done only if this is still what will happen' }),
  sentences: Type.Array(
    Type.Object({
      code: Type.String({ description: 'A text key' }),
      message: Type.String({ description: 'In the language of the caller' }),
    }),
    { description: 'What will happen' },
  ),
  money: Nullable(Type.String({ description: 'What goes back, a plain decimal' })),
  tickets: Type.Integer({ description: 'Tickets that leave the order' }),
  mails: Type.Array(Type.Object({ recipient: Type.String(), subject: Type.String() })),
  documents: Type.Array(Type.Object({ type: OneOf(['INVOICE', 'RECEIPT', 'CREDIT_NOTE']), total: Type.String() })),
})
export type OrderPlan = Static<typeof OrderPlan>

export const planOrderAction = deskCall({
  operationId: 'planOrderAction',
  summary: 'What an action will do: it is done, read, and undone',
  method: 'POST',
  path: paths.deskOrderPlanPath,
  params: OrderParams,
  body: OrderActionForm,
  responses: { 200: OrderPlan, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const doOrderAction = deskCall({
  operationId: 'doOrderAction',
  summary: 'Do an action once, however often it is sent, as its plan has said',
  method: 'POST',
  path: paths.deskOrderActionsPath,
  params: OrderParams,
  body: Type.Object({
    ...actionMembers,
    seen: Type.String({ maxLength: MAX_ID_LENGTH, description: 'Of the plan' }),
    requestId: Type.String({
      minLength: 1,
      maxLength: MAX_ID_LENGTH,
      description: 'Of the caller: a refund that is sent again with it is answered, and not made twice',
    }),
  }),
  responses: {
    200: Type.Object({ isRepeated: Type.Boolean({ description: 'It was done before, and nothing was done again' }) }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    409: OrderPlan,
    422: Refusals,
  },
})
