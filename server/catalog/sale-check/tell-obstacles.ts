import { type Category, hasSaleEnded } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { printed } from '#domain/foundation/money/money.ts'
import { type OfferedContext, isOfEvent } from '#server/catalog/catalog/catalog.ts'
import type { Providers } from '#server/providers/registry/registry.ts'
import type { Due } from '#server/providers/port/terms.ts'
import { type Obstacle, type Way, judgeWays } from './judge-ways.ts'
import { dueForOnePass } from './one-pass.ts'
import { dueForOne } from './one-ticket.ts'

/**
 * What keeps an event or pass from being paid, in sentences for its organiser and the operator: each allowed provider that
 * can't be offered and why, and what can't be paid at all. Empty where nothing is to be paid, or all works.
 */
export function tellObstacles(providers: Providers, offer: OfferedContext, now: Instant): readonly string[] {
  const priced = pricesOf(offer, now).filter(({ due }) => due.amount > 0n)
  if (priced.length === 0) return []
  const ways = judgeWays(providers, offer, { categories: [], due: null, now })
  const hindered = ways.flatMap(way => tellWay(way, offer))
  if (ways.every(({ obstacle }) => obstacle !== null)) return [...hindered, NOTHING_WORKS]
  const unpayable = priced.flatMap(one => tellUnpayable(providers, offer, { ...one, now }))
  return [...hindered, ...unpayable]
}

/** Is nothing of it on sale, because none of its ways to pay works? */
export const isUnpayable = (obstacles: readonly string[]): boolean => obstacles.includes(NOTHING_WORKS)

const NOTHING_WORKS = 'Nothing can be paid: what costs something is not on sale until one of its ways to pay works.'

type Priced = { readonly name: string; readonly category: Category | null; readonly due: Due }

/** What one ticket of each category costs whose sale has not ended, or one pass. */
function pricesOf(offer: OfferedContext, now: Instant): readonly Priced[] {
  if (!isOfEvent(offer)) return [{ name: 'The pass', category: null, due: dueForOnePass(offer.context) }]
  return offer.categories
    .filter(category => !hasSaleEnded(category, now))
    .map(category => ({ name: `"${category.name}"`, category, due: dueForOne(category, { offer, now }) }))
}

function tellWay({ proxy, obstacle }: Way, offer: OfferedContext): readonly string[] {
  return obstacle === null ? [] : [`${proxy} can't be offered: ${REASONS[obstacle.kind](obstacle, offer)}.`]
}

type Tell = (obstacle: Obstacle, offer: OfferedContext) => string

const REASONS: Readonly<Record<Obstacle['kind'], Tell>> = {
  settings: obstacle => `set ${obstacle.kind === 'settings' ? listed(obstacle.missing) : ''}`,
  secret: () => 'one of its secrets was sealed by another key and has to be set again',
  currency: (_, { context }) => `it takes no ${context.currency ?? 'money'}`,
  amount: () => 'it takes other sums',
  occasion: (_, { context }) =>
    context.kind === 'event' ? 'it is not for such an event, or not so shortly before it' : 'it is not for passes',
  categories: () => 'PAYMENT_METHODS_BLACKLIST refuses its methods',
}

/** A price that none of the ways takes that work otherwise, or a category that refuses them all. */
function tellUnpayable(
  providers: Providers,
  offer: OfferedContext,
  { name, category, due, now }: Priced & { readonly now: Instant },
): readonly string[] {
  const categories = category === null ? [] : [category.id]
  const ways = judgeWays(providers, offer, { categories, due, now })
  if (ways.some(({ obstacle }) => obstacle === null)) return []
  const isSum = ways.some(({ obstacle }) => obstacle?.kind === 'amount')
  const cost = `${printed(due.amount, due.currency)} ${due.currency}`
  return [
    isSum
      ? `${name} can't be paid alone: no way to pay that works takes ${cost}.`
      : `${name} can't be paid: PAYMENT_METHODS_BLACKLIST refuses each way to pay that works.`,
  ]
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
