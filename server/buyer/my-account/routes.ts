import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/user.ts'
import { type ClientRedirect, PROFILE_FORM, type ProfileForm, type User } from '#contract/user.ts'
import { type Account, type ProfileChange, judgeProfile } from '#domain/buyer/account/account.ts'
import { changeProfile, closeAccount } from '#server/access/account/profile.ts'
import { accountOf, idTokenOf, signOut } from '#server/access/account/sessions.ts'
import type { Shop } from '#server/catalog/context.ts'
import { refusal, validated } from '#server/foundation/http/answer.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { clearSession, sessionDigest, sessionOf } from '#server/foundation/http/visitor.ts'
import { invoiceTerms } from '#server/foundation/setting/invoice-terms.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import type { SignIn } from '#server/access/sign-in/offered.ts'
import { myOrders } from './my-orders.ts'
import { billingOf, filledIn, presentBilling } from '#server/order/order/billing.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'

/** What the shop knows of a buyer who has signed in, and the end of it. */
export function myAccountRoutes(shop: Shop, signIn: SignIn): FastifyPluginAsyncTypebox {
  /** Where the browser ends its session at the provider; home for those who have none there. */
  async function afterwards(wasSignedIn: boolean, idToken: string | null): Promise<ClientRedirect> {
    const provider = wasSignedIn ? await signIn.provider().catch(() => undefined) : undefined
    return { targetUrl: provider?.logoutUrl(shop.config.baseUrl, idToken) ?? '/', empty: false }
  }

  /** @param end Ends the session, and with it what leads to its end at the provider. */
  async function leave(
    request: FastifyRequest,
    reply: FastifyReply,
    end: (session: string) => Promise<void>,
  ): Promise<ClientRedirect> {
    const session = sessionOf(request)
    const wasSignedIn = accountOf(request) !== undefined
    const digest = session?.isSignedIn ? sessionDigest(session) : undefined
    const idToken = digest === undefined ? null : await idTokenOf(shop, digest)
    if (digest !== undefined) await end(digest)
    clearSession(reply)
    return afterwards(wasSignedIn, idToken)
  }

  return async app => {
    const enabled = { schema: routeSchema(calls.isAuthenticationEnabled) }
    app.get(calls.isAuthenticationEnabled.path, enabled, async (_request, reply) =>
      reply.code(200).send(await signIn.isOffered()),
    )

    app.get(calls.getMe.path, { schema: routeSchema(calls.getMe) }, async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const account = accountOf(request)
      return account ? reply.code(200).send(presentUser(account)) : reply.code(204).send()
    })

    const update = { schema: routeSchema(calls.updateMe), ...limited('profile') }
    app.post(calls.updateMe.path, update, async (request, reply) => {
      const account = accountOf(request)
      if (!account) return reply.code(401).send()
      const change = profileOf(request.body)
      const { problems, warnings } = judgeProfile(change, invoiceTerms(await systemSettings(shop.db)))
      if (problems.length > 0)
        return reply.code(422).send(refusal<User | null>(problems, { form: PROFILE_FORM, value: null }))
      const changed = await changeProfile(shop, account.id, change)
      if (!changed) return reply.code(401).send()
      const shown = warnings.map(({ code, params }) => ({ code, params: [...params] }))
      return reply.code(200).send(validated<User | null>(presentUser(changed), shown))
    })

    app.delete(calls.deleteMe.path, { schema: routeSchema(calls.deleteMe) }, async (request, reply) => {
      const account = accountOf(request)
      if (!account) return reply.code(401).send()
      const redirect = await leave(request, reply, () => closeAccount(shop, account.id))
      return reply.code(200).send(redirect)
    })

    app.post(calls.logout.path, { schema: routeSchema(calls.logout) }, async (request, reply) =>
      reply.code(200).send(await leave(request, reply, session => signOut(shop, session))),
    )

    app.get(calls.getMyReservations.path, { schema: routeSchema(calls.getMyReservations) }, async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const account = accountOf(request)
      const orders = account ? await myOrders(shop, account.id) : []
      return orders.length > 0 ? reply.code(200).send(orders) : reply.code(204).send()
    })

    const data = { schema: routeSchema(calls.getMyData), ...limited('profile') }
    app.get(calls.getMyData.path, data, async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const account = accountOf(request)
      if (!account) return reply.code(401).send()
      const { id: _, createdAt, isEmailVerified, ...rest } = account
      const facts = { ...rest, isEmailVerified, since: new Date(createdAt).toISOString() }
      const file = { account: facts, orders: await myOrders(shop, account.id) }
      return reply
        .code(200)
        .header('Content-Disposition', 'attachment; filename="my-data.json"')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(file, null, 2))
    })
  }
}

function presentUser({ firstName, lastName, email, profile }: Account): User {
  return {
    firstName,
    lastName,
    emailAddress: email ?? '',
    external: true,
    profile: profile && {
      billingDetails: presentBilling(profile.billing),
      additionalData: Object.fromEntries(
        Object.entries(profile.answers).map(([name, { label, values }]) => [
          name,
          { label: { ...label }, values: [...values] },
        ]),
      ),
    },
  }
}

/** The form of the profile page, as the rules know it. */
function profileOf(form: ProfileForm): ProfileChange {
  return {
    firstName: lineOrEmpty(form.firstName),
    lastName: lineOrEmpty(form.lastName),
    billing: billingOf(form),
    answers: new Map(Object.entries(form.additionalInfo ?? {}).map(([name, text]) => [name, filledIn(text)])),
  }
}
