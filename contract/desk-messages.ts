import { Type, type Static } from 'typebox'
import {
  MESSAGE_PURPOSES,
  MESSAGE_RECIPIENTS,
  MESSAGE_STATES,
  MESSAGE_STATUSES,
  PLACEHOLDERS,
  TICKET_NAMES,
} from '#domain/organiser/group-message/group-message.ts'
import { ATTENDEE_ENTRIES } from '#domain/organiser/order-desk/attendee.ts'
import { Empty } from './call.ts'
import { AttendeeQuestion } from './desk-attendees.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_ID_LENGTH, MAX_LONG_TEXT_LENGTH, MAX_NAME_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { BoundedMapOf, Nullable, OneOf, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: messages to chosen people of an event. */

const OfEvent = Type.Object({ eventId: Whole })
const OfMessage = Type.Object({ eventId: Whole, messageId: Whole })

const Audience = Type.Object({
  to: OneOf(MESSAGE_RECIPIENTS),
  category: Type.Optional(Whole),
  entry: Type.Optional(OneOf(ATTENDEE_ENTRIES)),
  state: Type.Optional(OneOf(MESSAGE_STATES)),
  answer: Type.Optional(
    Type.String({
      maxLength: MAX_ID_LENGTH + MAX_NAME_LENGTH,
      pattern: '^[1-9]\\d{0,8}:',
      description: 'Id of a question, a colon and the answer; without an answer: who was asked and has not answered',
    }),
  ),
  names: Type.Optional(OneOf(TICKET_NAMES)),
  language: Type.Optional(Text(MAX_ID_LENGTH)),
})
export type Audience = Static<typeof Audience>

const Texts = BoundedMapOf(Type.Object({ subject: Text(MAX_LONG_TEXT_LENGTH), text: Text(MAX_LONG_TEXT_LENGTH) }))

const Purpose = OneOf(MESSAGE_PURPOSES)

const Figures = Type.Object({
  waiting: Type.Integer({ description: 'Of the people it is for: their mails are not made yet' }),
  queued: Type.Integer({ description: 'Mails that the mail server has not taken yet' }),
  sent: Type.Integer(),
  failed: Type.Integer({ description: 'Mails that were given up' }),
  leftOut: Type.Integer({ description: 'Cancelled, erased or unsubscribed meanwhile, or reached already' }),
  erased: Type.Integer({ description: 'Mails that were erased with their order' }),
  unsubscribed: Type.Integer({ description: 'Readers who have ended the news by it' }),
})

const Message = Type.Object({
  id: Type.Integer(),
  purpose: Purpose,
  status: OneOf(MESSAGE_STATUSES),
  subject: Type.String({ description: 'In the language of the caller, where there is one' }),
  by: Type.String(),
  createdAt: Type.Integer({ description: 'Milliseconds since 1970' }),
  sendAt: Type.Integer(),
  endedAt: Nullable(Type.Integer()),
  planned: Type.Integer({ description: 'People when it was planned' }),
  figures: Figures,
})
export type DeskMessage = Static<typeof Message>

const MessageDetail = Type.Object({
  ...Message.properties,
  audience: Audience,
  texts: Texts,
  withoutAddress: Type.Integer({ description: 'Left out when it began to be sent' }),
  alreadyUnsubscribed: Type.Integer({ description: 'Left out when it began to be sent' }),
  failures: Type.Array(
    Type.Object({
      recipient: Type.String(),
      reason: Type.String({ description: 'What the mail server said' }),
      orderId: Nullable(Type.String()),
    }),
    { description: 'At most 100' },
  ),
})
export type DeskMessageDetail = Static<typeof MessageDetail>

