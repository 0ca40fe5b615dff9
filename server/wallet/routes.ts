import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { pathTo } from '#contract/paths.ts'
import { ticketViewPagePath } from '#contract/ticket-paths.ts'
import { applePass, getStaticImage, googleWalletPass } from '#contract/wallet.ts'
import { UNREACHABLE_WALLET } from '#contract/wallet-notice.ts'
import type { Shop } from '#server/context.ts'
import { limited } from '#server/http/rate-limit.ts'
import { issueToApple } from './apple/make-pass.ts'
import { PASS_TYPE } from './apple/package.ts'
import { appleUpdateService } from './apple/update-service.ts'
import { badgeOf } from './badges.ts'
import { appleIssuer, googleIssuer } from '#server/wallet-issuer/configured.ts'
import { issueToGoogle } from './google/issue.ts'

/** Tickets into wallets: the two links, the pictures for them, and the service that Apple's devices ask for news. */
export function walletRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const google = { schema: routeSchema(googleWalletPass), ...limited('wallet') }
    app.get(googleWalletPass.path, google, async (request, reply) => {
      const { eventName, publicId } = whichOf(request.params)
      const offer = await shop.catalog.offeredEvent(eventName)
      const issuer = offer && googleIssuer(offer.settings)
      if (!issuer) return reply.code(404).send()
      reply.header('X-Robots-Tag', 'noindex').header('Cache-Control', 'private, no-store')
      try {
        const link = await issueToGoogle(shop, { offer, issuer, publicId })
        return link === undefined ? reply.code(404).send() : reply.redirect(link, 302)
      } catch (error) {
        shop.log.walletFailed('Google', error)
        return reply.redirect(backTo(eventName, publicId), 302)
      }
    })

    const apple = { schema: routeSchema(applePass), ...limited('wallet') }
    app.get(applePass.path, apple, async (request, reply) => {
      const { eventName, publicId } = whichOf(request.params)
      const offer = await shop.catalog.offeredEvent(eventName)
      const issuer = offer && appleIssuer(offer.settings)
      if (!issuer) return reply.code(404).send()
      reply.header('X-Robots-Tag', 'noindex').header('Cache-Control', 'private, no-store')
      try {
        const pass = await issueToApple(shop, { offer, issuer, publicId })
        if (!pass) return reply.code(404).send()
        const name = `Passbook-${publicId.slice(0, 8)}.pkpass`
        return reply.type(PASS_TYPE).header('Content-Disposition', `attachment; filename=${name}`).send(pass)
      } catch (error) {
        shop.log.walletFailed('Apple', error)
        return reply.redirect(backTo(eventName, publicId), 302)
      }
    })

    app.get(getStaticImage.path, { schema: routeSchema(getStaticImage) }, async (request, reply) => {
      const badge = await badgeOf(request.params['*'])
      if (!badge) return reply.code(404).send()
      return reply
        .type(badge.contentType)
        .header('Cache-Control', `max-age=${shop.config.mode === 'production' ? TEN_DAYS : 0}, must-revalidate`)
        .send(badge.content)
    })

    await app.register(appleUpdateService(shop))
  }
}

const TEN_DAYS = 864_000

function whichOf({ eventName, uuid }: { eventName: string; uuid: string }) {
  return { eventName, publicId: uuid.toLowerCase() }
}

/** The page of the ticket says that it did not work. */
function backTo(eventName: string, publicId: string): string {
  const page = pathTo(ticketViewPagePath, { eventName, ticketIdentifier: publicId })
  return `${page}?${UNREACHABLE_WALLET.name}=${UNREACHABLE_WALLET.value}`
}
