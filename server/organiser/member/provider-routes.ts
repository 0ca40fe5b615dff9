import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import {
  bindDeskProvider,
  deskProviderCallback,
  listDeskIdentities,
  listDeskProviders,
  removeDeskIdentity,
  startDeskProvider,
} from '#contract/desk-openid.ts'
import { deskAccountPagePath, deskPagePath, deskProviderCallbackPath } from '#contract/paths.ts'
import { onlyForDesk, onlyFromOwnSite, ownSession, writeSessionCookie } from '#server/access/member/guard.ts'
import { type Purpose, arrive, identitiesOf, removeIdentity } from '#server/access/member/identities.ts'
import {
  type MemberProviders,
  type ProviderOf,
  type ProviderTerms,
  listProviders,
  readTerms,
} from '#server/access/member/providers.ts'
import {
  type AttemptKeys,
  type AttemptSecrets,
  attemptOf,
  endAttempt,
  keepAttempt,
  newSecrets,
} from '#server/access/sign-in/attempt.ts'
import { type SignInProvider, SignInRefused } from '#server/access/sign-in/provider.ts'
import type { Shop } from '#server/catalog/context.ts'
import { TRY_AGAIN, choosePageLanguage, sendPlainPage } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import type { VisitorOptions } from '#server/foundation/http/visitor.ts'
import { browserOf, sendRefusals } from './answer.ts'

export type ProviderParts = {
  readonly providers: MemberProviders
  readonly visitors: Pick<VisitorOptions, 'keys' | 'isSecure'>
}

/** A sign-in of a member that is under way, in the cookie of the browser that began it. */
type MemberAttempt = AttemptSecrets & { readonly of: ProviderOf; readonly purpose: Purpose }

const PLACE = { cookie: 'FOYER_DESK_SIGN_IN', path: deskProviderCallbackPath }

const callbackOf = ({ config }: Pick<Shop, 'config'>): string => `${config.baseUrl}${deskProviderCallbackPath}`

/** `shop`, or the id of an organisation; undefined for anything else. */
const providerOfPath = (of: string): ProviderOf | undefined =>
  of === 'shop' ? null : /^\d{1,9}$/.test(of) ? Number(of) : undefined

type Begin = { readonly of: string; readonly purpose: Purpose }

/** Leads the browser to a provider, with an attempt of its own; 404 where there is no such provider. */
async function beginAt(
  shop: Shop,
  { providers, visitors }: ProviderParts,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { of: path, purpose }: Begin,
): Promise<FastifyReply> {
  const of = providerOfPath(path)
  const terms = of === undefined ? undefined : await readTerms(shop.db, of)
  if (of === undefined || !terms) return reply.code(404).send(undefined)
  const provider = await reached(shop, providers, terms)
  if (!provider) return sendAway(shop, request, reply)
  const attempt: MemberAttempt = { ...newSecrets(), of, purpose }
  keepAttempt(reply, attempt, attemptKeys(visitors))
  const target = await provider.authorizationUrl(attempt, callbackOf(shop))
  return reply.header('Cache-Control', 'no-store').redirect(target, 302)
}

const attemptKeys = ({ keys, isSecure }: ProviderParts['visitors']): AttemptKeys => ({
  ...PLACE,
  key: keys.sign,
  isSecure,
})

async function reached(
  { log }: Pick<Shop, 'log'>,
  providers: MemberProviders,
  terms: ProviderTerms,
): Promise<SignInProvider | undefined> {
  try {
    return await providers.open(terms)
  } catch (error) {
    log.signInFailed(error)
    return undefined
  }
}

const DESK = { text: 'foyer.desk.openid.to-desk', to: deskPagePath }

