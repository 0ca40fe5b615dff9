import { NO_BILLING } from '#domain/reservation/billing.ts'
import type { Outcome } from '#domain/outcome.ts'
import type { Contact } from '#domain/reservation/contact.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { Shop } from './context.ts'
import { isPaidAtDesk } from '#domain/payment/payment-method.ts'
import { sampleShop } from './event-file/sample/sample-shop.ts'
import { offeredPayments } from './payment/offered-payments.ts'
import { finalizeReservations } from './payment/finalize.ts'
import { pay } from './payment/pay.ts'
import { acceptDetails } from './reservation/details/accept-details.ts'
import { readOrder } from './order/read-order.ts'
import { reserveTickets } from './reservation/reserve/reserve-tickets.ts'

/** Invented people; example.org belongs to nobody. */
const BUYER: Contact = { firstName: 'Robin', lastName: 'Sample', email: 'robin@example.org' }

/** Fills an empty shop with the sample events, some of them bought by the same steps a buyer takes; returns how many. */
export async function loadSample(shop: Shop): Promise<number> {
  const bought: ReservationId[] = []
  const events = await sampleShop(shop, {
    reserve: async (event, category, quantity) => {
      bought.push(await buy(shop, event, category, quantity))
    },
  })
  if (events === 0) return 0
  // Before anybody comes: the jobs that finish orders do not run yet.
  await finalizeReservations(shop, bought)
  // Nobody is written to who never bought anything.
  await shop.db.kysely.deleteFrom('mail').execute()
  return events
}

async function buy(shop: Shop, shortName: string, categoryName: string, quantity: number): Promise<ReservationId> {
  const offer = await shop.catalog.offeredEvent(shortName)
  const category = offer?.categories.find(({ name }) => name === categoryName)
  if (!offer || !category) throw new Error(`the samples have no ${categoryName} at ${shortName}`)
  const { id } = expectAccepted(
    await reserveTickets(shop, {
      shortName,
      asked: [{ categoryId: category.id, quantity }],
      language: offer.context.languages[0],
      services: [],
      code: null,
    }),
  )
  const tickets = (await readOrder(shop, id))?.tickets ?? []
  const attendees = new Map(tickets.map(({ publicId }) => [publicId, { ...BUYER, language: null }]))
  expectAccepted(
    await acceptDetails(shop, {
      id,
      details: { contact: BUYER, attendees, isAssignmentPostponed: false, answers: new Map(), items: null },
      billing: NO_BILLING,
      customerReference: null,
      isInsisting: false,
    }),
  )
  const offered = offeredPayments(shop, offer, { categories: [category.id], now: shop.clock.now() })
  const { proxy } = offered.find(one => isPaidAtDesk(one.proxy)) ?? offered[0] ?? { proxy: null }
  expectAccepted(
    await pay(shop, id, { proxy, method: null, gatewayToken: null, isTermsAccepted: true, isPrivacyAccepted: true }),
  )
  return id
}

function expectAccepted<Value>(outcome: Outcome<Value> | null): Value {
  if (!outcome?.ok) throw new Error(`a sample purchase was refused: ${JSON.stringify(outcome?.problems)}`)
  return outcome.value
}
