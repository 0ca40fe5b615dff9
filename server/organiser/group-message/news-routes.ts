import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { askToEndNews, endNews, resumeNews } from '#contract/news.ts'
import { endNewsPath, eventsPagePath, pathTo, resumeNewsPath } from '#contract/paths.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type PlainPage, choosePageLanguage, sendPlainPage } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { newsReader, storeEnd, storeResumed } from './news-store.ts'

/**
 * Where readers end the news of an organisation, and take that back. The address can't be guessed, so it is the proof: mail
 * programs post to it without session or anti-forgery token (RFC 8058).
 */
export function newsRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock } = shop
  const send = async (request: FastifyRequest, reply: FastifyReply, key: string): Promise<FastifyReply> =>
    sendPlainPage(request, reply, shop.texts, await pageOf(shop, request, key))
  return async app => {
    // What is posted says nothing that the address does not.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, async () => undefined)
    app.addHook('onRequest', async (_, reply) => {
      reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
    })

    app.get(askToEndNews.path, { schema: routeSchema(askToEndNews), ...limited('news') }, async (request, reply) =>
      send(request, reply, request.params.key),
    )

    app.post(endNews.path, { schema: routeSchema(endNews), ...limited('news') }, async (request, reply) => {
      const { key } = request.params
      await storeEnd(db, key, { messageId: messageOf(request), now: clock.now() })
      return send(request, reply, key)
    })

    app.post(resumeNews.path, { schema: routeSchema(resumeNews), ...limited('news') }, async (request, reply) => {
      await storeResumed(db, request.params.key)
      return send(request, reply, request.params.key)
    })
  }
}

/** The message that the link was in, for its figures. */
function messageOf({ url }: Pick<FastifyRequest, 'url'>): string | null {
  const message = new URLSearchParams(url.split('?')[1] ?? '').get('message') ?? ''
  return /^\d{1,15}$/.test(message) ? message : null
}

async function pageOf({ db }: Shop, request: FastifyRequest, key: string): Promise<PlainPage> {
  const reader = await newsReader(db, key)
  const links = [{ text: 'foyer.leave-waiting-list.shop', to: eventsPagePath }]
  if (!reader) return { title: 'foyer.news.unknown.title', text: 'foyer.news.unknown.text', links }
  const query = `?lang=${choosePageLanguage(request)}`
  const args = [reader.organization]
  return reader.hasEnded
    ? {
        title: 'foyer.news.ended.title',
        text: 'foyer.news.ended.text',
        args,
        button: 'foyer.news.resume',
        postsTo: `${pathTo(resumeNewsPath, { key })}${query}`,
        links,
      }
    : {
        title: 'foyer.news.title',
        text: 'foyer.news.text',
        args,
        button: 'foyer.news.end',
        postsTo: `${pathTo(endNewsPath, { key })}${query}&message=${messageOf(request) ?? ''}`,
        links,
      }
}
