import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import {
  deleteRole,
  invite,
  listMemberChanges,
  listMembers,
  putRole,
  withdrawInvitation as withdrawCall,
} from '#contract/member.ts'
import { type Scope, isRoleOfScope, may, mayGive } from '#domain/access/principal/principal.ts'
import type { Outcome } from '#domain/foundation/outcome.ts'
import { checkEmail } from '#domain/order/reservation/contact.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { sendForbidden, sendRefusals } from './answer.ts'
import { changeRole, findScope, invitationsOf, membersOf, takeRole, withdrawInvitation } from './keep-members.ts'
import { memberChanges } from './member-changes.ts'
import { inviteMember } from './send-links.ts'

/** Who works for the shop, an organisation or an event: listed, given other roles and taken out. */
export function peopleRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-members', { db, clock, baseUrl: config.baseUrl }))

    app.get(listMembers.path, { schema: routeSchema(listMembers) }, async (request, reply) => {
      const scope = await findScope(db, request.query)
      if (!scope || !may(deskPrincipal(request), 'manage-members', resourceOf(scope))) return sendForbidden(reply)
      const [members, invitations] = await Promise.all([membersOf(db, scope), invitationsOf(db, scope, clock.now())])
      return {
        members: members.map(({ totpSecret, ...member }) => ({ ...member, hasSecondFactor: totpSecret !== null })),
        invitations: invitations.flatMap(({ email, role, ...rest }) =>
          email && role ? [{ ...rest, email, role }] : [],
        ),
      }
    })

    app.get(listMemberChanges.path, { schema: routeSchema(listMemberChanges) }, async (request, reply) => {
      const { organizationId, cursor } = request.query
      const scope = await findScope(db, organizationId === undefined ? {} : { organizationId })
      if (!scope || !may(deskPrincipal(request), 'manage-members', resourceOf(scope))) return sendForbidden(reply)
      return memberChanges(db, { scope, before: cursor ?? null, language: choosePageLanguage(request) })
    })

    app.put(putRole.path, { schema: routeSchema(putRole) }, async (request, reply) => {
      const { role, ...of } = request.body
      const by = deskPrincipal(request)
      const scope = await findScope(db, of)
      if (!scope || !mayGive(by, { role, scope })) return sendForbidden(reply)
      if (!isRoleOfScope({ role, scope })) return sendRefusals(request, reply, shop, [SHOP_OWNER_ONLY])
      return answerChange(
        request,
        reply,
        shop,
        await changeRole(shop, { memberId: request.params.id, scope, by }, role),
      )
    })

    app.delete(deleteRole.path, { schema: routeSchema(deleteRole) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const scope = await findScope(db, request.query)
      if (!scope || !may(by, 'manage-members', resourceOf(scope))) return sendForbidden(reply)
      return answerChange(request, reply, shop, await takeRole(shop, { memberId: request.params.id, scope, by }))
    })
  }
}

/** People are invited, and invitations withdrawn. */
export function invitationRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-members', { db, clock, baseUrl: config.baseUrl }))

    app.post(invite.path, { schema: routeSchema(invite), ...limited('memberInvitation') }, async (request, reply) => {
      const { email, language, role, ...of } = request.body
      const by = deskPrincipal(request)
      const scope = await findScope(db, of)
      if (!scope || !mayGive(by, { role, scope })) return sendForbidden(reply)
      const problems = [
        ...checkEmail(email.trim(), 'email'),
        ...(isRoleOfScope({ role, scope }) ? [] : [SHOP_OWNER_ONLY]),
      ]
      if (problems.length > 0) return sendRefusals(request, reply, shop, problems)
      const invitation = {
        email,
        language: languageOfTag(language ?? '') ?? choosePageLanguage(request),
        given: { role, scope },
      }
      await inviteMember(shop, invitation, by)
      return reply.code(204).send(undefined)
    })

    app.delete(withdrawCall.path, { schema: routeSchema(withdrawCall) }, async (request, reply) => {
      const scope = await findScope(db, request.query)
      if (!scope || !may(deskPrincipal(request), 'manage-members', resourceOf(scope))) return sendForbidden(reply)
      const isWithdrawn = await withdrawInvitation(db, request.params.id, scope)
      return reply.code(isWithdrawn ? 204 : 404).send(undefined)
    })
  }
}

function answerChange(
  request: FastifyRequest,
  reply: FastifyReply,
  shop: Pick<Shop, 'texts'>,
  outcome: Outcome<true> | undefined,
): FastifyReply {
  if (outcome === undefined) return reply.code(404).send(undefined)
  if (!outcome.ok) return sendRefusals(request, reply, shop, outcome.problems)
  return reply.code(204).send(undefined)
}

const SHOP_OWNER_ONLY = { code: 'foyer.desk.members.shop-owner-only', field: 'role' } as const

const resourceOf = (scope: Scope) => (scope.kind === 'shop' ? 'shop' : scope)
