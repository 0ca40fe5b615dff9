import type { BasicEventInfo } from '#contract/event.ts'
import type { BasicSubscriptionInfo } from '#contract/subscription.ts'
import { type OfferedPass, FRESH_MS } from '#server/catalog/catalog/catalog.ts'
import { listEvents, presentEach } from '#server/catalog/catalog/offers.ts'
import { type PassFilter, listPasses } from '#server/catalog/catalog/passes.ts'
import type { Shop } from '#server/catalog/context.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { renderAhead } from '#server/foundation/markdown/rendered-markdown.ts'
import { type Kept, keptAnswers } from './kept-answers.ts'
import { type OfferQuery, offerFilterOf } from './event-list.ts'
import { presentBasicPass, presentPass } from './present-passes.ts'
import { descriptionsOf, presentBasicEvent } from './present.ts'

type PassList = Kept<BasicSubscriptionInfo[]>

/** What visitors ask for about passes. */
export type PassAnswers = {
  /** Public passes on sale, narrowed as a list of events is. */
  list(query: OfferQuery): Promise<PassList>
  /** Finished JSON text; undefined for an unknown pass. */
  pass(publicId: string): Promise<string | undefined>
  /** Public events that have not ended and take the pass; undefined for an unknown pass. */
  events(publicId: string): Promise<Kept<BasicEventInfo[]> | undefined>
  /** Public passes on sale that the event takes; undefined for an unknown event. */
  accepted(shortName: string): Promise<PassList | undefined>
}

const NO_PASSES: PassList = { value: [], json: '[]' }

type Written = { readonly left: number | null; readonly at: number; readonly text: string }

/** The text of a pass is written again when the offer or what is left has changed, and at the latest after FRESH_MS. */
export function passAnswers(
  shop: Pick<Shop, 'config' | 'db' | 'catalog' | 'clock' | 'texts' | 'providers' | 'log'>,
): PassAnswers {
  const { config, catalog, clock, texts, providers, log } = shop
  const kept = new WeakMap<OfferedPass, Written>()
  const keptLists = keptAnswers<BasicSubscriptionInfo[]>()
  const keptEvents = keptAnswers<BasicEventInfo[]>()
  const listed = async (filter: PassFilter): Promise<PassList> => {
    const now = clock.now()
    return keptLists(JSON.stringify(filter), [await shop.catalog.listedPasses(now, filter)], async () => {
      const passes = await listPasses(shop, now, filter)
      return presentEach(passes, pass => presentBasicPass(pass, texts), log)
    })
  }

  return {
    list: query => listed(offerFilterOf(query)),
    pass: async publicId => {
      const offer = await catalog.offeredPass(publicId)
      if (!offer) return undefined
      const left = await catalog.passesLeft(offer.context)
      const now = clock.now()
      const last = kept.get(offer)
      if (last?.left === left && Math.abs(now - last.at) < FRESH_MS) return last.text
      const own = textsOf(offer, texts)
      await renderAhead(descriptionsOf(offer, own))
      const text = JSON.stringify(presentPass({ texts: own, providers, config }, offer, { left, now }))
      kept.set(offer, { left, at: now, text })
      return text
    },
    events: async publicId => {
      const offer = await catalog.offeredPass(publicId)
      if (!offer) return undefined
      const now = clock.now()
      const filter = { passId: offer.context.id }
      return keptEvents(String(filter.passId), [await shop.catalog.listedEvents(now, filter)], async () => {
        const events = await listEvents(shop, now, filter)
        return presentEach(events, event => presentBasicEvent(event, texts), log)
      })
    },
    accepted: async shortName => {
      const offer = await catalog.offeredEvent(shortName)
      if (!offer) return undefined
      const ids = offer.passLinks.map(({ passId }) => passId)
      return ids.length === 0 ? NO_PASSES : listed({ ids })
    },
  }
}
