import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { SubscriptionInfo } from '#contract/reservation.ts'
import { reserveSubscription } from '#contract/subscription.ts'
import type { Buyer } from './buyer.ts'
import { ADA, PAY_BY, infoOf, pay, sendDetails } from './purchase.ts'

/** The steps of buying a pass, over HTTP. */

/** Holds one; returns the id of the reservation. */
export async function holdPass(buyer: Buyer, publicId: string, language = 'en'): Promise<string> {
  const headers = { 'accept-language': language }
  const { value } = await buyer.expect(reserveSubscription, 200, { params: { id: publicId }, headers })
  if (value === null) throw new Error('a reservation without an id')
  return value
}

/** Ada buys it for herself, or as `changes` say. The next step is Pay. */
export async function passReadyToPay(
  buyer: Buyer,
  publicId: string,
  changes: ContactAndTicketsForm = {},
): Promise<string> {
  const id = await holdPass(buyer, publicId)
  const answer = await sendDetails(buyer, id, { ...ADA, tickets: {}, ...changes })
  if (answer.status !== 200) throw new Error(`the details were refused: ${JSON.stringify(answer.value)}`)
  return id
}

/** From the page of the pass to the confirmed order. */
export async function buyPass(
  buyer: Buyer,
  publicId: string,
  { by = 'OFFLINE', ...changes }: ContactAndTicketsForm & { readonly by?: keyof typeof PAY_BY } = {},
): Promise<string> {
  const id = await passReadyToPay(buyer, publicId, changes)
  const answer = await pay(buyer, id, PAY_BY[by])
  if (answer.status !== 200) throw new Error(`Pay was refused: ${JSON.stringify(answer.value)}`)
  return id
}

/** The pass of an order. */
export async function passOf(buyer: Buyer, reservationId: string): Promise<SubscriptionInfo> {
  const { subscriptionInfos } = await infoOf(buyer, reservationId)
  const [pass, ...others] = subscriptionInfos ?? []
  if (!pass || others.length > 0) throw new Error(`reservation ${reservationId} has not exactly one pass`)
  return pass
}
