import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { listMoneyDays, listMoneyMovements, listMoneyOffers } from '#contract/desk-money.ts'
import { reachOf } from '#domain/access/principal/principal.ts'
import { LONGEST_PERIOD_DAYS, type Period, periodOf } from '#domain/payment/reconciliation/period.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { pageOfMovements, readMoneyDays } from './money-days.ts'
import { type MoneyScope, offersWithMoney } from './movement-store.ts'

/** The money of days, for those who manage orders: each sees what is of their organisations and events. */
export function moneyRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(listMoneyDays.path, { schema: routeSchema(listMoneyDays) }, async (request, reply) => {
      const { from, to } = request.query
      const period = periodOf(from, to)
      if (typeof period === 'string') return sendRefusals(request, reply, shop, [periodProblem(period)])
      return readMoneyDays(db, scopeOf(request, request.query, period))
    })

    app.get(listMoneyOffers.path, { schema: routeSchema(listMoneyOffers) }, async request => {
      const language = choosePageLanguage(request)
      const rows = await offersWithMoney(db, scopeOf(request, request.query, null))
      return { offers: rows.map(({ title, ...row }) => ({ ...row, title: inLanguage(title, language) })) }
    })

    app.get(listMoneyMovements.path, { schema: routeSchema(listMoneyMovements) }, async (request, reply) => {
      const { day, method, currency, cursor } = request.query
      const period = periodOf(day, day)
      if (typeof period === 'string') return sendRefusals(request, reply, shop, [periodProblem(period)])
      const query = { language: choosePageLanguage(request), method, currency, cursor }
      return pageOfMovements(db, scopeOf(request, request.query, period), query)
    })
  }
}

function periodProblem(reading: Extract<ReturnType<typeof periodOf>, string>): Problem {
  return reading === 'too-long'
    ? problem('foyer.desk.money.period.too-long', { field: 'to', args: [LONGEST_PERIOD_DAYS] })
    : problem('foyer.desk.money.period.none', { field: 'from' })
}

type Whose = { readonly organizationId?: number | undefined; readonly eventId?: number | undefined }

function scopeOf(request: FastifyRequest, { organizationId, eventId }: Whose, period: Period | null): MoneyScope {
  const reach = reachOf(deskPrincipal(request), 'manage-orders')
  return { reach, organizationId: organizationId ?? null, eventId: eventId ?? null, period }
}
