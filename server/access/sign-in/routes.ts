import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { signInCallbackPath, signInForOrderPath, signInPath, pathTo } from '#contract/paths.ts'
import { backChannelLogout, signInCallback, signInForOrder, startSignIn } from '#contract/sign-in.ts'
import { endedAtProvider, isSignedIn, signIn } from '#server/access/account/sessions.ts'
import type { Shop } from '#server/catalog/context.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { type PlainPage, TRY_AGAIN, sendPlainPage } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { beginSignedInSession } from '#server/foundation/http/session.ts'
import {
  type VisitorOptions,
  replaceSession,
  sessionDigest,
  sessionOfCookie,
  visitOfSession,
} from '#server/foundation/http/visitor.ts'
import { BUYERS, attemptOf, endAttempt, keepAttempt, newAttempt, pathToReturnTo, markSignedUp } from './attempt.ts'
import type { SignIn } from './offered.ts'
import { type SignInProvider, SignInRefused } from './provider.ts'

export type SignInParts = { readonly signIn: SignIn; readonly visitors: VisitorOptions }

/** Sign-in of buyers by OpenID Connect: there, back, and ended from there (lifecycle H). */
export function signInRoutes(shop: Shop, { signIn: offered, visitors }: SignInParts): FastifyPluginAsyncTypebox {
  const attempts = { ...BUYERS, key: visitors.keys.sign, isSecure: visitors.isSecure }
  const say = (request: FastifyRequest, reply: FastifyReply, page: PlainPage) =>
    sendPlainPage(request, reply.header('Cache-Control', 'no-store'), shop.texts, page)

  async function begin(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const provider = await reached(request, reply)
    if (provider === 'away') return reply
    if (!provider) return reply.redirect(NOT_OFFERED, 302)
    const session = sessionOfCookie(request, visitors)
    const attempt = newAttempt(path, session ? visitOfSession(session) : null)
    keepAttempt(reply, attempt, attempts)
    const target = await provider.authorizationUrl(attempt, callbackOf(provider))
    return reply.header('Cache-Control', 'no-store').redirect(target, 302)
  }

  /** The visitor reads that the provider can't be reached, and may try again. */
  async function reached(request: FastifyRequest, reply: FastifyReply): Promise<SignInProvider | undefined | 'away'> {
    try {
      return await offered.provider()
    } catch (error) {
      shop.log.signInFailed(error)
      await say(request, reply.code(503).header('Retry-After', '10'), AWAY)
      return 'away'
    }
  }

  const callbackOf = ({ named }: SignInProvider): string =>
    named.callbackUrl ?? `${shop.config.baseUrl}${signInCallbackPath}`

  return async app => {
    app.get(startSignIn.path, { schema: routeSchema(startSignIn), ...limited('sign-in') }, (request, reply) =>
      begin(request, reply, pathToReturnTo(request.query.from)),
    )

    const ofOrder = { schema: routeSchema(signInForOrder), ...limited('sign-in') }
    app.get(signInForOrder.path, ofOrder, async (request, reply) => {
      const { purchaseContextType: type, publicIdentifier, reservationId } = request.params
      const session = sessionOfCookie(request, visitors)
      const isOpen = session !== undefined && (await isSignedIn(shop, session))
      const ids = { publicIdentifier, reservationId }
      const page = pathTo(`/${type}/:publicIdentifier/reservation/:reservationId`, ids)
      if (isOpen || !(await offered.isOffered())) return reply.redirect(page, 302)
      if (request.headers['x-requested-with'] === 'XMLHttpRequest') return reply.code(401).send()
      const address = pathTo(signInForOrderPath, { purchaseContextType: type, ...ids })
      return reply.redirect(`${signInPath}?from=${encodeURIComponent(address)}`, 302)
    })

    const back = { schema: routeSchema(signInCallback), ...limited('sign-in') }
    app.get(signInCallback.path, back, async (request, reply) => {
      const { state = '' } = request.query
      const attempt = attemptOf(request, state, attempts)
      if (!attempt) return say(request, reply.code(403), UNKNOWN)
      endAttempt(reply, state, attempts)
      const again = { text: 'foyer.sign-in.again', to: `${signInPath}?from=${encodeURIComponent(attempt.path)}` }
      const links = [
        again,
        // The page of an order without that which signs in.
        { text: 'foyer.sign-in.without', to: attempt.path.replace(/^\/openid(?=\/)/, '') },
      ]
      const provider = await reached(request, reply)
      if (provider === 'away') return reply
      if (!provider) return reply.redirect('/', 302)
      try {
        const arrivedAt = new URL(callbackOf(provider))
        arrivedAt.search = new URL(request.url, shop.config.baseUrl).search
        const signedIn = await provider.redeem(arrivedAt, attempt)
        const session = beginSignedInSession(shop.clock.now())
        const visit = { before: attempt.visit, now: visitOfSession(session) }
        const { isNew } = await signIn(shop, { ...signedIn, session: sessionDigest(session), visit })
        replaceSession(reply, session, visitors)
        if (isNew) markSignedUp(reply, visitors)
        return say(request, reply.code(200), {
          ...ARRIVED,
          leadsTo: attempt.path,
          links: [{ text: 'foyer.sign-in.on', to: attempt.path }],
        })
      } catch (error) {
        if (!(error instanceof SignInRefused)) shop.log.signInFailed(error)
        return say(request, reply.code(403), { ...(error instanceof SignInRefused ? REFUSED : FAILED), links })
      }
    })

    app.post(
      backChannelLogout.path,
      { schema: routeSchema(backChannelLogout), ...limited('sign-in') },
      async (request, reply) => {
        reply.header('Cache-Control', 'no-store')
        const provider = await offered.provider().catch(() => 'away' as const)
        if (provider === 'away') return reply.code(503).send()
        const ended = await provider?.readLogout(request.body.logout_token).catch(() => undefined)
        if (!ended)
          return reply
            .code(400)
            .type(JSON_TYPE)
            .send(JSON.stringify('bad request: this is no logout token of the provider'))
        const { at: before, ...sessions } = ended
        await endedAtProvider(shop, { ...sessions, before })
        return reply.code(200).send()
      },
    )
  }
}

/** As clients of the wire know a sign-in that came to nothing. */
const NOT_OFFERED = '/?error'
const HOME_LINK = { text: 'foyer.sign-in.home', to: '/' }
const START = { text: 'foyer.sign-in.again', to: signInPath }
const AWAY: PlainPage = {
  ...TRY_AGAIN,
  title: 'foyer.sign-in.away.title',
  text: 'foyer.sign-in.away.text',
  links: [...TRY_AGAIN.links, HOME_LINK],
}
const UNKNOWN: PlainPage = {
  title: 'foyer.sign-in.failed.title',
  text: 'foyer.sign-in.failed.text',
  links: [START, HOME_LINK],
}
const REFUSED = { title: 'foyer.sign-in.refused.title', text: 'foyer.sign-in.refused.text' }
const FAILED = { title: 'foyer.sign-in.failed.title', text: 'foyer.sign-in.failed.text' }
const ARRIVED = { title: 'foyer.sign-in.arrived.title', text: 'foyer.sign-in.arrived.text' }
