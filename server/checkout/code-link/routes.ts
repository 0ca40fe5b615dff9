import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { checkDiscount as checkDiscountCall, validateCode } from '#contract/promo-code.ts'
import type { ReservationForm } from '#contract/reserve.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import type { RequestedLine } from '#domain/order/reservation/select-tickets.ts'
import type { Shop } from '#server/catalog/context.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { findCode } from '#server/catalog/promo-code/find-code.ts'
import { presentCode, presentDiscount, presentRefusedCode } from './present.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { type DiscountRule, metRule } from '#domain/catalog/promo-code/promo-code.ts'

/** Codes that are typed, and discounts that need none. */
export function promoCodeRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(validateCode.path, { schema: routeSchema(validateCode), ...limited('code') }, async (request, reply) => {
      const { code: typed, replaces = '' } = request.query
      const offer = await shop.catalog.offeredEvent(request.params.shortName)
      if (!offer) return reply.code(422).send(presentRefusedCode({ field: 'eventName', code: null }, typed))
      const code = await findCode(shop.db, offer, typed, shop.clock.now(), reservationId(replaces))
      if (code) return reply.code(200).send(presentCode(code, typed))
      return reply
        .code(422)
        .send(presentRefusedCode({ field: 'promoCode', code: 'error.STEP_1_CODE_NOT_FOUND' }, typed))
    })

    app.post(checkDiscountCall.path, { schema: routeSchema(checkDiscountCall) }, async (request, reply) => {
      const { shortName } = request.params
      const found = await checkDiscount(shop, { shortName, requestedLines: ticketsOf(request.body) })
      if (!found) return reply.code(204).send()
      return reply.code(200).send(presentDiscount(found.rule, found.event, shop.texts))
    })
  }
}

/** A form without tickets asks for none. */
function ticketsOf({ reservation }: ReservationForm): RequestedLine[] {
  return (reservation ?? []).map(({ ticketCategoryId, quantity, amount }) => ({
    categoryId: ticketCategoryId ?? 0,
    quantity: quantity ?? amount ?? 0,
  }))
}

/** The discount that a selection earns without a code (domain rules 2.2); what is none of the event's counts as nothing. */
async function checkDiscount(
  { catalog }: Pick<Shop, 'catalog'>,
  {
    shortName,
    requestedLines: lines,
  }: { readonly shortName: string; readonly requestedLines: readonly RequestedLine[] },
): Promise<{ readonly event: Event; readonly rule: DiscountRule } | undefined> {
  const offer = await catalog.offeredEvent(shortName)
  if (!offer) return undefined
  const selection = lines.flatMap(({ categoryId, quantity }) => {
    const category = offer.categories.find(({ id }) => id === categoryId)
    return category && quantity > 0 ? [{ categoryId: category.id, quantity, isPaid: category.price > 0n }] : []
  })
  const rule = metRule(offer.discountRules, selection)
  return rule && { event: offer.context, rule }
}
