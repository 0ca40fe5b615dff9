import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { passReservationPath, pathTo } from '#contract/paths.ts'
import { UNREACHABLE_WALLET, ticketViewPagePath } from '#contract/ticket-paths.ts'
import {
  applePass,
  appleSubscription,
  getStaticImage,
  googleWalletPass,
  googleWalletSubscription,
} from '#contract/wallet.ts'
import type { Shop } from '#server/catalog/context.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { type GoodPass, findGoodPass } from '#server/order/order/good-pass.ts'
import { issuePassToApple, issueToApple } from './apple/make-pass.ts'
import { PASS_TYPE } from './apple/package.ts'
import { appleUpdateService } from './apple/update-service.ts'
import { appleIssuer, googleIssuer } from '#server/documents/wallet-issuer/configured.ts'
import { issuePassToGoogle, issueToGoogle } from './google/issue.ts'
import { readFile } from 'node:fs/promises'

/** Tickets and bought passes into wallets: the two links of each, the pictures for them, and the service that Apple's devices ask for news. */
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
        return pass ? sendPass(reply, pass, publicId) : reply.code(404).send()
      } catch (error) {
        shop.log.walletFailed('Apple', error)
        return reply.redirect(backTo(eventName, publicId), 302)
      }
    })

    const ownGoogle = { schema: routeSchema(googleWalletSubscription), ...limited('wallet') }
    app.get(googleWalletSubscription.path, ownGoogle, async (request, reply) => {
      const good = await findGoodPass(shop, request.params)
      const issuer = good && googleIssuer(good.order.offer.settings)
      if (!issuer) return reply.code(404).send()
      reply.header('X-Robots-Tag', 'noindex')
      try {
        const link = await issuePassToGoogle(shop, { issuer, good })
        return link === undefined ? reply.code(404).send() : reply.redirect(link, 302)
      } catch (error) {
        shop.log.walletFailed('Google', error)
        return reply.redirect(backToOrder(good), 302)
      }
    })

    const ownApple = { schema: routeSchema(appleSubscription), ...limited('wallet') }
    app.get(appleSubscription.path, ownApple, async (request, reply) => {
      const good = await findGoodPass(shop, request.params)
      const issuer = good && appleIssuer(good.order.offer.settings)
      if (!issuer) return reply.code(404).send()
      reply.header('X-Robots-Tag', 'noindex')
      try {
        const pass = await issuePassToApple(shop, { issuer, good })
        return pass ? sendPass(reply, pass, good.pass.publicId) : reply.code(404).send()
      } catch (error) {
        shop.log.walletFailed('Apple', error)
        return reply.redirect(backToOrder(good), 302)
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

function sendPass(reply: FastifyReply, pass: Buffer, publicId: string) {
  const name = `Passbook-${publicId.slice(0, 8)}.pkpass`
  return reply.type(PASS_TYPE).header('Content-Disposition', `attachment; filename=${name}`).send(pass)
}

function whichOf({ eventName, uuid }: { eventName: string; uuid: string }) {
  return { eventName, publicId: uuid.toLowerCase() }
}

/** The page of the ticket says that it did not work. */
function backTo(eventName: string, publicId: string): string {
  const page = pathTo(ticketViewPagePath, { eventName, ticketIdentifier: publicId })
  return `${page}?${UNREACHABLE}`
}

/** The same of the page on which a pass is kept. */
function backToOrder({ order: { offer, reservation } }: GoodPass): string {
  const page = pathTo(passReservationPath, { id: offer.context.publicId, reservationId: reservation.id })
  return `${page}/success?${UNREACHABLE}`
}

const UNREACHABLE = `${UNREACHABLE_WALLET.name}=${UNREACHABLE_WALLET.value}`

type Badge = { readonly contentType: string; readonly content: Buffer }

/** Clients of this wire ask for these names; the drawings are ours (shop contract, static images). */
const BADGES: ReadonlyMap<string, { readonly file: string; readonly contentType: string }> = new Map([
  [
    'email/enUS_add_to_google_wallet_add-wallet-badge.svg',
    { file: 'add-to-google-wallet.svg', contentType: 'image/svg+xml' },
  ],
  ['email/add-to-apple-wallet-button.png', { file: 'add-to-apple-wallet.png', contentType: 'image/png' }],
])

/** Undefined for an unknown name. */
async function badgeOf(name: string): Promise<Badge | undefined> {
  const found = BADGES.get(name)
  if (!found) return undefined
  const content = await readFile(new URL(`badges/${found.file}`, import.meta.url))
  return { contentType: found.contentType, content }
}
