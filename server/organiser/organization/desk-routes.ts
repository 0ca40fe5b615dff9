import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-organizations.ts'
import { type Principal, type Verb, may } from '#domain/access/principal/principal.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { listKeys } from '#server/access/api-key/issue-key.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { sendForbidden, sendRefusals } from '#server/organiser/member/answer.ts'
import { changeOrganization, issueKeyFor, openOrganization, removeOrganization, revokeKey } from './desk-changes.ts'
import { findOrganization, listAllOrganizations } from './keep-organizations.ts'

/** What makes a person or a program one of an organisation. */
const VERBS = ['manage-members', 'manage-events', 'manage-orders', 'see-entrance'] as const satisfies readonly Verb[]

const mayAdminister = (principal: Principal): boolean => may(principal, 'administer-shop', 'shop')

const worksFor = (principal: Principal, organizationId: number): boolean =>
  mayAdminister(principal) || VERBS.some(verb => may(principal, verb, { organizationId }))

/** What an organisation is called and says of itself is for its owners, and for those of the shop. */
const mayKeep = (principal: Principal, organizationId: number): boolean =>
  mayAdminister(principal) || may(principal, 'manage-members', { organizationId })

const PAGE = 100

/** Organisations as their own people keep them, and owners of the shop. */
export function deskOrganizationRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk([...VERBS, 'administer-shop'], { db, clock, baseUrl: config.baseUrl }))

    app.get(calls.listDeskOrganizations.path, { schema: routeSchema(calls.listDeskOrganizations) }, async request => {
      const by = deskPrincipal(request)
      const { after = '' } = request.query
      const own = (await listAllOrganizations(db)).filter(({ id }) => worksFor(by, id))
      const begin = own.findIndex(({ name }) => name === after) + 1
      const organizations = own.slice(begin, begin + PAGE)
      const next = own.length > begin + PAGE ? (organizations.at(-1)?.name ?? null) : null
      return { organizations, mayCreate: mayAdminister(by), next }
    })

    app.post(
      calls.createDeskOrganization.path,
      { schema: routeSchema(calls.createDeskOrganization) },
      async (request, reply) => {
        const by = deskPrincipal(request)
        if (!mayAdminister(by)) return sendForbidden(reply)
        const created = await openOrganization(shop, by, request.body)
        return created.ok ? created.value : sendRefusals(request, reply, shop, created.problems.map(named))
      },
    )

    app.get(
      calls.readDeskOrganization.path,
      { schema: routeSchema(calls.readDeskOrganization) },
      async (request, reply) => {
        const by = deskPrincipal(request)
        const { id } = request.params
        const found = worksFor(by, id) ? await findOrganization(db, id) : undefined
        return found ? { ...found, mayChange: mayKeep(by, id) } : reply.code(404).send(undefined)
      },
    )

    app.put(
      calls.putDeskOrganization.path,
      { schema: routeSchema(calls.putDeskOrganization) },
      async (request, reply) => {
        const by = deskPrincipal(request)
        const { id } = request.params
        if (!mayKeep(by, id)) return sendForbidden(reply)
        const changed = await changeOrganization(shop, by, id, request.body)
        if (!changed) return reply.code(404).send(undefined)
        return changed.ok ? changed.value : sendRefusals(request, reply, shop, changed.problems.map(named))
      },
    )

    app.delete(
      calls.deleteDeskOrganization.path,
      { schema: routeSchema(calls.deleteDeskOrganization) },
      async (request, reply) => {
        const by = deskPrincipal(request)
        if (!mayAdminister(by)) return sendForbidden(reply)
        const deleted = await removeOrganization(shop, by, request.params.id)
        if (!deleted) return reply.code(404).send(undefined)
        if (!deleted.ok) return sendRefusals(request, reply, shop, deleted.problems.map(named))
        return reply.code(204).send(undefined)
      },
    )
  }
}

/** Keys of an organisation: made, listed and taken away by those who decide who works for it. */
export function deskKeyRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-members', { db, clock, baseUrl: config.baseUrl }))
    const mayIssue = async (principal: Principal, organizationId: number): Promise<boolean> =>
      may(principal, 'manage-members', { organizationId }) && (await findOrganization(db, organizationId)) !== undefined

    app.get(calls.listKeys.path, { schema: routeSchema(calls.listKeys) }, async (request, reply) => {
      const { id } = request.params
      if (!(await mayIssue(deskPrincipal(request), id))) return sendForbidden(reply)
      return listKeys(db, id)
    })

    app.post(calls.createKey.path, { schema: routeSchema(calls.createKey) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const { id: organizationId } = request.params
      if (!(await mayIssue(by, organizationId))) return sendForbidden(reply)
      const issued = await issueKeyFor(shop, by, { organizationId, ...request.body })
      return issued.ok ? issued.value : sendRefusals(request, reply, shop, issued.problems)
    })

    app.delete(calls.revokeKey.path, { schema: routeSchema(calls.revokeKey) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const { id, keyId } = request.params
      if (!(await mayIssue(by, id))) return sendForbidden(reply)
      return reply.code((await revokeKey(shop, by, id, keyId)) ? 204 : 404).send(undefined)
    })
  }
}

/** The wire says the reasons in English; here they have texts: `organization-taken` of name or slug. */
function named({ code, field }: Problem): Problem {
  const isOfField = code === 'organization-field-missing' || code === 'organization-taken'
  const key = `foyer.desk.organization.${code.replace('organization-', '')}`
  return problem(isOfField ? `${key}.${field ?? ''}` : key, field === undefined ? {} : { field })
}