export const listDeskMessages = deskCall({
  operationId: 'listDeskMessages',
  summary: 'The messages to people of an event, the latest first, and what a new one can be',
  method: 'GET',
  path: paths.deskMessagesPath,
  params: OfEvent,
  responses: {
    200: Type.Object({
      event: Type.Object({ title: Type.String(), timezone: Type.String(), organiser: Type.String() }),
      languages: Type.Array(Type.String(), { description: 'Of the event; the first one written is the fallback' }),
      categories: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
      questions: Type.Array(AttendeeQuestion),
      placeholders: Type.Array(OneOf(PLACEHOLDERS)),
      replyTo: Nullable(Type.String({ description: 'Where answers go; null: to the address of the shop' })),
      messages: Type.Array(Message),
    }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
  },
})

const AudienceCount = Type.Object({
  seen: Type.String({ description: 'For sendDeskMessage: whom it was planned for' }),
  people: Type.Integer({ description: 'Different addresses that get it' }),
  withoutAddress: Type.Integer(),
  unsubscribed: Type.Integer({ description: 'Of other news alone: left out, because they have ended it' }),
  languages: Type.Array(Type.Object({ language: Type.String(), people: Type.Integer() })),
  samples: Type.Array(
    Type.Object({
      orderId: Type.String(),
      ticketId: Nullable(Type.String()),
      name: Type.String(),
      language: Type.String(),
    }),
    { description: 'Some of them, for a preview' },
  ),
})
export type AudienceCount = Static<typeof AudienceCount>

export const countDeskAudience = deskCall({
  operationId: 'countDeskAudience',
  summary: 'How many people of an event a message would reach, and who is left out',
  method: 'POST',
  path: paths.deskMessageAudiencePath,
  params: OfEvent,
  body: Type.Object({ audience: Audience, purpose: Purpose }),
  responses: { 200: AudienceCount, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

const Draft = {
  audience: Audience,
  purpose: Purpose,
  texts: Texts,
  language: Text(MAX_ID_LENGTH),
  orderId: Type.Optional(Text(MAX_ID_LENGTH)),
  ticketId: Type.Optional(Nullable(Text(MAX_ID_LENGTH))),
}

export const previewDeskMessage = deskCall({
  operationId: 'previewDeskMessage',
  summary: 'A message as a chosen person would read it; without one, as a made-up person',
  method: 'POST',
  path: paths.deskMessagePreviewPath,
  params: OfEvent,
  body: Type.Object(Draft),
  responses: {
    200: Type.Object({
      subject: Type.String(),
      html: Type.String({ description: 'A whole page, without scripts' }),
      text: Type.String(),
    }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    422: Refusals,
  },
})

export const testDeskMessage = deskCall({
  operationId: 'testDeskMessage',
  summary: 'Mail a message to the member who writes it; a key has no address',
  method: 'POST',
  path: paths.deskMessageTestPath,
  params: OfEvent,
  body: Type.Object(Draft),
  responses: {
    200: Type.Object({ recipient: Type.String() }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    422: Refusals,
  },
})

export const sendDeskMessage = deskCall({
  operationId: 'sendDeskMessage',
  summary: 'Send a message as it was planned, now or later; once for each requestId',
  method: 'POST',
  path: paths.deskMessagesPath,
  params: OfEvent,
  body: Type.Object({
    audience: Audience,
    purpose: Purpose,
    texts: Texts,
    sendAt: Type.Optional(Nullable(Type.Integer({ description: 'Milliseconds since 1970; null: now' }))),
    seen: Text(MAX_ID_LENGTH),
    requestId: Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH }),
  }),
  responses: {
    200: Type.Object({ messageId: Type.Integer() }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    409: AudienceCount,
    422: Refusals,
  },
})

export const readDeskMessage = deskCall({
  operationId: 'readDeskMessage',
  summary: 'A message with its texts, its figures and the addresses that failed',
  method: 'GET',
  path: paths.deskMessagePath,
  params: OfMessage,
  responses: { 200: MessageDetail, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const stopDeskMessage = deskCall({
  operationId: 'stopDeskMessage',
  summary: 'Stop a message: those who have not got it yet do not get it',
  method: 'POST',
  path: paths.deskMessageStopPath,
  params: OfMessage,
  responses: { 200: MessageDetail, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const repeatDeskMessage = deskCall({
  operationId: 'repeatDeskMessage',
  summary: 'Send a message again to those whose mail failed, to the address that their order has now',
  method: 'POST',
  path: paths.deskMessageAgainPath,
  params: OfMessage,
  responses: { 200: MessageDetail, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
