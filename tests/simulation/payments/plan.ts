import type { BuyerAct, Mood } from '#tests/fakes/provider-fake.ts'
import { type RandomNumbers, randomNumbers } from '../../support/run/random-numbers.ts'

/** What is done in the course of a purchase, by its buyer, the provider, its messages, the clock and misfortune. */
export type Act =
  /** Begins a payment in one of the ways of what is sold, counted through. */
  | { readonly kind: 'begin'; readonly way: number }
  /** Has the payment ended that is under way, then begins another one. */
  | { readonly kind: 'change way'; readonly way: number }
  /** On the provider's page; `back`: how many payments before the last one it is about, as in a tab that was left open. */
  | { readonly kind: 'page'; readonly act: BuyerAct; readonly back: number }
  | { readonly kind: 'press pay' | 'come back' | 'force check' | 'look at order' | 'release tickets' }
  /** Applies a pass that was sold meanwhile, counted through; an order that costs nothing then is confirmed. */
  | { readonly kind: 'use pass'; readonly pass: number }
  | { readonly kind: 'take pass off' }
  | { readonly kind: 'office'; readonly act: OfficeAct; readonly back: number }
  | { readonly kind: 'messages'; readonly act: MessageAct }
  | { readonly kind: 'provider is'; readonly mood: Mood; readonly calls: number }
  | { readonly kind: 'refunds go'; readonly how: 'usual' | 'pending' | 'refused' | 'fail-later' }
  | { readonly kind: 'clock'; readonly minutes: number }
  | { readonly kind: 'run jobs' | 'kill -9' }
  | { readonly kind: 'at once'; readonly acts: readonly Act[] }

export type OfficeAct =
  | 'settle'
  | 'fail'
  | 'cancel'
  | 'refund'
  | 'refund a part'
  | 'dispute'
  | 'dispute won'
  | 'dispute lost'
export type MessageAct = 'in-order' | 'reversed' | 'twice' | 'drop' | 'redeliver' | 'forge'

export type PlannedPurchase = {
  readonly number: number
  /** Which of the sales, counted through. */
  readonly sale: number
  readonly tickets: number
  /** Of the category with few seats. */
  readonly isOfFew: boolean
  readonly acts: readonly Act[]
}

/** The same seed plans the same acts; each purchase has numbers of its own, so that more purchases change none of them. */
export const planned = (seed: number, purchases: number): readonly PlannedPurchase[] =>
  Array.from({ length: purchases }, (_, index) => aPurchase(randomNumbers(seed * 100_003 + index), index))

/** A process is killed once in so many purchases, */
const PURCHASES_PER_KILL = 20
/** and one is paid, then refunded in the provider's back office. */
const PURCHASES_PER_REFUND = 20

function aPurchase(random: RandomNumbers, number: number): PlannedPurchase {
  const acts = [...Array(2 + Math.floor(random() * 8)).keys()].map(() => anAct(random))
  const isTroubled = random() < 0.7
  const ending = random() < 0.6 ? STRAIGHT : []
  const all = [...(isTroubled ? [STRAIGHT[0], ...acts, ...ending] : STRAIGHT), anAct(random)]
  const sale = Math.floor(random() * 1000)
  const tickets = 1 + Math.floor(random() * 3)
  if (number % PURCHASES_PER_REFUND === 0) return { number, sale: 0, tickets, isOfFew: false, acts: REFUNDED }
  return {
    number,
    sale,
    tickets,
    isOfFew: random() < 0.15,
    acts: number % PURCHASES_PER_KILL === PURCHASES_PER_KILL / 2 ? withKill(random, all) : all,
  }
}

const STRAIGHT: readonly [Act, ...Act[]] = [
  { kind: 'begin', way: 0 },
  { kind: 'page', act: 'pay', back: 0 },
  { kind: 'come back' },
  { kind: 'press pay' },
]

const REFUNDED: readonly Act[] = [...STRAIGHT, { kind: 'office', act: 'refund', back: 0 }]

