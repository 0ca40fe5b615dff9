import { readFileSync } from 'node:fs'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { readAsBuyer } from '#contract/desk-as-buyer.ts'
import type { PageNeed } from '#contract/page-need.ts'
import { may } from '#domain/access/principal/principal.ts'
import { instant } from '#domain/foundation/instant.ts'
import { problem } from '#domain/foundation/problem.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { newNonce } from '#server/foundation/base/random.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { type DrawingSources, drawnPages, shopEntry } from './drawn-pages.ts'
import { pageAddress } from './page-policy.ts'

const MANIFEST = new URL('../../../dist/client/.vite/manifest.json', import.meta.url)

/**
 * Draws a page of the shop for those who work at the desk, as buyers see it at a moment: by the code that draws it for buyers and
 * the present data, with another clock. Nothing of it is kept, and nothing in it can be done: its scripts are taken out.
 */
export function asBuyerRoutes(shop: Shop, sources: DrawingSources): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  const draw = drawnPages(shop, sources)
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-events', { db, clock, baseUrl: config.baseUrl }))

    app.get(readAsBuyer.path, { schema: routeSchema(readAsBuyer) }, async (request, reply) => {
      const { path, at, code, lang } = request.query
      const entry = await shopEntry()
      const url = /^\/(?!\/)/.test(path) ? pageAddress(path) : ''
      const needs = url === '' ? [] : entry.needsOf(url)
      if (needs.length === 0)
        return sendRefusals(request, reply, shop, [problem('foyer.desk.as-buyer.no-page', { field: 'path' })])
      const isTheirs = await areTheirs(shop, needs, ({ organizationId, id }) =>
        may(deskPrincipal(request), 'manage-events', { organizationId, eventId: id }),
      )
      if (!isTheirs) return reply.code(404).send(undefined)
      const language = (lang === undefined ? undefined : languageOfTag(lang)) ?? choosePageLanguage(request)
      const moment = at === undefined ? clock.now() : instant(at)
      const page = await draw({ url, language, at: moment, code: code ?? '' })
      if (page.status !== 200) return reply.code(404).send(undefined)
      const nonce = newNonce()
      const manifest: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'))
      reply.header('Content-Security-Policy', policyOf(nonce)).removeHeader('X-Frame-Options')
      reply.header('X-Robots-Tag', 'noindex').type('text/html; charset=utf-8')
      return reply.send(withoutScripts(entry.documentOf(page, manifest)).replaceAll(entry.NONCE, nonce))
    })
  }
}

/** Only the desk shows it, and no script runs in it. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'self'",
    "script-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

const withoutScripts = (document: string): string =>
  document
    .replaceAll(/<(script|template)\b[^>]*>[^]*?<\/\1>/g, '')
    .replaceAll(/<link\b[^>]*rel="(?:modulepreload|preload|manifest)"[^>]*>/g, '')

type Owned = { readonly id: number; readonly organizationId: number }

/** What is about one event or pass is for those who edit it; lists are for all of them. */
async function areTheirs(
  { catalog }: Pick<Shop, 'catalog'>,
  needs: readonly PageNeed[],
  isTheirs: (owned: Owned) => boolean,
): Promise<boolean> {
  for (const need of needs) {
    const offer =
      'shortName' in need
        ? await catalog.offeredEvent(need.shortName)
        : need.kind === 'pass'
          ? await catalog.offeredPass(need.id)
          : undefined
    const isOfOne = 'shortName' in need || need.kind === 'pass'
    if (!isOfOne) continue
    if (!offer || !isTheirs({ id: offer.context.id, organizationId: offer.context.organization.id })) return false
  }
  return true
}
