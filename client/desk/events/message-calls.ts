import type { ResponseOf } from '#contract/call.ts'
import type { Audience, listDeskMessages } from '#contract/desk-messages.ts'
import { deskAnswersPath, deskMessageAudiencePath, deskMessagePath, deskMessagesPath } from '#contract/paths.ts'
import {
  MESSAGE_RECIPIENTS,
  MESSAGE_STATES,
  type MessagePurpose,
  TICKET_NAMES,
} from '#domain/organiser/group-message/group-message.ts'
import { ATTENDEE_ENTRIES } from '#domain/organiser/order-desk/attendee.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

export type Messages = ResponseOf<typeof listDeskMessages, 200>

export const messagesQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'messages'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskMessagesPath, { params: { eventId }, signal })),
    staleTime: 0,
  })

export const messageQuery = (eventId: number, messageId: number) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'messages', messageId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskMessagePath, { params: { eventId, messageId }, signal })),
    staleTime: 0,
  })

export const audienceQuery = (eventId: number, audience: Audience, purpose: MessagePurpose) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'audience', JSON.stringify(audience), purpose],
    queryFn: ({ signal }) =>
      valueOf(
        server().call('POST', deskMessageAudiencePath, { params: { eventId }, body: { audience, purpose }, signal }),
      ),
    staleTime: 0,
  })

export const answersQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'answers'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskAnswersPath, { params: { eventId }, signal })),
    staleTime: 5_000,
  })

const ANSWER = /^[1-9]\d{0,8}:/

/** Whom the address of the page says; what it says wrongly counts as not said. */
export function audienceOf(address: URLSearchParams): Audience {
  const category = Number(address.get('category'))
  const answer = address.get('answer') ?? ''
  const language = address.get('language') ?? ''
  const entry = ATTENDEE_ENTRIES.find(each => each === address.get('entry'))
  const state = MESSAGE_STATES.find(each => each === address.get('state'))
  const names = TICKET_NAMES.find(each => each === address.get('names'))
  return {
    to: MESSAGE_RECIPIENTS.find(each => each === address.get('to')) ?? 'ATTENDEES',
    ...(Number.isInteger(category) && category > 0 && { category }),
    ...(ANSWER.test(answer) && { answer }),
    ...(language !== '' && { language }),
    ...(entry && { entry }),
    ...(state && { state }),
    ...(names && { names }),
  }
}
