import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import {
  acceptDeskLinkAsMember,
  addPasskey as addCall,
  changeDeskPassword,
  changeMe,
  deskSignOut,
  endDeskSession,
  listDeskSessions,
  proposeDeskFactor,
  proposePasskey as proposeCall,
  readMe,
  removeDeskFactor,
  removePasskey as removeCall,
  setDeskFactor,
} from '#contract/member.ts'
import { clearSessionCookie, onlyForDesk, ownSession } from '#server/access/member/guard.ts'
import { acceptAsMember } from '#server/access/member/links.ts'
import {
  changePassword,
  proposeSecondFactor,
  removeSecondFactor,
  setSecondFactor,
} from '#server/access/member/sign-in.ts'
import {
  deleteSession,
  memberById,
  recoveryCodesLeft,
  rolesOf,
  sessionsOfMember,
  setNameAndLanguage,
} from '#server/access/member/members.ts'
import { addPasskey, keysOfMember, proposePasskey, removePasskey } from '#server/access/member/passkeys.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { countAbout, limited } from '#server/foundation/http/rate-limit.ts'
import { browserOf, passkeyNeeds, presentRole, sendRefusals } from './answer.ts'

/** What a member does about their own account. */
export function ownRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk(null, { db, clock, baseUrl: config.baseUrl }))

    app.post(deskSignOut.path, { schema: routeSchema(deskSignOut) }, async (request, reply) => {
      const { memberId, sessionId } = ownSession(request)
      await deleteSession(db, memberId, sessionId)
      clearSessionCookie(reply, config.baseUrl)
      return reply.code(204).send(undefined)
    })

    app.get(readMe.path, { schema: routeSchema(readMe) }, async (request, reply) => {
      const { memberId } = ownSession(request)
      const member = await memberById(db, memberId)
      if (!member) return reply.code(401).send('sign in first')
      const [roles, codes, keys] = await Promise.all([
        rolesOf(db, memberId),
        recoveryCodesLeft(db, memberId),
        keysOfMember(db, memberId),
      ])
      const { id, email, name, language } = member
      const hasSecondFactor = member.totpSecret !== null
      const own = { id, email, name, language, hasSecondFactor, recoveryCodesLeft: codes, passkeys: keys }
      return { ...own, roles: roles.map(presentRole) }
    })

    app.put(changeMe.path, { schema: routeSchema(changeMe) }, async (request, reply) => {
      const name = cleanLine(request.body.name)
      const language = languageOfTag(request.body.language)
      const problems = [
        ...(name === '' ? [{ code: 'foyer.desk.name.missing', field: 'name' }] : []),
        ...(language === undefined ? [{ code: 'foyer.desk.language.unknown', field: 'language' }] : []),
      ]
      if (language === undefined || problems.length > 0) return sendRefusals(request, reply, shop, problems)
      await transaction(db, tx => setNameAndLanguage(tx, ownSession(request).memberId, { name, language }))
      return reply.code(204).send(undefined)
    })

    app.post(acceptDeskLinkAsMember.path, { schema: routeSchema(acceptDeskLinkAsMember) }, async (request, reply) => {
      const isAccepted = await acceptAsMember(shop, request.params.token, ownSession(request).memberId)
      return reply.code(isAccepted ? 204 : 404).send(undefined)
    })
  }
}

/** Where a member is signed in. */
export function sessionRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk(null, { db, clock, baseUrl: config.baseUrl }))

    app.get(listDeskSessions.path, { schema: routeSchema(listDeskSessions) }, async request => {
      const { memberId, sessionId } = ownSession(request)
      const sessions = await sessionsOfMember(db, memberId, clock.now())
      return sessions.map(session => ({ ...session, isOwn: session.id === sessionId }))
    })

    app.delete(endDeskSession.path, { schema: routeSchema(endDeskSession) }, async (request, reply) => {
      const isEnded = await deleteSession(db, ownSession(request).memberId, request.params.id)
      return reply.code(isEnded ? 204 : 404).send(undefined)
    })
  }
}

/** By what a member proves who they are: password, second factor and passkeys. */
export function factorRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk(null, { db, clock, baseUrl: config.baseUrl }))

    const guessing = limited('memberSignIn')
    app.put(
      changeDeskPassword.path,
      { schema: routeSchema(changeDeskPassword), ...guessing },
      async (request, reply) => {
        await countGuess(app, request)
        const outcome = await changePassword(shop, ownSession(request), request.body)
        if (!outcome.ok) return sendRefusals(request, reply, shop, outcome.problems)
        return reply.code(204).send(undefined)
      },
    )

    app.post(proposeDeskFactor.path, { schema: routeSchema(proposeDeskFactor) }, async (request, reply) => {
      const { shopName } = await passkeyNeeds(shop)
      const proposed = await proposeSecondFactor(shop, ownSession(request).memberId, shopName)
      return proposed ?? reply.code(401).send('sign in first')
    })

    app.put(setDeskFactor.path, { schema: routeSchema(setDeskFactor), ...guessing }, async (request, reply) => {
      await countGuess(app, request)
      const outcome = await setSecondFactor(shop, ownSession(request), request.body)
      if (!outcome.ok) return sendRefusals(request, reply, shop, outcome.problems)
      return { recoveryCodes: [...outcome.value] }
    })

    app.delete(
      removeDeskFactor.path,
      { schema: routeSchema(removeDeskFactor), ...guessing },
      async (request, reply) => {
        await countGuess(app, request)
        const outcome = await removeSecondFactor(shop, ownSession(request), request.body.password)
        if (!outcome.ok) return sendRefusals(request, reply, shop, outcome.problems)
        return reply.code(204).send(undefined)
      },
    )

    app.post(proposeCall.path, { schema: routeSchema(proposeCall) }, async (request, reply) => {
      const proposed = await proposePasskey(await passkeyNeeds(shop), ownSession(request).memberId)
      return proposed ?? reply.code(401).send('sign in first')
    })

    app.post(addCall.path, { schema: routeSchema(addCall) }, async (request, reply) => {
      const { name, response: made } = request.body
      const { id, rawId, type } = made
      const { clientDataJSON, attestationObject } = made.response
      const outcome = await addPasskey(await passkeyNeeds(shop), ownSession(request).memberId, {
        name: name.trim() || browserOf(request),
        response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
      })
      if (!outcome.ok) return sendRefusals(request, reply, shop, outcome.problems)
      return reply.code(204).send(undefined)
    })

    app.delete(removeCall.path, { schema: routeSchema(removeCall) }, async (request, reply) => {
      const isRemoved = await removePasskey(shop, ownSession(request).memberId, request.params.id)
      return reply.code(isRemoved ? 204 : 404).send(undefined)
    })
  }
}

/** A person with a stolen session does not find out the password by it: guesses are limited as those at signing in are. */
function countGuess(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  return countAbout(app, request, { what: 'memberPassword', key: `member ${ownSession(request).memberId}` })
}
