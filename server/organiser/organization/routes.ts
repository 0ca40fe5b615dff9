import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import {
  createApiKey,
  createOrganization as createCall,
  deleteApiKey,
  deleteOrganization as deleteCall,
  getOrganization,
  listOrganizations,
  updateOrganization as updateCall,
} from '#contract/organiser.ts'
import { KEY_ROLES, type KeyRole } from '#domain/access/principal/principal.ts'
import { onlyFor } from '#server/access/api-key/guard.ts'
import { issueKey, withdrawKey } from '#server/access/api-key/issue-key.ts'
import type { Shop } from '#server/catalog/context.ts'
import { sendBadRequest, sendText } from '#server/foundation/http/answer.ts'
import {
  createOrganization,
  deleteOrganization,
  describeOrganizationProblem,
  updateOrganization,
  findOrganization,
  listAllOrganizations,
} from './keep-organizations.ts'

/** Organisations and their keys; for the operator's key alone. */
export function organizationRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('administer-shop', shop))

    app.post(createCall.path, { schema: routeSchema(createCall) }, async (request, reply) => {
      const created = await createOrganization(shop, request.body)
      return created.ok
        ? created.value
        : sendBadRequest(reply, created.problems.map(describeOrganizationProblem).join('; '))
    })

    app.get(listOrganizations.path, { schema: routeSchema(listOrganizations) }, () => listAllOrganizations(shop.db))

    app.get(getOrganization.path, { schema: routeSchema(getOrganization) }, async (request, reply) => {
      return (await findOrganization(shop.db, request.params.id)) ?? reply.status(404).send(undefined)
    })

    app.post(updateCall.path, { schema: routeSchema(updateCall) }, async (request, reply) => {
      if (request.body.id !== request.params.id) return reply.status(400).send(undefined)
      const updated = await updateOrganization(shop, request.params.id, request.body)
      if (updated === undefined) return reply.status(404).send(undefined)
      return updated.ok
        ? updated.value
        : sendBadRequest(reply, updated.problems.map(describeOrganizationProblem).join('; '))
    })

    app.delete(deleteCall.path, { schema: routeSchema(deleteCall) }, async (request, reply) => {
      const deleted = await deleteOrganization(shop, request.params.id)
      if (deleted === undefined) return reply.status(404).send(undefined)
      if (!deleted.ok) return sendBadRequest(reply, deleted.problems.map(describeOrganizationProblem).join('; '))
      return sendText(reply, 200, 'OK')
    })

    app.put(createApiKey.path, { schema: routeSchema(createApiKey) }, async (request, reply) => {
      const organization = await findOrganization(shop.db, request.params.id)
      if (organization === undefined) return reply.status(404).send(undefined)
      const apiKeyType = roleOf(request.body?.type)
      if (apiKeyType === undefined) return sendBadRequest(reply, `type must be one of ${KEY_ROLES.join(', ')}`)
      const description = request.body?.description ?? ''
      const apiKey = await issueKey(shop, { role: apiKeyType, organizationId: organization.id, description })
      return { organizationId: organization.id, apiKey, apiKeyType }
    })

    app.delete(deleteApiKey.path, { schema: routeSchema(deleteApiKey) }, async (request, reply) => {
      const isRemoved = await withdrawKey(shop, request.params.id, request.params.apiKey)
      return isRemoved ? reply.status(200).send(true) : reply.status(404).send(undefined)
    })
  }
}

/** In whatever case; API_CLIENT where nothing is said. */
function roleOf(type: string | null | undefined): KeyRole | undefined {
  const name = type?.trim().toUpperCase() || 'API_CLIENT'
  return KEY_ROLES.find(role => role === name)
}
