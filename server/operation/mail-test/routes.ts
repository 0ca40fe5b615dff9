import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { sendSampleMail } from '#contract/desk-mail-test.ts'
import { problem } from '#domain/foundation/problem.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import { memberById } from '#server/access/member/members.ts'
import type { Shop } from '#server/catalog/context.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { shippedLanguage } from '#server/foundation/language/languages.ts'
import { wordingScope } from '#server/organiser/configuration/wording-scope.ts'
import { sendForbidden, sendRefusals } from '#server/organiser/member/answer.ts'
import { sendSample } from './send-sample.ts'

/** One mail of the shop to the member who asks, for those who may change its words. */
export function mailTestRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk(['administer-shop', 'manage-events'], { db, clock, baseUrl: config.baseUrl }))

    app.post(
      sendSampleMail.path,
      { schema: routeSchema(sendSampleMail), ...limited('settingsTest') },
      async (request, reply) => {
        const { mail, language, ...named } = request.body
        const by = deskPrincipal(request)
        const scope = await wordingScope(db, by, named)
        if (!scope) return sendForbidden(reply)
        if (shippedLanguage(language) === undefined)
          return sendRefusals(request, reply, shop, [problem('foyer.desk.text.no-language', { field: 'language' })])
        const member = by.kind === 'member' ? await memberById(db, by.memberId) : undefined
        if (!member) return sendRefusals(request, reply, shop, [problem('foyer.desk.message.refused.no-member')])
        return sendSample(shop, { scope, member, mail, language })
      },
    )
  }
}
