import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { SentAnswers } from '#domain/catalog/fields/field.ts'
import { answersTo, ownerQuestionnaires } from '#domain/order/reservation/questionnaire.ts'
import type { Shop } from '#server/catalog/context.ts'
import { storeAnswers } from '#server/catalog/fields/fields.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { completeOrder } from '#server/order/order/read-order.ts'
import { wrongAddress } from '#server/checkout/reservation/order-for.ts'
import { reservePass } from '#server/checkout/reservation/reserve/reserve-pass.ts'
import { type OrderForBuyer, storeOrderForBuyer } from './store.ts'

export type ReserveFor = OrderForBuyer & {
  readonly publicId: string
  /** As the organiser's client says it; the first of the pass when it is none of ours. */
  readonly language: string
  readonly answers: SentAnswers
}

/**
 * Reserves a pass for a buyer, who continues on its pages: the way of a buyer, from the same stock and within the same
 * sale (domain rules 7.1). What the organiser knows of them is filled in; it is checked when they continue. Null when
 * there is no such pass.
 */
export async function reservePassFor(shop: Shop, request: ReserveFor): Promise<Outcome<ReservationId> | null> {
  const { publicId, language, buyer, owner, answers } = request
  const [first, ...more] = [...wrongAddress(buyer, 'user'), ...(owner ? wrongAddress(owner, 'owner') : [])]
  if (first) return refused(first, ...more)
  const offered = languageOfTag(language)
  const reserved = await reservePass(shop, { publicId, languages: offered ? [offered] : [], visit: null })
  if (!reserved?.ok) return reserved
  const { id } = reserved.value
  // An order that is not continued runs out, as every other.
  await onLockedOrder(shop, id, async (tx, { reservation, offer }) => {
    await storeOrderForBuyer(tx, id, request)
    const order = await completeOrder(tx, offer, reservation)
    await storeAnswers(tx, { ofPasses: answersTo(ownerQuestionnaires({ ...order, fields: offer.fields }, answers)) })
  })
  return accepted(id)
}
