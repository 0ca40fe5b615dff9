import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import type { SettingValues } from '#contract/event-file.ts'
import { configureContext, configureOrganization } from '#contract/organiser.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { callerOf, deny, denySilently, mayDo, onlyFor, ownEvent } from '#server/access/api-key/guard.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { sendText } from '#server/foundation/http/answer.ts'
import { sendLacks, sendUnpayable } from '#server/catalog/sale-check/lacks.ts'
import { putSettings, describeSettingProblem } from '#server/foundation/setting/stated-settings.ts'
import type { SettingOwner } from '#server/foundation/setting/registry.ts'
import { changeBesideEditor } from '#server/organiser/event-editing/change-beside-editor.ts'
import { ownPass } from '#server/organiser/pass-editing/find-pass.ts'

/** Settings of the caller's organisation and of its events and passes. */
export function configurationRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  /** What can't be sold by these settings is sent along with the answer. */
  const configure = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { owner, values }: { readonly owner: OrganizerOwner; readonly values: SettingValues },
  ): Promise<FastifyReply> => {
    const entries = Object.entries(values).map(([key, value]) => [key, String(value)] as const)
    const by = await actorOf(shop.db, callerOf(request))
    const put = await transaction(shop.db, tx => {
      const state = () => putSettings(tx, owner, entries)
      if (owner.level === 'organization') return state()
      return changeBesideEditor(tx, { contextId: owner.contextId, by, now: shop.clock.now() }, state)
    })
    if (!put.ok) return sendText(reply, 400, reasonOf(put.problems))
    if (owner.level === 'context') await sendLacks(shop, reply, owner.contextId)
    else await sendUnpayable(shop, reply, owner.organizationId)
    return sendText(reply, 200, 'OK')
  }

  return async app => {
    app.addHook('onRequest', onlyFor('manage-events', shop))

    app.put(configureOrganization.path, { schema: routeSchema(configureOrganization) }, async (request, reply) => {
      const { organizationId } = request.params
      if (!mayDo(request, { organizationId })) return deny(reply)
      return configure(request, reply, { owner: { level: 'organization', organizationId }, values: request.body })
    })

    app.put(configureContext.path, { schema: routeSchema(configureContext) }, async (request, reply) => {
      const { organizationId, purchaseContextType, publicIdentifier } = request.params
      if (!mayDo(request, { organizationId })) return deny(reply)
      const find = purchaseContextType === 'event' ? ownEvent : ownPass
      const context = await find(shop, request, publicIdentifier)
      if (context?.organizationId !== organizationId) return denySilently(reply)
      await configure(request, reply, { owner: { level: 'context', contextId: context.id }, values: request.body })
      shop.catalog.offerChanged(context)
      return reply
    })
  }
}

type OrganizerOwner = Extract<SettingOwner, { level: 'organization' | 'context' }>

/** What organisers must not state is refused in the words that clients know; everything else is named. */
function reasonOf(problems: readonly Problem[]): string {
  const hasInternal = problems.some(({ code }) => code === 'setting.internal')
  return hasInternal ? 'Request contains internal settings' : problems.map(describeSettingProblem).join(' ')
}
