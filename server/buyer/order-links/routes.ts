import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { ORDER_LINKS_FORM, askForOrderLinks as askCall } from '#contract/order-links.ts'
import { checkEmail } from '#domain/order/reservation/contact.ts'
import type { Shop } from '#server/catalog/context.ts'
import { refusal, validated } from '#server/foundation/http/answer.ts'
import { TooManyRequests, limited } from '#server/foundation/http/rate-limit.ts'
import { ENGLISH, languageOfTag } from '#server/foundation/language/languages.ts'
import { askForOrderLinks } from './order-links.ts'

export function orderLinksRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.post(askCall.path, { schema: routeSchema(askCall), ...limited('mail') }, async (request, reply) => {
      const email = request.body.email?.trim() ?? ''
      const problems = checkEmail(email, 'email')
      if (problems.length > 0) return reply.code(422).send(refusal(problems, { form: ORDER_LINKS_FORM, value: false }))
      const language = languageOfTag(request.body.lang ?? '') ?? ENGLISH
      const seconds = await askForOrderLinks(shop, { email, language })
      if (seconds > 0) throw new TooManyRequests(seconds)
      return reply.code(200).send(validated(true))
    })
  }
}
