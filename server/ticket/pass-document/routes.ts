import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { downloadPass, getPassCalendar } from '#contract/invoice.ts'
import { routeSchema } from '#contract/call.ts'
import { CALENDAR_FILE_NAME, CALENDAR_TYPE, googlePassLink, passCalendar } from '#server/documents/calendar/calendar.ts'
import type { Shop } from '#server/catalog/context.ts'
import { shippedLanguage } from '#server/foundation/language/languages.ts'
import { findGoodPass } from '#server/order/order/good-pass.ts'
import { passCalendarEntry, passFile } from './pass-file.ts'

/** A bought pass to keep, for every client that knows its order. */
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

    app.get(getPassCalendar.path, { schema: routeSchema(getPassCalendar) }, async (request, reply) => {
      const good = await findGoodPass(shop, request.params)
      const language = shippedLanguage(request.params.locale)
      const entry = good && passCalendarEntry(shop, good, language)
      if (!entry) return reply.code(404).send()
      reply.header('X-Robots-Tag', 'noindex')
      if (request.query.type === 'google') return reply.redirect(googlePassLink(entry), 302)
      const host = new URL(shop.config.baseUrl).host
      return reply
        .type(CALENDAR_TYPE)
        .header('Content-Disposition', `inline; filename="${CALENDAR_FILE_NAME}"`)
        .send(passCalendar(entry, { host, writtenAt: shop.clock.now() }))
    })
  }
}
