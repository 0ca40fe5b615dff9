import type { FastifyRequest } from 'fastify'
import type { KeptAnswer } from '#domain/buyer/account/account.ts'
import { readAnswer } from '#domain/catalog/fields/field.ts'
import type { BookingDetails } from '#domain/order/reservation/judge-details.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { keepDetails, keepOrder } from '#server/access/account/profile.ts'
import { accountOf } from '#server/access/account/sessions.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import type { DetailsRequest } from './details/read-details.ts'

/** What was just reserved is the buyer's who is signed in (lifecycle H). */
export async function keepForBuyer(shop: Shop, request: FastifyRequest, id: ReservationId): Promise<void> {
  const account = accountOf(request)
  if (account) await keepOrder(shop, account.id, id)
}

/** So is an order whose details they have given; and what they gave is there for their next one. */
export async function keepDetailsForBuyer(
  shop: Shop,
  request: FastifyRequest,
  { id, billing, details }: Pick<DetailsRequest, 'id' | 'billing' | 'details'>,
): Promise<void> {
  const account = accountOf(request)
  const offer = account && (await offerOfReservation(shop, id))
  if (!account || !offer) return
  await keepDetails(shop, account.id, { id, billing, answers: ownAnswers(offer, details, account.email) })
}

/** The answers in text of the tickets that are for this address; what can be chosen differs by the event. */
function ownAnswers(
  { fields }: OfferedContext,
  { attendees, answers }: BookingDetails,
  email: string | null,
): Record<string, KeptAnswer> {
  const own = [...attendees].filter(([, attendee]) => email !== null && isSameAddress(attendee.email, email))
  const questions = fields.filter(({ type, subject }) => type === 'TEXT' && subject.kind === 'attendee')
  return Object.fromEntries(
    own.flatMap(([ticket]) =>
      questions.flatMap(field => {
        const values = readAnswer(field, answers.get(ticket)?.get(field.name) ?? [])
        return values.length === 0 ? [] : [[field.name, { label: { ...field.label }, values }]]
      }),
    ),
  )
}

const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
