import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { getBundle, getCountries, getEuVatCountries, getLanguages, getVatCountries } from '#contract/i18n.ts'
import type { BriefMemory } from '#server/foundation/memory/brief-memory.ts'
import { countries, euVatCountries, languageOfTag, offeredLanguages, vatCountries } from './languages.ts'
import type { SystemTexts } from './overrides.ts'
import type { Texts } from './texts.ts'

/** Languages, texts and countries. */
export function languageRoutes(shipped: Texts, system: BriefMemory<'texts', SystemTexts>): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getLanguages.path, { schema: routeSchema(getLanguages) }, async (_request, reply) =>
      reply.code(200).send(offeredLanguages.map(language => ({ ...language }))),
    )
    app.get(getBundle.path, { schema: routeSchema(getBundle) }, async (request, reply) => {
      const { texts } = request.query.withSystemOverride === false ? { texts: shipped } : await system.get('texts')
      return reply.code(200).send({ ...texts.bundle(languageOfTag(request.params.lang) ?? request.params.lang) })
    })
    const lists = [
      [getCountries, countries],
      [getVatCountries, vatCountries],
      [getEuVatCountries, euVatCountries],
    ] as const
    for (const [list, countriesIn] of lists) {
      app.get(list.path, { schema: routeSchema(list) }, async (request, reply) =>
        reply.code(200).send([...countriesIn(request.params.lang)]),
      )
    }
  }
}
