import { Type, type Static } from 'typebox'
import { Empty, call, content } from './call.ts'
import { MAX_WAITING_SEATS } from './limits.ts'
import { leaveWaitingListPath, waitingListPath } from './paths.ts'
import { joinWaitingListPath, waitingPlacePath } from './waiting-list-paths.ts'
import { Maybe, Nullable, Text } from './schema.ts'
import { ShortName } from './shared.ts'
import { BadRequest, Forbidden, TooManyRequests, True, Unexpected, ValidatedResponse } from './wrapper.ts'

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

/** What a visitor got who has joined on this page. */
export const JoinedList = Type.Object({
  isOn: Type.Boolean({ description: 'False: the list is closed now' }),
  key: Nullable(
    Type.String({
      description: 'Of the new place, by which it is read and left; null for a person who was on the list',
    }),
  ),
})
export type JoinedList = Static<typeof JoinedList>
export const JoinedListAnswer = ValidatedResponse(Nullable(JoinedList))
export type JoinedListAnswer = Static<typeof JoinedListAnswer>

/** With how many seats the visitor waits for: one where nothing is said. */
export const WaitingTogetherForm = Type.Object({
  ...WaitingListForm.properties,
  quantity: Maybe(Type.Integer({ minimum: 1, maximum: MAX_WAITING_SEATS })),
  orFewer: Maybe(Type.Boolean({ description: 'False: only all of them at once' })),
})
export type WaitingTogetherForm = Static<typeof WaitingTogetherForm>

/** As `joinWaitingList`, with the key of the new place beside; a call of this shop only. */
export const joinWaitingListHere = call({
  operationId: 'joinWaitingList',
  summary: 'Join the waiting list, and get the key of the place',
  tag: 'events',
  method: 'POST',
  path: joinWaitingListPath,
  params: Type.Object({ shortName: ShortName }),
  body: WaitingTogetherForm,
  responses: {
    200: JoinedListAnswer,
    400: BadRequest,
    403: Forbidden,
    404: Empty,
    422: JoinedListAnswer,
    429: TooManyRequests,
    500: Unexpected,
  },
})

const LeaveParams = Type.Object({ key: Type.String({ maxLength: 64 }) })
/** A place on a list. */
export const WaitingPlace = Type.Object({
  before: Type.Integer({ minimum: 0, description: 'How many people on the same list wait longer' }),
  isOffered: Type.Boolean({ description: 'A seat is held for this person now' }),
})
export type WaitingPlace = Static<typeof WaitingPlace>

export const getWaitingPlace = call({
  operationId: 'getWaitingPlace',
  summary: 'The place of a person on the waiting list, by its key',
  tag: 'events',
  method: 'GET',
  path: waitingPlacePath,
  params: LeaveParams,
  responses: { 200: WaitingPlace, 404: Empty, 429: TooManyRequests, 500: Unexpected },
})

/** 404: an order that is being paid, or is paid, stays. */
export const giveUpWaitingPlace = call({
  operationId: 'giveUpWaitingPlace',
  summary: 'Leave the waiting list; once more changes nothing',
  tag: 'events',
  method: 'DELETE',
  path: waitingPlacePath,
  params: LeaveParams,
  responses: { 200: True, 403: Forbidden, 404: Empty, 429: TooManyRequests, 500: Unexpected },
})

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
