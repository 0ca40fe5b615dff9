import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { previewDeskMarkdown } from '#contract/desk-markdown.ts'
import { problem } from '#domain/foundation/problem.ts'
import { onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { htmlOfDraft } from '#server/foundation/markdown/rendered-markdown.ts'
import { refuseEvent } from './answer.ts'
import { turnOf } from './turn.ts'

/** Descriptions as the shop will show them, while an organiser writes them. */
export function markdownRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config, texts } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-events', { db, clock, baseUrl: config.baseUrl }))

    app.post(previewDeskMarkdown.path, { schema: routeSchema(previewDeskMarkdown) }, async (request, reply) => {
      const say = sayIn(texts, choosePageLanguage(request))
      const html = await htmlOfDraft({ markdown: request.body.text, say, owner: turnOf(request) })
      if (html === null)
        return refuseEvent(request, reply, shop, [problem('description-too-costly', { field: 'text' })])
      return { html }
    })
  }
}
