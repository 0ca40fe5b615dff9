import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { storeDeskImage } from '#contract/desk-image.ts'
import { problem } from '#domain/foundation/problem.ts'
import { onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { MAX_IMAGE_BYTES, storeImage } from '#server/foundation/file/image.ts'
import type { shrinkImage } from '#server/foundation/file/shrink-image.ts'
import { heavyTask } from '#server/foundation/heavy-work/heavy-task.ts'
import { workForImages } from '#server/foundation/heavy-work/heavy-worker.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { turnOf } from './turn.ts'

const SHRINK = heavyTask<typeof shrinkImage>(
  new URL('../../foundation/file/shrink-image.ts', import.meta.url),
  'shrinkImage',
)

/** Images of events and passes, made small by the shop: one at a time, the members take turns. */
export function imageRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-events', { db, clock, baseUrl: config.baseUrl }))
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)

    app.post(storeDeskImage.path, { schema: routeSchema(storeDeskImage) }, async (request, reply) => {
      const { left = 0, top = 0, width, height } = request.query
      const crop = width === undefined || height === undefined ? null : { left, top, width, height }
      const content: unknown = request.body
      const refuse = (code: string, ...args: number[]) =>
        sendRefusals(request, reply, shop, [problem(`foyer.desk.image.${code}`, { args })])
      if (!Buffer.isBuffer(content)) return refuse('unreadable')
      const made = await workForImages.run(SHRINK, { content, crop, maxBytes: MAX_IMAGE_BYTES }, turnOf(request))
      if ('refused' in made)
        return made.refused === 'too-many-pixels' ? refuse(made.refused, made.megapixels) : refuse(made.refused)
      const imageId = await storeImage(db, Buffer.from(made.content), clock.now())
      if (imageId === undefined) throw new Error('an image that was made small could not be stored')
      return reply.code(201).send({ imageId, width: made.width, height: made.height })
    })
  }
}
