import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { type EventShare, readEventShare } from '#contract/desk-links.ts'
import { eventPagePath, pathTo, shortEventLinkPath } from '#contract/paths.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { escapeHtml, unescapeHtml } from '#domain/foundation/text/text.ts'
import { onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { editableEvent } from '#server/organiser/event-desk/find-event.ts'
import { type DrawingSources, drawnPages } from './drawn-pages.ts'

/** Where buyers find an event, for those who edit it. */
export function eventShareRoutes(shop: Shop, sources: DrawingSources): FastifyPluginAsyncTypebox {
  const { db, clock, config, catalog } = shop
  const draw = drawnPages(shop, sources)
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-events', { db, clock, baseUrl: config.baseUrl }))

    app.get(readEventShare.path, { schema: routeSchema(readEventShare) }, async (request, reply) => {
      const event = await editableEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const { shortName } = event
      const path = pathTo(eventPagePath, { shortName })
      const address = config.baseUrl + path
      const offer = await catalog.offeredEvent(shortName)
      const page = await draw({ url: path, language: choosePageLanguage(request), at: clock.now(), code: '' })
      return {
        isPublished: offer?.context.status === 'PUBLIC',
        address,
        shortAddress: config.baseUrl + pathTo(shortEventLinkPath, { shortName }),
        embed: elementFor(address, offer ? displayName(offer.context) : shortName),
        picture: page.status === 200 ? pictureIn(page.head) : null,
      }
    })
  }
}

/** For pages of other sites (docs/operating/embedding.md). */
function elementFor(address: string, title: string): string {
  const { origin } = new URL(address)
  return [
    `<script type="module" src="${origin}/embed/v1.js"></script>`,
    `<foyer-shop src="${address}" title="${escapeHtml(title)}">`,
    `  <a href="${address}">${escapeHtml(title)}</a>`,
    '</foyer-shop>',
  ].join('\n')
}

/** What other sites show of the page: the first picture that its head names for them. */
function pictureIn(head: string): EventShare['picture'] {
  const address = metaIn(head, 'og:image')
  return address === undefined ? null : { address, text: metaIn(head, 'og:image:alt') ?? '' }
}

function metaIn(head: string, property: string): string | undefined {
  const [, content] = new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(head) ?? []
  return content === undefined ? undefined : unescapeHtml(content)
}
