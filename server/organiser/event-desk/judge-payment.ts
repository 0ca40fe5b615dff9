import type { DeskEventFacts } from '#contract/desk-event.ts'
import { type Category, hasSaleEnded } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Way, dueForOne, judgeWays } from '#server/catalog/sale-check/judge-ways.ts'

type Needs = Pick<Shop, 'providers' | 'texts'>
type Reader = { readonly now: Instant; readonly language: string }

/** Can what an event sells be paid, by which ways, and why not? For people, in their language. */
export function judgePayment(shop: Needs, offer: OfferedEvent, { now, language }: Reader): DeskEventFacts['payment'] {
  const say = (key: string, ...args: readonly string[]) => shop.texts.text(language, key, ...args)
  const priced = offer.categories.filter(
    category => !hasSaleEnded(category, now) && dueForOne(category, { offer, now }).amount > 0n,
  )
  const ways = judgeWays(shop.providers, offer, { categories: [], due: null, now })
  const unpayable = priced.flatMap(category => reasonFor(shop, offer, category, { now, say }))
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

type Say = (key: string, ...args: readonly string[]) => string

function reasonFor(
  { providers }: Needs,
  offer: OfferedEvent,
  category: Category,
  { now, say }: { readonly now: Instant; readonly say: Say },
): string[] {
  const due = dueForOne(category, { offer, now })
  const ways = judgeWays(providers, offer, { categories: [category.id], due, now })
  if (ways.some(({ obstacle }) => obstacle === null)) return []
  const sum = `${printed(due.amount, due.currency)} ${due.currency}`
  return [say('foyer.desk.event.unpayable', category.name, sum)]
}

function reasonOfWay({ obstacle }: Way, { context }: OfferedEvent, say: Say): string | null {
  if (obstacle === null) return null
  const args = obstacle.kind === 'settings' ? [obstacle.missing.join(', ')] : [context.currency ?? '']
  return say(`foyer.desk.event.way.${obstacle.kind}`, ...args)
}
