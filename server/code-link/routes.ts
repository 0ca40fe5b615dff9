import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { eventPagePath, followCodePath, pathTo } from '#contract/paths.ts'
import {
  checkDiscount as checkDiscountCall,
  codeLink,
  followCode as followCall,
  shortCodeLink,
  validateCode,
} from '#contract/promo-code.ts'
import type { ReservationForm } from '#contract/reserve.ts'
import type { Outcome } from '#domain/outcome.ts'
import { reservationId } from '#domain/reservation/reservation.ts'
import type { AskedLine } from '#domain/reservation/select-tickets.ts'
import type { Shop } from '#server/context.ts'
import { choosePageLanguage } from '#server/http/page-language.ts'
import { limited } from '#server/http/rate-limit.ts'
import { shareVisit, visitOf } from '#server/http/visitor.ts'
import { checkDiscount } from './check-discount.ts'
import { findCode } from '#server/promo-code/find-code.ts'
import { type Followed, followCode } from './follow-code.ts'
import { isLinkPreview } from './link-preview.ts'
import { presentCode, presentDiscount, presentRefusedCode } from './present.ts'

/** Codes that are typed, codes in links, and discounts that need none. */
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
      const found = await checkDiscount(shop, { shortName, asked: ticketsOf(request.body) })
      if (!found) return reply.code(204).send()
      return reply.code(200).send(presentDiscount(found.rule, found.event, shop.texts))
    })

    app.get(followCall.path, { schema: routeSchema(followCall), ...limited('code') }, async (request, reply) => {
      const { shortName, code } = request.params
      reply.header('Cache-Control', 'no-store')
      if (isOnlyLooking(request)) return reply.redirect(pathTo(eventPagePath, { shortName }), 307)
      const followed = await followCode(shop, {
        shortName,
        text: code,
        language: choosePageLanguage(request),
        visit: visitOf(request),
      })
      if (followed?.ok && followed.value.kind === 'reserved') shareVisit(request, reply, followed.value.validity)
      return reply.redirect(placeOf(shortName, followed), 307)
    })

    for (const link of [shortCodeLink, codeLink]) {
      app.get(link.path, { schema: routeSchema(link) }, async (request, reply) => {
        const { shortName, code } = request.params
        reply.header('Cache-Control', 'no-store')
        const isRobot = isLinkPreview(request.headers['user-agent'])
        return reply.redirect(
          isRobot ? pathTo(eventPagePath, { shortName }) : pathTo(followCodePath, { shortName, code }),
          302,
        )
      })
    }
  }
}

/** A form without tickets asks for none. */
function ticketsOf({ reservation }: ReservationForm): AskedLine[] {
  return (reservation ?? []).map(({ ticketCategoryId, quantity, amount }) => ({
    categoryId: ticketCategoryId ?? 0,
    quantity: quantity ?? amount ?? 0,
  }))
}

/** Somebody who asks where a link leads, and means to buy nothing. */
function isOnlyLooking({ method, headers }: FastifyRequest): boolean {
  return method === 'HEAD' || isLinkPreview(headers['user-agent'])
}

/** The page of an unknown event says so by itself: its link carries no errors (shop contract, code links). */
function placeOf(shortName: string, followed: Outcome<Followed> | undefined): string {
  const eventPage = pathTo(eventPagePath, { shortName })
  if (!followed) return eventPage
  if (!followed.ok) {
    const codes = followed.problems.map(({ code }) => code).join(',')
    return `${eventPage}?${new URLSearchParams({ errors: codes }).toString()}`
  }
  const { value } = followed
  if (value.kind === 'reserved') return `${eventPage}/reservation/${value.id}/book`
  return `${eventPage}?${new URLSearchParams({ code: value.code }).toString()}`
}
