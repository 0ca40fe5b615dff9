import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type BodyOf, routeSchema } from '#contract/call.ts'
import { putDeskProvider, readDeskProvider, removeDeskProvider } from '#contract/desk-openid.ts'
import { deskProviderCallbackPath } from '#contract/paths.ts'
import { may } from '#domain/access/principal/principal.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { recordOfMember } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import {
  type MemberProviders,
  PROVIDER_SETTING,
  type ProviderOf,
  type ProviderTerms,
  isUsableIssuer,
  readTerms,
} from '#server/access/member/providers.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import type { SettingOwner } from '#server/foundation/setting/registry.ts'
import { putSettings } from '#server/foundation/setting/stated-settings.ts'
import { sendForbidden, sendRefusals } from './answer.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { findScope } from './keep-members.ts'

/** The provider of sign-in of the shop or an organisation, as its owners keep it. Its secret is never shown. */
export function providerSettingsRoutes(
  shop: Shop,
  { providers }: { readonly providers: MemberProviders },
): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop

  /** Whose provider it is; undefined where the caller may not keep it. */
  async function placeOf(request: FastifyRequest, organizationId: number | undefined): Promise<Place | undefined> {
    const scope = await findScope(db, organizationId === undefined ? {} : { organizationId })
    if (!scope || !may(deskPrincipal(request), 'manage-members', scope.kind === 'shop' ? 'shop' : scope))
      return undefined
    return { of: scope.kind === 'organization' ? scope.organizationId : null }
  }

  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-members', { db, clock, baseUrl: config.baseUrl }))

    app.get(readDeskProvider.path, { schema: routeSchema(readDeskProvider) }, async (request, reply) => {
      const place = await placeOf(request, request.query.organizationId)
      if (!place) return sendForbidden(reply)
      const terms = await readTerms(db, place.of)
      if (!terms) return reply.code(404).send(undefined)
      const { issuer, clientId, domains, role } = terms
      const callbackUrl = config.baseUrl + deskProviderCallbackPath
      return { issuer, clientId, domains: [...domains], role, callbackUrl }
    })

    app.put(putDeskProvider.path, { schema: routeSchema(putDeskProvider) }, async (request, reply) => {
      const place = await placeOf(request, request.query.organizationId)
      if (!place) return sendForbidden(reply)
      const terms = termsOf(request.body, await readTerms(db, place.of))
      const problems = problemsOf(terms, place.of, shop)
      const refusals = problems.length > 0 ? problems : await problemsOfReaching(terms, providers)
      if (refusals.length > 0) return sendRefusals(request, reply, shop, refusals)
      const actor = await actorOf(db, deskPrincipal(request))
      await transaction(db, async tx => {
        await putSettings(tx, ownerOf(place.of), [[PROVIDER_SETTING, JSON.stringify(terms)]])
        const change = { action: 'SIGN_IN_PROVIDER_SET', subject: terms.issuer, now: clock.now() }
        await recordOfMember(tx, actor, change)
      })
      return reply.code(204).send(undefined)
    })

    app.delete(removeDeskProvider.path, { schema: routeSchema(removeDeskProvider) }, async (request, reply) => {
      const place = await placeOf(request, request.query.organizationId)
      if (!place) return sendForbidden(reply)
      const terms = await readTerms(db, place.of)
      const actor = await actorOf(db, deskPrincipal(request))
      const isRemoved = await transaction(db, async tx => {
        const removed = await tx.kysely
          .deleteFrom('setting')
          .where('key', '=', PROVIDER_SETTING)
          .where('organization_id', 'is not distinct from', place.of)
          .where('purchase_context_id', 'is', null)
          .where('category_id', 'is', null)
          .executeTakeFirst()
        if (removed.numDeletedRows === 0n) return false
        const change = { action: 'SIGN_IN_PROVIDER_REMOVED', subject: terms?.issuer ?? '', now: clock.now() }
        await recordOfMember(tx, actor, change)
        return true
      })
      return reply.code(isRemoved ? 204 : 404).send(undefined)
    })
  }
}

type Place = { readonly of: ProviderOf }

const ownerOf = (of: ProviderOf): SettingOwner =>
  of === null ? { level: 'system' } : { level: 'organization', organizationId: of }

/** A secret that is left out stays, but for another issuer: who may change it must not get a secret that they can't read. */
function termsOf(body: BodyOf<typeof putDeskProvider>, before: ProviderTerms | undefined): ProviderTerms {
  const issuer = body.issuer.trim()
  const stays = before?.issuer === issuer ? before.clientSecret : ''
  return {
    issuer,
    clientId: body.clientId.trim(),
    clientSecret: body.clientSecret?.trim() || stays,
    domains: [...new Set(body.domains.map(domain => domain.trim().toLowerCase().replace(/^@/, '')))].filter(Boolean),
    role: body.role ?? null,
  }
}

const problem = (field: string, name: string): Problem => ({ code: `foyer.desk.provider.${name}`, field })

function problemsOf(terms: ProviderTerms, of: ProviderOf, { config }: Pick<Shop, 'config'>): Problem[] {
  const { clientId, clientSecret, domains, role } = terms
  return [
    ...(isUsableIssuer({ ...terms, clientId: 'x', clientSecret: 'x' }, config) ? [] : [problem('issuer', 'issuer')]),
    ...(clientId === '' ? [problem('clientId', 'client-id')] : []),
    ...(clientSecret === '' ? [problem('clientSecret', 'client-secret')] : []),
    ...(domains.every(isDomain) ? [] : [problem('domains', 'domain')]),
    ...(role !== null && of === null ? [problem('role', 'role-of-shop')] : []),
    ...(role !== null && domains.length === 0 ? [problem('domains', 'role-without-domains')] : []),
  ]
}

const isDomain = (text: string): boolean => /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(text)

async function problemsOfReaching(terms: ProviderTerms, providers: MemberProviders): Promise<Problem[]> {
  try {
    await (await providers.open(terms)).countKeys()
    return []
  } catch {
    return [problem('issuer', 'unreachable')]
  }
}
