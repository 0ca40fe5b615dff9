import { ATTENDEE_ENTRIES, ATTENDEE_STATES } from '#domain/organiser/order-desk/attendee.ts'
import { BADGES_PER_FILE, BADGE_SIZES } from '#domain/organiser/order-desk/badge.ts'
import { ORDER_GROUPS } from '#domain/organiser/order-desk/order-group.ts'
import { Type, type Static } from 'typebox'
import { type ResponseOf, Empty, content } from './call.ts'
import { NotForRole, NotSignedIn, deskCall } from './desk-call.ts'
import { MAX_ID_LENGTH, MAX_NAME_LENGTH, MAX_SEARCH_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { MapOf, Nullable, OneOf } from './schema.ts'

/** The organiser's API, version 1: the people of an event, and the sums of what they have answered. */

const OfEvent = Type.Object({ eventId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) })

/** A question of the event; in the order in which buyers are asked. */
export const AttendeeQuestion = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  label: Type.String({ description: 'In the language of the caller, where there is one' }),
  extra: Nullable(Type.String({ description: 'The extra it is about; null: about the attendee' })),
})
export type AttendeeQuestion = Static<typeof AttendeeQuestion>

const DeskAttendee = Type.Object({
  ticketId: Type.String(),
  firstName: Type.String({ description: 'Empty while the ticket has no name, or its person is erased' }),
  lastName: Type.String(),
  email: Type.String(),
  category: Type.String(),
  state: OneOf(ORDER_GROUPS),
  isIn: Type.Boolean(),
  inSince: Nullable(Type.Integer({ description: 'When its holder came in; milliseconds since 1970' })),
  order: Type.Object({
    id: Type.String(),
    shortId: Type.String(),
    buyer: Type.String(),
    company: Nullable(Type.String()),
  }),
  price: Nullable(Type.String({ description: 'What the ticket costs; null: not for this role' })),
  currency: Nullable(Type.String()),
  answers: MapOf(Type.String(), {
    description: 'By the id of the question, in words; several are divided by commas. Without those not answered',
  }),
})
export type DeskAttendee = Static<typeof DeskAttendee>

/** Which people are listed. */
const FILTER = {
  q: Type.Optional(
    Type.String({
      maxLength: MAX_SEARCH_LENGTH,
      description: 'Name or address of the holder or the buyer, company, short id of the order or code of the ticket',
    }),
  ),
  category: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  entry: Type.Optional(OneOf(ATTENDEE_ENTRIES)),
  state: Type.Optional(OneOf(ATTENDEE_STATES)),
  answer: Type.Optional(
    Type.String({
      maxLength: MAX_ID_LENGTH + MAX_NAME_LENGTH,
      pattern: '^[1-9]\\d{0,8}:',
      description: 'Id of a question, a colon and the answer; without an answer: who was asked and has not answered',
    }),
  ),
}

/** On one page of the list. */
const MOST_ATTENDEES = 500

export const listDeskAttendees = deskCall({
  operationId: 'listDeskAttendees',
  summary: 'The people of an event by name, those without a name last',
  method: 'GET',
  path: paths.deskAttendeesPath,
  params: OfEvent,
  query: Type.Object({
    ...FILTER,
    cursor: Type.Optional(Type.String({ maxLength: MAX_ID_LENGTH, description: 'nextCursor of the answer before' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_ATTENDEES, default: 100 })),
  }),
  responses: {
    200: Type.Object({
      event: Type.Object({
        id: Type.Integer(),
        title: Type.String(),
        startsAt: Type.Integer({ description: 'Milliseconds since 1970' }),
        endsAt: Type.Integer(),
        timezone: Type.String(),
        place: Nullable(Type.String()),
      }),
      categories: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
      questions: Type.Array(AttendeeQuestion),
      attendees: Type.Array(DeskAttendee),
      nextCursor: Nullable(Type.String({ description: 'Null at the end of the list' })),
      count: Nullable(Type.Integer({ description: 'With the first page: how many there are' })),
      maySeeMoney: Type.Boolean(),
    }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
  },
})

const AnswerSum = Type.Object({
  answer: Type.String({ description: 'As it is stored, for the filter `answer`' }),
  label: Type.String({ description: 'In words' }),
  count: Type.Integer(),
})

const AnsweredQuestion = Type.Object({
  question: AttendeeQuestion,
  asked: Type.Integer({ description: 'Tickets, or items of the extra, that the question is about' }),
  unanswered: Type.Integer(),
  sums: Type.Array(AnswerSum, { description: 'The options in their order, then the most frequent; at most 100' }),
  others: Type.Integer({ description: 'So many different answers are not listed' }),
})
export type AnsweredQuestion = Static<typeof AnsweredQuestion>

export const sumDeskAnswers = deskCall({
  operationId: 'sumDeskAnswers',
  summary: 'How often each answer was given to the questions of an event; of sold tickets alone',
  method: 'GET',
  path: paths.deskAnswersPath,
  params: OfEvent,
  responses: {
    200: Type.Object({ questions: Type.Array(AnsweredQuestion) }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
  },
})

export const planBadges = deskCall({
  operationId: 'planBadges',
  summary: 'How many badges the listed people of an event get; those without a name get none',
  method: 'GET',
  path: paths.deskBadgesPath,
  params: OfEvent,
  query: Type.Object(FILTER),
  responses: {
    200: Type.Object({
      badges: Type.Integer(),
      nameless: Type.Integer({ description: 'Tickets without a name, and those of erased people' }),
      perFile: Type.Integer({ description: 'So many are in each file but the last' }),
    }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
  },
})
export type BadgePlan = ResponseOf<typeof planBadges, 200>

export const downloadBadges = deskCall({
  operationId: 'downloadBadges',
  summary: 'Badges of the listed people of an event by name, as PDF: eight on a sheet of A4, or one on a page',
  method: 'GET',
  path: paths.deskBadgeFilePath,
  params: OfEvent,
  query: Type.Object({
    ...FILTER,
    size: Type.Optional(OneOf(BADGE_SIZES)),
    part: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, default: 1, description: `Which ${BADGES_PER_FILE} of them` }),
    ),
  }),
  responses: {
    200: content('application/pdf', 'PDF', Type.Unsafe<unknown>({ type: 'string', format: 'binary' })),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
  },
})