const sendAway = (shop: Shop, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPlainPage(request, reply.code(503).header('Retry-After', '10').header('Cache-Control', 'no-store'), shop.texts, {
    ...TRY_AGAIN,
    title: 'foyer.sign-in.away.title',
    text: 'foyer.sign-in.away.text',
    links: [...TRY_AGAIN.links, DESK],
  })

/** Sign-in of members at the provider of the shop or of their organisation: there and back. */
export function providerSignInRoutes(shop: Shop, parts: ProviderParts): FastifyPluginAsyncTypebox {
  const keys = attemptKeys(parts.visitors)
  const refuse = (request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply =>
    sendPlainPage(request, reply.code(403), shop.texts, { title: 'foyer.desk.sign-in.failed', text, links: [DESK] })

  return async app => {
    app.addHook('onRequest', onlyFromOwnSite(shop.config))

    app.get(listDeskProviders.path, { schema: routeSchema(listDeskProviders), ...limited('sign-in') }, async () =>
      (await listProviders(shop.db)).map(({ of, name }) => ({ of: of === null ? 'shop' : String(of), name })),
    )

    const start = { schema: routeSchema(startDeskProvider), ...limited('sign-in') }
    app.get(startDeskProvider.path, start, (request, reply) => {
      const { link } = request.query
      const purpose: Purpose = link === undefined ? { kind: 'sign-in' } : { kind: 'invitation', token: link }
      return beginAt(shop, parts, { request, reply }, { of: request.params.of, purpose })
    })

    const back = { schema: routeSchema(deskProviderCallback), ...limited('sign-in') }
    app.get(deskProviderCallback.path, back, async (request, reply) => {
      const { state = '' } = request.query
      const attempt = attemptOf<MemberAttempt>(request, state, keys)
      const terms = attempt && (await readTerms(shop.db, attempt.of))
      if (!attempt || !terms) return refuse(request, reply, 'foyer.desk.openid.begin-again')
      endAttempt(reply, state, keys)
      const provider = await reached(shop, parts.providers, terms)
      if (!provider) return sendAway(shop, request, reply)
      const signedIn = await provider.redeem(arrivedAt(shop, request), attempt).catch((error: unknown) => {
        if (!(error instanceof SignInRefused)) shop.log.signInFailed(error)
        return undefined
      })
      if (!signedIn) return refuse(request, reply, 'foyer.desk.openid.refused')
      const { of, purpose } = attempt
      const [userAgent, language] = [browserOf(request), choosePageLanguage(request)]
      const outcome = await arrive(shop, { person: signedIn.person, of, terms, purpose, userAgent, language })
      if (!outcome.ok) return refuse(request, reply, outcome.problems[0]?.code ?? 'foyer.desk.openid.refused')
      if (outcome.value !== null) writeSessionCookie(reply, outcome.value, shop.config.baseUrl)
      // The session goes along from a page of our own, and not with what another site has led to.
      const to = purpose.kind === 'bind' ? deskAccountPagePath : deskPagePath
      const links = [{ text: 'foyer.sign-in.on', to }]
      return sendPlainPage(request, reply.code(200), shop.texts, { ...ARRIVED, leadsTo: to, links })
    })
  }
}

const ARRIVED = { title: 'foyer.sign-in.arrived.title', text: 'foyer.sign-in.arrived.text' }

/** The address as the provider has it, whatever a proxy has changed of it. */
function arrivedAt(shop: Shop, request: FastifyRequest): URL {
  const url = new URL(callbackOf(shop))
  url.search = new URL(request.url, shop.config.baseUrl).search
  return url
}

/** By which providers a member is recognised. */
export function identityRoutes(shop: Shop, parts: ProviderParts): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk(null, { db, clock, baseUrl: config.baseUrl }))

    app.get(bindDeskProvider.path, { schema: routeSchema(bindDeskProvider), ...limited('sign-in') }, (request, reply) =>
      beginAt(
        shop,
        parts,
        { request, reply },
        { of: request.params.of, purpose: { kind: 'bind', ...ownSession(request) } },
      ),
    )

    app.get(listDeskIdentities.path, { schema: routeSchema(listDeskIdentities) }, request =>
      identitiesOf(db, ownSession(request).memberId),
    )

    app.delete(removeDeskIdentity.path, { schema: routeSchema(removeDeskIdentity) }, async (request, reply) => {
      const outcome = await removeIdentity(shop, ownSession(request).memberId, request.params.id)
      if (outcome === undefined) return reply.code(404).send(undefined)
      if (!outcome.ok) return sendRefusals(request, reply, shop, outcome.problems)
      return reply.code(204).send(undefined)
    })
  }
}
