import type { Instant } from '#domain/foundation/instant.ts'
import { numbersToVerify } from '#domain/catalog/fields/judge-answers.ts'
import { isFree } from '#domain/order/pricing/price-order.ts'
import { askedOfAttendees, askedOfOwners, placeItems } from '#domain/order/reservation/questionnaire.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { RegisterAnswer, RegisterAnswers } from '#domain/documents/tax-id/register-answer.ts'
import { type VatNumber, keyOf } from '#domain/documents/tax-id/vat-number.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { vatTerms } from '#server/foundation/setting/invoice-terms.ts'
import { lookUp } from '#server/documents/tax/look-up.ts'
import type { DetailsRequest } from './details-request.ts'
import { completeOrder } from '#server/order/order/read-order.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { numberOf } from './settle-billing.ts'

/** Is there a VAT number in the details that the register may have to be asked about? */
export function areNumbersAsked(offer: OfferedContext, { billing }: DetailsRequest): boolean {
  return numberOf(billing, offer) !== null || hasNumberField(offer)
}

const hasNumberField = ({ fields }: OfferedContext): boolean => fields.some(({ type }) => type === 'VAT_NUMBER')

/**
 * What the register says of the VAT numbers in the details: the buyer's, and those attendees gave. Asked before the
 * transaction, which waits only for PostgreSQL, and only for an order that is still to be filled in.
 */
export async function lookUpNumbers(
  shop: Shop,
  offer: OfferedContext,
  request: DetailsRequest,
): Promise<RegisterAnswers> {
  const ofBuyer = numberOf(request.billing, offer)
  const isAnyAsked = hasNumberField(offer)
  const reservation = ofBuyer || isAnyAsked ? await findReservation(shop.db, request.id) : undefined
  if (!reservation || !isOpen(reservation, shop.clock.now())) return new Map()
  const ofAttendees = isAnyAsked ? await numbersOfAttendees(shop, { offer, reservation, request }) : []
  const isBuyerAsked = ofBuyer !== null && !isFree(reservation.price)
  return answersTo(shop, isBuyerAsked ? [ofBuyer, ...ofAttendees] : ofAttendees)
}

/** One after the other. Once the register doesn't answer, the request does not wait for it again. */
async function answersTo(shop: Shop, numbers: readonly VatNumber[]): Promise<RegisterAnswers> {
  const answers = new Map<string, RegisterAnswer>()
  for (const number of numbers) {
    if (answers.has(keyOf(number))) continue
    const answer = await lookUp(shop, number)
    answers.set(keyOf(number), answer)
    if (answer === 'unreachable') break
  }
  return answers
}

const isOpen = (reservation: Reservation, now: Instant): boolean =>
  has(reservation, 'isOpen') && reservation.validity > now

async function numbersOfAttendees(
  { db }: Shop,
  { offer, reservation, request }: { offer: OfferedContext; reservation: Reservation; request: DetailsRequest },
): Promise<VatNumber[]> {
  const order = { ...(await completeOrder(db, offer, reservation)), fields: offer.fields }
  const { details } = request
  const asked = [
    ...askedOfAttendees(order, details.answers).values(),
    ...(placeItems(order, details.items) ?? []),
    ...askedOfOwners(order, details.ownerAnswers),
  ]
  return asked.flatMap(({ fields, ...given }) => numbersToVerify(fields, given, vatTerms(offer.settings)))
}
