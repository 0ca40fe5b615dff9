import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import type { Organizer } from '#contract/organizer.ts'
import { type SharedPage, getSharePicture } from '#contract/pages.ts'
import { organizerAnswer } from '#server/catalog/browse/organizer-answer.ts'
import type { Shop } from '#server/catalog/context.ts'
import { documentLook } from '#server/documents/pdf/document-look.ts'
import { type SharePicture, sharePicture } from '#server/documents/pdf/share-picture.ts'
import { oneByOne } from '#server/foundation/http/one-by-one.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { madeMemory } from '#server/foundation/memory/made-memory.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { shopNameOf } from '#server/foundation/setting/shop-name.ts'
import { type PictureFacts, eventFacts, organizerFacts, passFacts } from './picture-facts.ts'

/** Some 30 kB each; those not read for the longest are dropped first. */
const KEPT_BYTES = 16 * 1024 * 1024

/** Pictures are drawn one after the other, so that a ticket waits for one at most; so many may wait, a tenth of a second each. */
const MOST_WAITING = 30

/** A page names its picture by the content: a shorter time would be enough where a process is behind. */
const CACHE_CONTROL = 'public, max-age=3600'

/** Pictures of pages, in the language of the page (decision 87). */
export function sharePictureRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const kept = madeMemory<Buffer>({ maxBytes: KEPT_BYTES, weigh: ({ length }) => length })
  const inTurn = oneByOne(MOST_WAITING)
  const factsOf = readFacts(shop)

  return async app => {
    const options = { schema: routeSchema(getSharePicture), ...limited('sharePicture') }
    app.get(getSharePicture.path, options, async (request, reply) => {
      const { kind, id, name } = request.params
      const language = languageOfTag(name.split('.')[0] ?? '')
      const facts = language && (await factsOf(kind, id, language))
      if (!facts) return reply.code(404).send(undefined)
      const settings = await systemSettings(shop.db)
      const logo = settings.text('SHOP_LOGO')
      const picture: SharePicture = { ...facts, language, house: shopNameOf(settings) }
      const parts = [JSON.stringify(picture), logo, settings.text('SHOP_ACCENT')]
      const png = await kept.get(`${kind} ${id} ${language}`, parts, () =>
        inTurn(async () => Buffer.from(await sharePicture(picture, await documentLook(shop.db, settings, logo)))),
      )
      return reply.code(200).type('image/png').header('Cache-Control', CACHE_CONTROL).send(png)
    })
  }
}

/** Reads what the picture of a page says; undefined where there is no such page. */
function readFacts(shop: Shop) {
  const organizer = organizerAnswer(shop)
  return async (kind: SharedPage, id: string, language: string): Promise<PictureFacts | undefined> => {
    if (kind === 'organizer') {
      const found = await organizer(id)
      // Written by organizerAnswer, by the contract's type.
      return found === undefined
        ? undefined
        : organizerFacts(JSON.parse(found) as Organizer, { say: sayIn(shop.texts, language) })
    }
    if (kind === 'pass') {
      const offer = await shop.catalog.offeredPass(id)
      return offer && passFacts(offer.context, { language, say: sayIn(textsOf(offer, shop.texts), language) })
    }
    const offer = await shop.catalog.offeredEvent(id)
    return offer && eventFacts(offer.context, { language, say: sayIn(textsOf(offer, shop.texts), language) })
  }
}
