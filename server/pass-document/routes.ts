import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { downloadPass } from '#contract/bought-pass.ts'
import { routeSchema } from '#contract/call.ts'
import type { Shop } from '#server/context.ts'
import { findGoodPass } from '#server/order/good-pass.ts'
import { passFile } from './pass-file.ts'

/** A bought pass to keep, for whoever knows its order. */
export function passDocumentRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(downloadPass.path, { schema: routeSchema(downloadPass) }, async (request, reply) => {
      const good = await findGoodPass(shop, request.params)
      if (!good) return reply.code(404).send()
      const { fileName, pdf } = await passFile(shop, good)
      return reply
        .type('application/pdf')
        .header('Content-Disposition', `attachment; filename="${fileName}"`)
        .header('X-Robots-Tag', 'noindex')
        .send(Buffer.from(pdf))
    })
  }
}
