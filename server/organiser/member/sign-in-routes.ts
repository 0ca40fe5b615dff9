import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { acceptDeskLink, deskLostPassword, deskSecondFactor, deskSignIn, readDeskLink } from '#contract/member.ts'
import { passkeySignIn, proposePasskeySignIn } from '#contract/member.ts'
import type { LinkInfo } from '#contract/member.ts'
import { checkEmail } from '#domain/order/reservation/contact.ts'
import { onlyFromOwnSite, writeSessionCookie } from '#server/access/member/guard.ts'
import { type Link, acceptLink, findLink } from '#server/access/member/links.ts'
import { proposePasskeySignIn as optionsOfSignIn, signInByPasskey } from '#server/access/member/passkeys.ts'
import { beginSession, showSecondFactor, signInByPassword } from '#server/access/member/sign-in.ts'
import { addressKey, memberByEmail, memberById } from '#server/access/member/members.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { countAbout, limited } from '#server/foundation/http/rate-limit.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { browserOf, passkeyNeeds, presentRole, sendRefusals } from './answer.ts'
import { mailNewPassword, nameOf } from './send-links.ts'

/** Sign-in by password and second factor, or by passkey. */
export function signInRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { baseUrl } = shop.config
  return async app => {
    app.addHook('onRequest', onlyFromOwnSite({ baseUrl }))

    app.post(
      deskSignIn.path,
      { schema: routeSchema(deskSignIn), ...limited('memberSignIn') },
      async (request, reply) => {
        const { email, password } = request.body
        await countAbout(app, request, { what: 'memberPassword', key: addressKey(email) })
        const outcome = await signInByPassword(shop, { email, password, userAgent: browserOf(request) })
        if (!outcome.ok) return sendRefusals(request, reply, shop, outcome.problems)
        if (outcome.value.kind === 'second-factor') return { ticket: outcome.value.ticket }
        writeSessionCookie(reply, outcome.value.token, baseUrl)
        return { ticket: null }
      },
    )

    const secondFactor = { schema: routeSchema(deskSecondFactor), ...limited('memberSignIn') }
    app.post(deskSecondFactor.path, secondFactor, async (request, reply) => {
      const { ticket, code } = request.body
      const link = await findLink(shop.db, ticket, shop.clock.now())
      if (link?.kind === 'SECOND_FACTOR') await countCodes(app, request, link.memberId)
      const outcome = await showSecondFactor(shop, { ticket, code, userAgent: browserOf(request) })
      if (!outcome.ok) return sendRefusals(request, reply, shop, outcome.problems)
      if (outcome.value.kind === 'session') writeSessionCookie(reply, outcome.value.token, baseUrl)
      return { ticket: null }
    })

    const proposing = { schema: routeSchema(proposePasskeySignIn), ...limited('memberSignIn') }
    app.post(proposePasskeySignIn.path, proposing, async () => optionsOfSignIn(await passkeyNeeds(shop)))

    const byPasskey = { schema: routeSchema(passkeySignIn), ...limited('memberSignIn') }
    app.post(passkeySignIn.path, byPasskey, async (request, reply) => {
      const { id, rawId, type, response: signed } = request.body.response
      const { clientDataJSON, authenticatorData, signature } = signed
      const outcome = await signInByPasskey(await passkeyNeeds(shop), {
        response: {
          id,
          rawId,
          type,
          clientExtensionResults: {},
          response: { clientDataJSON, authenticatorData, signature },
        },
        userAgent: browserOf(request),
      })
      if (!outcome.ok) return sendRefusals(request, reply, shop, outcome.problems)
      if (outcome.value.kind === 'session') writeSessionCookie(reply, outcome.value.token, baseUrl)
      return { ticket: null }
    })
  }
}

/** The links of the owner, of invitations and of new passwords, and how a member gets another one. */
export function linkRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { baseUrl } = shop.config
  return async app => {
    app.addHook('onRequest', onlyFromOwnSite({ baseUrl }))

    app.get(
      readDeskLink.path,
      { schema: routeSchema(readDeskLink), ...limited('memberSignIn') },
      async (request, reply) => {
        const link = await findLink(shop.db, request.params.token, shop.clock.now())
        const info = link && (await describeLink(shop, link, choosePageLanguage(request)))
        return info ?? reply.code(404).send(undefined)
      },
    )

    const accept = { schema: routeSchema(acceptDeskLink), ...limited('memberSignIn') }
    app.post(acceptDeskLink.path, accept, async (request, reply) => {
      const { email, name, password, language } = request.body
      const link = await findLink(shop.db, request.params.token, shop.clock.now())
      const problems = link ? problemsOf(link, { email: email ?? '', name: name ?? '' }) : []
      if (problems.length > 0) return sendRefusals(request, reply, shop, problems)
      const form = {
        email: email?.trim() ?? null,
        name: name?.trim() ?? '',
        password: password ?? '',
        language: languageOfTag(language ?? '') ?? choosePageLanguage(request),
      }
      const outcome = await acceptLink(shop, request.params.token, form)
      if (!outcome.ok) return sendRefusals(request, reply, shop, outcome.problems)
      const { memberId, isNew } = outcome.value
      if (!isNew) return { signedIn: false }
      const { token } = await transaction(shop.db, tx =>
        beginSession(tx, memberId, browserOf(request), shop.clock.now()),
      )
      writeSessionCookie(reply, token, baseUrl)
      return { signedIn: true }
    })

    const lost = { schema: routeSchema(deskLostPassword), ...limited('mail') }
    app.post(deskLostPassword.path, lost, async (request, reply) => {
      const { email } = request.body
      const problems = checkEmail(email.trim(), 'email')
      if (problems.length > 0) return sendRefusals(request, reply, shop, problems)
      await countAbout(app, request, { what: 'memberMail', key: addressKey(email) })
      await mailNewPassword(shop, email)
      return reply.code(204).send(undefined)
    })
  }
}

/** Guesses of a member's second factor, over all addresses. */
function countCodes(app: FastifyInstance, request: FastifyRequest, memberId: number): Promise<void> {
  return countAbout(app, request, { what: 'memberCode', key: String(memberId) })
}

function problemsOf(link: Link, { email, name }: { readonly email: string; readonly name: string }) {
  const isNew = link.kind === 'OWNER' || link.kind === 'INVITATION'
  return [
    ...(link.kind === 'OWNER' ? checkEmail(email.trim(), 'email') : []),
    ...(isNew && name.trim() === '' ? [{ code: 'foyer.desk.name.missing', field: 'name' }] : []),
  ]
}

async function describeLink(shop: Shop, link: Link, language: string): Promise<LinkInfo | undefined> {
  const { expiresAt } = link
  const described = { email: null, role: null, of: null, isMember: false, expiresAt }
  if (link.kind === 'OWNER') return { ...described, kind: 'OWNER' }
  if (link.kind === 'INVITATION') {
    const { email, given } = link
    const of = (await nameOf(shop.db, given.scope, language)) ?? null
    const isMember = (await memberByEmail(shop.db, email)) !== undefined
    return { ...described, kind: 'INVITATION', email, role: presentRole(given), of, isMember }
  }
  if (link.kind !== 'PASSWORD') return undefined
  const member = await memberById(shop.db, link.memberId)
  return member && { ...described, kind: 'PASSWORD', email: member.email, isMember: true }
}
