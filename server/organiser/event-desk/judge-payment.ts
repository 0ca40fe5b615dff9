import type { DeskEventFacts } from '#contract/desk-event.ts'
import { type CategoryId, hasSaleEnded } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { OfferedEvent, OfferedPass } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Way, dueForOne, dueForOnePass, judgeWays } from '#server/catalog/sale-check/judge-ways.ts'
import type { Due } from '#server/providers/port/terms.ts'

type Needs = Pick<Shop, 'providers' | 'texts'>

/** An event as it is offered, or a pass as it is stored. */
type Sold = OfferedEvent | Pick<OfferedPass, 'context' | 'settings'>

const isOfEvent = (sold: Sold): sold is OfferedEvent => sold.context.kind === 'event'

type Reader = { readonly now: Instant; readonly language: string }

/** Can what an event sells, or a pass, be paid, by which ways, and why not? For people, in their language. */
export function judgePayment(shop: Needs, offer: Sold, { now, language }: Reader): DeskEventFacts['payment'] {
  const say = (key: string, ...args: readonly string[]) => shop.texts.text(language, key, ...args)
  const priced = pricesOf(offer, { now, language }).filter(({ due }) => due.amount > 0n)
  const ways = judgeWays(shop.providers, offer, { categories: [], due: null, now })
  const unpayable = priced.flatMap(one => reasonFor(shop, offer, one, { now, say }))
  return {
    isNeeded: priced.length > 0,
    canBePaid: unpayable.length === 0,
    ways: ways.map(way => ({
      provider: way.proxy,
      methods: way.methods.map(({ method }) => method),
      works: way.obstacle === null,
      reason: reasonOfWay(way, offer, say),
    })),
    reasons: unpayable,
  }
}

type Priced = { readonly name: string; readonly categories: readonly CategoryId[]; readonly due: Due }

/** One ticket of each category whose sale has not ended, or one pass. */
function pricesOf(offer: Sold, { now, language }: Reader): readonly Priced[] {
  if (!isOfEvent(offer))
    return [{ name: inLanguage(offer.context.title, language), categories: [], due: dueForOnePass(offer.context) }]
  return offer.categories
    .filter(category => !hasSaleEnded(category, now))
    .map(category => ({ name: category.name, categories: [category.id], due: dueForOne(category, { offer, now }) }))
}

type Say = (key: string, ...args: readonly string[]) => string

function reasonFor(
  { providers }: Needs,
  offer: Sold,
  { name, categories, due }: Priced,
  { now, say }: { readonly now: Instant; readonly say: Say },
): string[] {
  const ways = judgeWays(providers, offer, { categories, due, now })
  if (ways.some(({ obstacle }) => obstacle === null)) return []
  const sum = `${printed(due.amount, due.currency)} ${due.currency}`
  return [say('foyer.desk.event.unpayable', name, sum)]
}

function reasonOfWay({ obstacle }: Way, { context }: Sold, say: Say): string | null {
  if (obstacle === null) return null
  const args = obstacle.kind === 'settings' ? [obstacle.missing.join(', ')] : [context.currency ?? '']
  return say(`foyer.desk.event.way.${obstacle.kind}`, ...args)
}
