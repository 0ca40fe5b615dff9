import type { FastifyReply } from 'fastify'
import { type OfferedContext, isOfEvent, readOffer } from '#server/catalog/catalog/catalog.ts'
import { findUnended } from '#server/catalog/catalog/all-offers.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Category, hasSaleEnded } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { Providers } from '#server/providers/registry/registry.ts'
import type { Due } from '#server/providers/port/terms.ts'
import { type Obstacle, type Way, dueForOne, dueForOnePass, judgeWays } from './judge-ways.ts'

type Needs = Pick<Shop, 'db' | 'clock' | 'providers'>

/** What an event or pass lacks to be sold, in sentences for its organiser and the operator; empty where it lacks nothing. */
export async function describeLacks({ db, clock, providers }: Needs, contextId: number): Promise<readonly string[]> {
  const offer = await readOffer(db, contextId)
  if (!offer) return []
  const terms = offer.context.termsUrl === null ? [NO_TERMS] : []
  return [...describeObstacles(providers, offer, clock.now()), ...terms]
}

const NO_TERMS =
  'There are no terms for buyers to agree to: state termsAndConditionsUrl, or the setting GLOBAL_TERMS of the organisation or the shop.'

/** Has more in it than a header may, but for what is escaped. */
const BEYOND_ASCII = /[^\x20-\x7e]/g

const escaped = (text: string): string =>
  text.replace(BEYOND_ASCII, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Sends along what an event or pass lacks to be sold: the header `Foyer-Notes`, a JSON array of sentences. The body stays as
 * the organiser contract has it.
 */
export async function sendLacks(shop: Needs, reply: FastifyReply, contextId: number): Promise<void> {
  sendNotes(reply, await describeLacks(shop, contextId))
}

/** So many events and passes of an organisation are judged, and so many sentences fit into a header. */
const MOST_JUDGED = 50
const MOST_SENTENCES = 20

/**
 * The same after settings of an organisation have changed: which of its events and passes can't be paid, as `doctor` says it. Silent
 * about those that can be paid in one way at least.
 */
export async function sendUnpayable(shop: Needs, reply: FastifyReply, organizationId: number): Promise<void> {
  sendNotes(reply, await describeUnpayableSales(shop, organizationId))
}

/** The same in sentences, of an organisation or, where none is named, of the whole shop. */
export async function describeUnpayableSales(
  { db, clock, providers }: Needs,
  organizationId?: number,
): Promise<readonly string[]> {
  const now = clock.now()
  const sentences: string[] = []
  const query = { limit: MOST_JUDGED, ...(organizationId !== undefined && { organizationId }) }
  for (const { id, name } of await findUnended(db, now, query)) {
    const offer = await readOffer(db, id)
    const obstacles = offer ? describeObstacles(providers, offer, now) : []
    if (isUnpayable(obstacles)) sentences.push(...obstacles.map(sentence => `${name}: ${sentence}`))
  }
  return sentences.slice(0, MOST_SENTENCES)
}

function sendNotes(reply: FastifyReply, sentences: readonly string[]): void {
  if (sentences.length > 0) reply.header('Foyer-Notes', escaped(JSON.stringify(sentences)))
}

/**
 * What keeps an event or pass from being paid, in sentences for its organiser and the operator: each allowed provider that
 * can't be offered and why, and what can't be paid at all. Empty where nothing is to be paid, or all works.
 */
function describeObstacles(providers: Providers, offer: OfferedContext, now: Instant): readonly string[] {
  const priced = pricesOf(offer, now).filter(({ due }) => due.amount > 0n)
  if (priced.length === 0) return []
  const ways = judgeWays(providers, offer, { categories: [], due: null, now })
  const hindered = ways.flatMap(way => describeWay(way, offer))
  if (ways.every(({ obstacle }) => obstacle !== null)) return [...hindered, NOTHING_WORKS]
  const unpayable = priced.flatMap(one => describeUnpayable(providers, offer, { ...one, now }))
  return [...hindered, ...unpayable]
}

/** Is nothing of it on sale, because none of its ways to pay works? */
const isUnpayable = (obstacles: readonly string[]): boolean => obstacles.includes(NOTHING_WORKS)

const NOTHING_WORKS = 'Nothing can be paid: what costs something is not on sale until one of its ways to pay works.'

type Priced = { readonly name: string; readonly category: Category | null; readonly due: Due }

/** What one ticket of each category costs whose sale has not ended, or one pass. */
function pricesOf(offer: OfferedContext, now: Instant): readonly Priced[] {
  if (!isOfEvent(offer)) return [{ name: 'The pass', category: null, due: dueForOnePass(offer.context) }]
  return offer.categories
    .filter(category => !hasSaleEnded(category, now))
    .map(category => ({ name: `"${category.name}"`, category, due: dueForOne(category, { offer, now }) }))
}

function describeWay({ proxy, obstacle }: Way, offer: OfferedContext): readonly string[] {
  return obstacle === null ? [] : [`${proxy} can't be offered: ${REASONS[obstacle.kind](obstacle, offer)}.`]
}

type Sentence = (obstacle: Obstacle, offer: OfferedContext) => string

const REASONS: Readonly<Record<Obstacle['kind'], Sentence>> = {
  settings: obstacle => `set ${obstacle.kind === 'settings' ? listed(obstacle.missing) : ''}`,
  secret: () => 'one of its secrets was sealed by another key and has to be set again',
  currency: (_, { context }) => `it takes no ${context.currency ?? 'money'}`,
  amount: () => 'it takes other sums',
  occasion: (_, { context }) =>
    context.kind === 'event' ? 'it is not for such an event, or not so shortly before it' : 'it is not for passes',
  categories: () => 'PAYMENT_METHODS_BLACKLIST refuses its methods',
}

/** A price that none of the ways takes that work otherwise, or a category that refuses them all. */
function describeUnpayable(
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
