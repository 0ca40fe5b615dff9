import { Type, type Static } from 'typebox'
import { Empty, call, content } from './call.ts'
import { leaveWaitingListPath, waitingListPath } from './paths.ts'
import { Maybe, Nullable, Text } from './schema.ts'
import { ShortName } from './shared.ts'
import { BadRequest, Forbidden, TooManyRequests, Unexpected, ValidatedResponse } from './wrapper.ts'

/** Lengths are judged by the rules, so that a name too long is refused at its field. */
export const WaitingListForm = Type.Object({
  firstName: Maybe(Text()),
  lastName: Maybe(Text()),
  fullName: Maybe(Text()),
  email: Maybe(Text()),
  userLanguage: Maybe(Text()),
  selectedCategory: Type.Optional(
    Type.Unsafe<number | string | null>({
      type: ['integer', 'string', 'null'],
      maxLength: 20,
      pattern: String.raw`^\s*\d*\s*$`,
      description: 'Category id; a numeric string is accepted',
    }),
  ),
  termAndConditionsAccepted: Maybe(Type.Boolean()),
  privacyPolicyAccepted: Maybe(Type.Boolean()),
})
export type WaitingListForm = Static<typeof WaitingListForm>

/** The name under which refusals of the form are global. */
export const WAITING_LIST_FORM = 'waitingQueueSubscriptionForm'

/** True: on the list. False: it is closed now. Null: the form was refused. */
export const WaitingListAnswer = ValidatedResponse(Nullable(Type.Boolean()))
export type WaitingListAnswer = Static<typeof WaitingListAnswer>

/** Joins the waiting list of an event; a visitor who is on it already is answered `true`. */
export const joinWaitingList = call({
  operationId: 'subscribeToWaitingList',
  summary: 'Join the waiting list',
  tag: 'events',
  method: 'POST',
  path: waitingListPath,
  params: Type.Object({ shortName: ShortName }),
  body: WaitingListForm,
  responses: {
    200: WaitingListAnswer,
    400: BadRequest,
    403: Forbidden,
    404: Empty,
    422: WaitingListAnswer,
    429: TooManyRequests,
    500: Unexpected,
  },
})

const LeaveParams = Type.Object({ key: Type.String({ maxLength: 64 }) })
const LeavePage = content('text/html', 'The page')

/** Changes nothing: programs that check mails follow every link. */
export const askToLeaveWaitingList = call({
  operationId: 'askToLeaveWaitingList',
  summary: 'Page with the button by which a person leaves the waiting list',
  tag: 'links',
  method: 'GET',
  path: leaveWaitingListPath,
  params: LeaveParams,
  responses: { 200: LeavePage, 429: TooManyRequests },
})

/** Also what mail programs send for List-Unsubscribe (RFC 8058): the address is the proof. */
export const leaveWaitingList = call({
  operationId: 'leaveWaitingList',
  summary: 'Takes a person off the waiting list; once more changes nothing',
  tag: 'links',
  method: 'POST',
  path: leaveWaitingListPath,
  params: LeaveParams,
  responses: { 200: LeavePage, 429: TooManyRequests },
})
