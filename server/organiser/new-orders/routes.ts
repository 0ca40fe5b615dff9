import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { type NewOrderOffer, makeNewOrder, planNewOrder, readNewOrderOffer } from '#contract/desk-new-order.ts'
import { isOnSale } from '#domain/catalog/catalog/category.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import { managedEvent } from '#server/access/member/managed-event.ts'
import type { Shop } from '#server/catalog/context.ts'
import { orderUrl } from '#server/mail/letter/page-urls.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { blocksToOrderFrom } from '#server/organiser/seat-blocks/order-from-block.ts'
import { discountsOfCode } from './discounts-of-code.ts'
import { type Made, type NewOrder, digestOfNewOrder, makeOrder } from './make-order.ts'
import { presentExtras, presentSaleQuestions } from './present-extras.ts'
import { readForm } from './read-form.ts'
import { orderOfRequest } from './request-store.ts'

/** Leaves a transaction so that nothing of it is kept. */
class NotKept extends Error {
  readonly order: NewOrder
  constructor(order: NewOrder) {
    super('nothing is kept')
    this.order = order
  }
}

/** Orders on behalf of a buyer in the organiser's API: planned, and made as planned. */
export function newOrderRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(readNewOrderOffer.path, { schema: routeSchema(readNewOrderOffer) }, async (request, reply) => {
      const event = await managedEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      return presentOffer(shop, await shop.catalog.eventOf(event.id), request.query.code)
    })

    app.post(planNewOrder.path, { schema: routeSchema(planNewOrder) }, async (request, reply) => {
      const event = await managedEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const by = await actorOf(db, deskPrincipal(request))
      const read = readForm(request.body, await shop.catalog.eventOf(event.id), clock.now())
      if (!read.ok) return sendRefusals(request, reply, shop, read.problems)
      const making = { event, order: read.value, requestId: crypto.randomUUID(), by }
      const outcome = await unlessKept(shop, { ...making, isRight: () => false })
      if (outcome.kind === 'not kept') return reply.code(200).send(planOf(outcome.order))
      const problems = outcome.kind === 'refused' ? outcome.problems : []
      return sendRefusals(request, reply, shop, problems)
    })

    app.post(makeNewOrder.path, { schema: routeSchema(makeNewOrder) }, async (request, reply) => {
      const event = await managedEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const { seen, requestId, ...form } = request.body
      const by = await actorOf(db, deskPrincipal(request))
      const offer = await shop.catalog.eventOf(event.id)
      const read = readForm(form, offer, clock.now())
      // What was right when the order was made may be late when its request is repeated.
      const before = read.ok ? undefined : await orderOfRequest(db, event.id, requestId)
      if (before) return reply.code(200).send(await presentMade(shop, { id: before, offer, isRepeated: true }))
      if (!read.ok) return sendRefusals(request, reply, shop, read.problems)
      const isRight = (order: NewOrder) => digestOfNewOrder(order) === seen
      const outcome = await unlessKept(shop, { event, order: read.value, requestId, by, isRight })
      if (outcome.kind === 'not kept') return reply.code(409).send(planOf(outcome.order))
      if (outcome.kind === 'refused') return sendRefusals(request, reply, shop, outcome.problems)
      const { id, kind } = outcome
      return reply.code(200).send(await presentMade(shop, { id, offer, isRepeated: kind === 'repeated' }))
    })
  }
}

type MadeOrder = { readonly id: ReservationId; readonly offer: OfferedEvent; readonly isRepeated: boolean }

async function presentMade(shop: Shop, { id, offer, isRepeated }: MadeOrder) {
  const reservation = await findReservation(shop.db, id)
  const language = reservation?.language ?? offer.context.languages[0]
  return { orderId: id, href: orderUrl(shop, { offer, reservation: { id, language } }), isRepeated }
}

type Attempt = Omit<Parameters<typeof makeOrder>[1], 'also'> & { readonly isRight: (order: NewOrder) => boolean }

async function unlessKept(
  shop: Shop,
  { isRight, ...making }: Attempt,
): Promise<Made | { readonly kind: 'not kept'; readonly order: NewOrder }> {
  try {
    const also = (order: NewOrder): void => {
      if (!isRight(order)) throw new NotKept(order)
    }
    return await makeOrder(shop, { ...making, also })
  } catch (error) {
    if (error instanceof NotKept) return { kind: 'not kept', order: error.order }
    throw error
  }
}

const planOf = (order: NewOrder) => ({
  ...order,
  extras: order.extras.map(extra => ({ ...extra, title: { ...extra.title } })),
  mails: [...order.mails],
  seen: digestOfNewOrder(order),
})

async function presentOffer(shop: Shop, offer: OfferedEvent, code: string | undefined): Promise<NewOrderOffer> {
  const { db, clock } = shop
  const { context, categories } = offer
  const currency = context.currency ?? NO_CURRENCY
  return {
    title: displayName(context),
    timezone: context.timeZone,
    currency: context.currency,
    languages: [...new Set<string>([...context.languages, ...shippedLanguages])],
    categories: categories
      .filter(({ isRestricted }) => !isRestricted)
      .map(category => ({
        id: category.id,
        name: category.name,
        price: printed(category.price, currency),
        isOnSale: isOnSale(category, clock.now()),
      })),
    extras: await presentExtras(shop, offer),
    discounts: await discountsOfCode(shop, offer, code),
    questions: presentSaleQuestions(offer, { clock, isShown: () => true }),
    blocks: await blocksToOrderFrom(db, offer),
  }
}
