import { Type, type Static } from 'typebox'
import { ReservationParams } from './booking.ts'
import { Empty, call } from './call.ts'
import { withdrawalPath, withdrawalStatementPath } from './order-paths.ts'
import { LangMap, Maybe, Nullable, OneOf, Text } from './schema.ts'
import { BadRequest, Forbidden, TooManyRequests, Unexpected, ValidatedResponse } from './wrapper.ts'

/** Withdrawing from the contract about a pass (Directive 2011/83/EU, article 11a); calls of our own. */

/** OVER: the period is. NOT_CONFIRMED: there is no contract yet. ENDED: the order was cancelled otherwise. */
export const WithdrawalState = OneOf(['POSSIBLE', 'OVER', 'NOT_OFFERED', 'NOT_CONFIRMED', 'ENDED', 'DONE'])
export type WithdrawalState = Static<typeof WithdrawalState>

/** PROVIDER: the one it was paid with. ORGANISER: by hand. */
export const ReturnedBy = OneOf(['PROVIDER', 'ORGANISER', 'NOBODY'])

const TicketsOfEvent = Type.Object({
  event: LangMap,
  count: Type.Integer({ minimum: 1 }),
})

/** Whether the contract of an order can be withdrawn from, and what would come back, or has. */
export const PassWithdrawal = Type.Object({
  state: WithdrawalState,
  title: LangMap,
  publicIdentifier: Type.String({ description: 'Of the pass on sale' }),
  organizationName: Type.String(),
  organizationEmail: Type.String(),
  orderReference: Type.String({ description: 'What buyer and organiser call the order' }),
  timeZone: Type.String(),
  concludedAt: Nullable(Type.Integer({ description: 'Epoch milliseconds; null while there is no contract' })),
  until: Nullable(
    Type.Integer({ description: 'The last moment, in epoch milliseconds; null where there is no period' }),
  ),
  reason: LangMap,
  firstName: Type.String({ description: 'Of who has stated it; before that, of the buyer' }),
  lastName: Type.String(),
  email: Type.String({ description: 'Where the receipt goes, or went' }),
  currency: Nullable(Type.String({ description: 'Null where it costs nothing' })),
  paid: Type.String({ description: 'As in 99.00' }),
  amount: Type.String({ description: 'What comes back' }),
  returnedBy: ReturnedBy,
  entries: Type.Object({
    total: Nullable(Type.Integer({ description: 'Null: any number' })),
    used: Type.Integer({ description: 'Those that stay used' }),
  }),
  released: Type.Array(TicketsOfEvent, { description: 'Tickets that go with the pass; none once it is done' }),
  withdrawnAt: Nullable(Type.Integer({ description: 'Epoch milliseconds' })),
})
export type PassWithdrawal = Static<typeof PassWithdrawal>

const ValidatedWithdrawal = ValidatedResponse(Nullable(PassWithdrawal))

const statement = { firstName: Maybe(Text()), lastName: Maybe(Text()), email: Maybe(Text()) } as const

export const WithdrawalStatement = Type.Object(statement)
export type WithdrawalStatement = Static<typeof WithdrawalStatement>

/** `amount`: the refund that its writer saw; a different one is shown first. */
export const WithdrawalConfirmation = Type.Object({ ...statement, amount: Text() })
export type WithdrawalConfirmation = Static<typeof WithdrawalConfirmation>

/** The name under which refusals of the form are global. */
export const WITHDRAWAL_FORM = 'withdrawal'

export const getWithdrawal = call({
  operationId: 'getWithdrawal',
  summary: 'Whether the contract about a pass can be withdrawn from, and what would come back',
  tag: 'reservation',
  method: 'GET',
  path: withdrawalPath,
  params: ReservationParams,
  responses: { 200: PassWithdrawal, 404: Empty, 500: Unexpected },
})

const answers = {
  200: ValidatedWithdrawal,
  400: BadRequest,
  403: Forbidden,
  404: Empty,
  422: ValidatedWithdrawal,
  429: TooManyRequests,
  500: Unexpected,
} as const

export const stateWithdrawal = call({
  operationId: 'stateWithdrawal',
  summary: 'Check the statement of a withdrawal; nothing is done yet, and the answer says what confirming would do',
  tag: 'reservation',
  method: 'POST',
  path: withdrawalStatementPath,
  params: ReservationParams,
  body: WithdrawalStatement,
  responses: answers,
})

export const confirmWithdrawal = call({
  operationId: 'confirmWithdrawal',
  summary: 'Withdraw from the contract; once done, every further call is answered as the first',
  tag: 'reservation',
  method: 'POST',
  path: withdrawalPath,
  params: ReservationParams,
  body: WithdrawalConfirmation,
  responses: answers,
})