/** At the same moment as one of the acts. */
function withKill(random: RandomNumbers, acts: readonly Act[]): readonly Act[] {
  const at = Math.floor(random() * acts.length)
  return acts.map((act, index) => (index === at ? { kind: 'at once', acts: [act, { kind: 'kill -9' }] } : act))
}

type Choice = readonly [often: number, make: (random: RandomNumbers) => Act]

function anAct(random: RandomNumbers, choices: readonly Choice[] = CHOICES): Act {
  let left = random() * choices.reduce((sum, [often]) => sum + often, 0)
  const found = choices.find(([often]) => (left -= often) < 0)
  if (!found) throw new Error('there is nothing to do')
  return found[1](random)
}

const one = <Thing>(random: RandomNumbers, of: readonly [Thing, ...Thing[]]): Thing =>
  of[Math.floor(random() * of.length)] ?? of[0]

/** Mostly the last payment, now and then one that was begun before. */
const aTab = (random: RandomNumbers): number => (random() < 0.75 ? 0 : 1 + Math.floor(random() * 2))

const REFUSALS = ['decline', 'decline-funds', 'decline-stolen', 'authenticate-and-fail', 'cancel', 'abandon'] as const
const MOODS = ['down', 'slow', 'nonsense', 'lost', 'unreachable', 'busy'] as const
const MESSAGES = ['in-order', 'in-order', 'reversed', 'twice', 'drop', 'redeliver', 'forge'] as const
const OFFICE = [
  'settle',
  'settle',
  'fail',
  'cancel',
  'refund',
  'refund a part',
  'dispute',
  'dispute won',
  'dispute lost',
] as const
const REFUNDS = ['usual', 'usual', 'pending', 'refused', 'fail-later'] as const

const always = (act: Act) => (): Act => act

/** What one person does at a time. */
const SINGLE: readonly Choice[] = [
  [12, random => ({ kind: 'begin', way: Math.floor(random() * 4) })],
  [6, random => ({ kind: 'change way', way: Math.floor(random() * 4) })],
  [14, random => ({ kind: 'page', act: 'pay', back: aTab(random) })],
  [5, random => ({ kind: 'page', act: 'pay-later', back: aTab(random) })],
  [9, random => ({ kind: 'page', act: one(random, REFUSALS), back: aTab(random) })],
  [8, always({ kind: 'press pay' })],
  [5, always({ kind: 'come back' })],
  [5, always({ kind: 'force check' })],
  [3, always({ kind: 'look at order' })],
  [3, always({ kind: 'release tickets' })],
  [6, random => ({ kind: 'use pass', pass: Math.floor(random() * 1000) })],
  [2, always({ kind: 'take pass off' })],
  [9, random => ({ kind: 'office', act: one(random, OFFICE), back: aTab(random) })],
  [16, random => ({ kind: 'messages', act: one(random, MESSAGES) })],
]

const CHOICES: readonly Choice[] = [
  ...SINGLE,
  [9, random => ({ kind: 'provider is', mood: one(random, MOODS), calls: 1 + Math.floor(random() * 4) })],
  [1, random => ({ kind: 'provider is', mood: one(random, MOODS), calls: 20 })],
  [2, random => ({ kind: 'refunds go', how: one(random, REFUNDS) })],
  [7, random => ({ kind: 'clock', minutes: 1 + Math.floor(random() * 4) })],
  [1, random => ({ kind: 'clock', minutes: 30 + Math.floor(random() * 40) })],
  [6, always({ kind: 'run jobs' })],
  [4, always({ kind: 'at once', acts: [{ kind: 'press pay' }, { kind: 'press pay' }] })],
  [3, random => twoTabs(random)],
  [6, random => ({ kind: 'at once', acts: [anAct(random, SINGLE), anAct(random, SINGLE)] })],
]

/** Paid in one tab while the other way is chosen in another. */
function twoTabs(random: RandomNumbers): Act {
  const inOneTab: Act = { kind: 'page', act: 'pay', back: 0 }
  return { kind: 'at once', acts: [inOneTab, { kind: 'change way', way: Math.floor(random() * 4) }] }
}
