import { Type, type Static } from 'typebox'
import { call } from './call.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import { pollAnswerPath, pollPath, pollsPath } from './ticket-paths.ts'
import { LangMap, Maybe, OneOf, Text, Whole } from './schema.ts'
import { ShortName } from './shared.ts'
import { BadRequest, Forbidden, TooManyRequests, Unexpected, ValidatedBoolean, ValidatedResponse } from './wrapper.ts'

export const Poll = Type.Object({
  id: Type.Integer(),
  status: OneOf(['DRAFT', 'OPEN', 'CLOSED']),
  title: LangMap,
  description: LangMap,
  /** The description is markdown; this is what it says, as safe HTML. */
  descriptionHtml: LangMap,
  allowedTags: Type.Array(Type.String(), { description: 'Only for tickets that carry one of these; empty: for all' }),
  order: Type.Integer(),
  eventId: Type.Integer(),
  organizationId: Type.Integer(),
})
export type Poll = Static<typeof Poll>

export const PollWithOptions = Type.Object({
  poll: Poll,
  options: Type.Array(
    Type.Object({ id: Type.Integer(), pollId: Type.Integer(), title: LangMap, description: LangMap }),
  ),
})
export type PollWithOptions = Static<typeof PollWithOptions>

/** Always at the PIN, with one of POLL_CODES. */
export const PinRefused = ValidatedResponse(Type.Null())
export type PinRefused = Static<typeof PinRefused>

/** Whatever is typed is read: what can be no PIN is refused like an unknown one. */
const Pin = Text(MAX_NAME_LENGTH)
const OfPoll = Type.Object({ shortName: ShortName, pollId: Whole })
const refusals = { 400: BadRequest, 422: PinRefused, 429: TooManyRequests, 500: Unexpected }

export const listPolls = call({
  operationId: 'listPolls',
  summary: 'Open polls of an event, for somebody who has been checked in',
  tag: 'polls',
  method: 'GET',
  path: pollsPath,
  params: Type.Object({ shortName: ShortName }),
  query: Type.Object({ pin: Pin }),
  responses: { 200: ValidatedResponse(Type.Array(Poll)), ...refusals },
})

export const getPoll = call({
  operationId: 'getPoll',
  summary: 'An open poll and what can be chosen',
  tag: 'polls',
  method: 'GET',
  path: pollPath,
  params: OfPoll,
  query: Type.Object({ pin: Pin }),
  responses: { 200: ValidatedResponse(PollWithOptions), ...refusals },
})

/** What is left out is refused as what is wrong: by the PIN, and by the choice. */
export const PollAnswer = Type.Object({ pin: Maybe(Pin), optionId: Maybe(Whole) })
export type PollAnswer = Static<typeof PollAnswer>

/** Voting again replaces the earlier choice. */
export const answerPoll = call({
  operationId: 'answerPoll',
  summary: 'Vote',
  tag: 'polls',
  method: 'POST',
  path: pollAnswerPath,
  params: OfPoll,
  body: PollAnswer,
  responses: { 200: ValidatedBoolean, ...refusals, 403: Forbidden },
})
