import { NO_BILLING } from '#domain/order/reservation/billing.ts'
import type { Outcome } from '#domain/foundation/outcome.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { isPaidAtDesk } from '#domain/catalog/payment-method/payment-method.ts'
import { sampleShop } from '#server/organiser/event-file/sample/sample-shop.ts'
import { offeredPayments } from '#server/payment/pay/offered-payments.ts'
import { confirmTransfer, finalizeReservations } from '#server/payment/pay/finalize.ts'
import { pay } from '#server/payment/pay/pay.ts'
import { acceptDetails } from '#server/checkout/reservation/details/accept-details.ts'
import { readOrder } from '#server/order/order/read-order.ts'
import { reservePass } from '#server/checkout/reservation/reserve/reserve-pass.ts'
import { reserveTickets } from '#server/checkout/reservation/reserve/reserve-tickets.ts'

/** Invented people; example.org belongs to nobody. */
const BUYER: Contact = { firstName: 'Robin', lastName: 'Sample', email: 'robin@example.org' }

/** Fills an empty shop with the sample events and passes, some of them bought by the same steps a buyer takes; returns how many events. */
export async function loadSample(shop: Shop): Promise<number> {
  const bought: ReservationId[] = []
  const events = await sampleShop(shop, {
    reserve: async (event, category, quantity) => {
      bought.push(await buyTickets(shop, event, category, quantity))
    },
    buyPass: async publicId => {
      bought.push(await buyPass(shop, publicId))
    },
  })
  if (events === 0) return 0
  // Before anybody comes: the jobs that finish orders do not run yet.
  await finalizeReservations(shop, bought)
  for (const id of bought) await confirmTransfer(shop, id)
  // Nobody is written to who never bought anything.
  await shop.db.kysely.deleteFrom('mail').execute()
  return events
}

async function buyTickets(
  shop: Shop,
  shortName: string,
  categoryName: string,
  quantity: number,
): Promise<ReservationId> {
  const offer = await shop.catalog.offeredEvent(shortName)
  const category = offer?.categories.find(({ name }) => name === categoryName)
  if (!offer || !category) throw new Error(`the samples have no ${categoryName} at ${shortName}`)
  const { id } = expectAccepted(
    await reserveTickets(shop, {
      shortName,
      requestedLines: [{ categoryId: category.id, quantity }],
      language: offer.context.languages[0],
      services: [],
      code: null,
    }),
  )
  return finish(shop, id, { offer, categories: [category.id] })
}

async function buyPass(shop: Shop, publicId: string): Promise<ReservationId> {
  const offer = await shop.catalog.offeredPass(publicId)
  if (!offer) throw new Error(`the samples have no pass ${publicId}`)
  const { id } = expectAccepted(await reservePass(shop, { publicId, languages: offer.context.languages, visit: null }))
  return finish(shop, id, { offer, categories: [] })
}

type Bought = { readonly offer: OfferedContext; readonly categories: readonly CategoryId[] }

/** From the details to the confirmed order. */
async function finish(shop: Shop, id: ReservationId, { offer, categories }: Bought): Promise<ReservationId> {
  const tickets = (await readOrder(shop, id))?.tickets ?? []
  const attendees = new Map(tickets.map(({ publicId }) => [publicId, { ...BUYER, language: null }]))
  expectAccepted(
    await acceptDetails(shop, {
      id,
      details: { contact: BUYER, attendees, isAssignmentPostponed: false, namedLater: new Set(), ...NOTHING_BESIDE },
      billing: NO_BILLING,
      customerReference: null,
      isInsisting: false,
    }),
  )
  const offered = offeredPayments(shop, offer, { categories, now: shop.clock.now() })
  const { proxy } = offered.find(one => isPaidAtDesk(one.proxy)) ?? offered[0] ?? { proxy: null }
  expectAccepted(
    await pay(shop, id, { proxy, method: null, gatewayToken: null, isTermsAccepted: true, isPrivacyAccepted: true }),
  )
  return id
}

const NOTHING_BESIDE = { answers: new Map(), items: null, owner: null, ownerAnswers: new Map() }

function expectAccepted<Value>(outcome: Outcome<Value> | null): Value {
  if (!outcome?.ok) throw new Error(`a sample purchase was refused: ${JSON.stringify(outcome?.problems)}`)
  return outcome.value
}
