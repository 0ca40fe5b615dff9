import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-codes.ts'
import type { OrganizationCodes } from '#contract/desk-codes.ts'
import { writtenCurrency } from '#domain/foundation/money/currency.ts'
import type { StoredCode } from '#domain/organiser/event-editing/promo-code.ts'
import { writeOrganizationCode } from '#domain/organiser/event-editing/write-parts.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import {
  changeOrganizationCodes,
  codesOfOrganization,
  seenOf,
} from '#server/organiser/event-editing/organization-codes.ts'
import { sendForbidden } from '#server/organiser/member/answer.ts'
import { findOrganization } from '#server/organiser/organization/keep-organizations.ts'
import { refuseEvent } from './answer.ts'
import { mayEditAllOf } from './find-event.ts'
import { proposeDefaults } from './propose-defaults.ts'

/** Codes that hold in all events of an organisation, for those who may create events of it. */
export function organizationCodeRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  const mayEdit = async (request: FastifyRequest, organizationId: number): Promise<boolean> =>
    mayEditAllOf(request, organizationId) && (await findOrganization(db, organizationId)) !== undefined
  /** The zone and currency that a new event would have. */
  const usual = (request: FastifyRequest, organizationId: number) =>
    proposeDefaults(shop, { organizationId, language: choosePageLanguage(request), isOnline: false })

  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-events', { db, clock, baseUrl: config.baseUrl }))

    app.get(
      calls.readOrganizationCodes.path,
      { schema: routeSchema(calls.readOrganizationCodes) },
      async (request, reply) => {
        const { id } = request.params
        if (!(await mayEdit(request, id))) return sendForbidden(reply)
        const { timeZone } = await usual(request, id)
        return presented(await codesOfOrganization(db, id), timeZone.value)
      },
    )

    app.put(
      calls.changeOrganizationCodes.path,
      { schema: routeSchema(calls.changeOrganizationCodes) },
      async (request, reply) => {
        const { id: organizationId } = request.params
        if (!(await mayEdit(request, organizationId))) return sendForbidden(reply)
        const { promoCodes: requests, timezone, seen } = request.body
        const defaults = await usual(request, organizationId)
        const timeZone = timezone?.trim() || defaults.timeZone.value
        const currency = writtenCurrency(defaults.currency.value)
        if (!currency) throw new Error(`organisation ${organizationId} has no usual currency`)
        const by = await actorOf(db, deskPrincipal(request))
        const kept = await changeOrganizationCodes(shop, { organizationId, requests, timeZone, currency, seen, by })
        if (!kept) return sendForbidden(reply)
        if (!kept.ok) return refuseEvent(request, reply, shop, kept.problems)
        const { kind, codes } = kept.value
        return reply.code(kind === 'stale' ? 409 : 200).send(presented(codes, timeZone))
      },
    )
  }
}

const presented = (codes: readonly StoredCode[], timezone: string): OrganizationCodes => ({
  promoCodes: codes.map(writeOrganizationCode(timezone)),
  used: codes.filter(({ isUsed }) => isUsed).map(({ code }) => code),
  timezone,
  seen: seenOf(codes),
})
