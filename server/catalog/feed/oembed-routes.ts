import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { getOembed } from '#contract/oembed.ts'
import type { Shop } from '#server/catalog/context.ts'
import { embeddable, frameOf, oembedOf } from './oembed.ts'

/** How other sites embed a page of the shop (decision 89). */
export function oembedRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getOembed.path, { schema: routeSchema(getOembed) }, async (request, reply) => {
      const { url, format = 'json', maxwidth, maxheight } = request.query
      // What the shop knows no way to write is said before what it knows nothing about.
      if (format !== 'json') return reply.code(501).send()
      const found = await embeddable(shop, url)
      if (!found) return reply.code(404).send()
      if (!found.isPublic) return reply.code(401).send()
      reply.header('Cache-Control', 'public, max-age=300').header('Access-Control-Allow-Origin', '*')
      return reply.code(200).send(oembedOf(found, await frameOf(shop, { maxwidth, maxheight })))
    })
  }
}
