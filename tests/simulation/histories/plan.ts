import { type RandomNumbers, randomNumbers } from '../../support/run/random-numbers.ts'
import type { Act, MessageAct, OfficeAct, OrderAct, PlainAct, TicketAct } from './act.ts'
import { type Shape, aShape } from './shape.ts'

/** What is sold, and everything that is done to its orders. */
export type History = { readonly seed: number; readonly shape: Shape; readonly acts: readonly Act[] }

/** The order of the pass; those before it are of the event. */
export const PASS_ORDER = 2

/** The same seed plans the same history. */
export function planned(seed: number): History {
  const random = randomNumbers(seed)
  const shape = aShape(random)
  const plot = one(random, shape.pass ? PLOTS_WITH_PASS : PLOTS)
  const acts = plot(random, shape).flatMap(act => [...noise(random, shape), act])
  const isErased = shape.isErased && random() < 0.8
  const afterwards = many(1 + Math.floor(random() * 3), () => anAct(random, shape, AFTERWARDS))
  return { seed, shape, acts: [...acts, ...(isErased ? [{ kind: 'erase' } as const, ...afterwards] : [])] }
}

type Plot = (random: RandomNumbers, shape: Shape) => readonly Act[]

/** What a history is about; anything may happen in between. */
const PLOTS: readonly [Plot, ...Plot[]] = [
  (random, shape) => [...bought(random, shape, 0), ...later(random, shape)],
  (random, shape) => [...bought(random, shape, 0), ...later(random, shape), ...later(random, shape)],
  (random, shape) => [
    ...refusedOnce(random, shape),
    ...bought(random, shape, 1),
    ...paidAfterAll,
    ...later(random, shape),
  ],
  (random, shape) => oneByOne(random, shape),
  (random, shape) => [...opened(random, shape, 0), aLongHold(random), ...later(random, shape)],
  (random, shape) => [...withoutAnswer(random, shape), ...later(random, shape)],
  (random, shape) => many(14, () => anAct(random, shape, ANYTHING)),
]

/** The same where there is a pass. */
const PLOTS_WITH_PASS: readonly [Plot, ...Plot[]] = [
  ...PLOTS,
  (random, shape) => [...bought(random, shape, PASS_ORDER), ...withPass(random, shape), ...later(random, shape)],
  (random, shape) => [...bought(random, shape, PASS_ORDER), ...ofPass(random, shape)],
  (random, shape) => [...bought(random, shape, PASS_ORDER), ...ofPass(random, shape)],
]

const many = <Thing>(count: number, make: () => Thing): readonly Thing[] => Array.from({ length: count }, make)

const one = <Thing>(random: RandomNumbers, of: readonly [Thing, ...Thing[]]): Thing =>
  of[Math.floor(random() * of.length)] ?? of[0]

/** Reserved and filled in. */
function opened(random: RandomNumbers, shape: Shape, order: number): readonly Act[] {
  if (order === PASS_ORDER)
    return [
      { kind: 'buy pass', order },
      { kind: 'fill in', order, isInvoice: random() < 0.7 },
    ]
  return [reserving(random, shape, order), { kind: 'fill in', order, isInvoice: random() < 0.7 }]
}

function bought(random: RandomNumbers, shape: Shape, order: number): readonly Act[] {
  const way = random() < 0.75 ? 0 : Math.floor(random() * 4)
  return [
    ...opened(random, shape, order),
    { kind: 'pay', order, way },
    { kind: 'page', order, act: 'pay', back: 0 },
    { kind: 'come back', order },
    { kind: 'press pay', order },
    { kind: 'messages', act: 'in-order' },
  ]
}

/** A payment is open, and the provider is away until the shop waits no longer. */
const withoutAnswer: Plot = (random, shape) => [
  ...opened(random, shape, 0),
  { kind: 'pay', order: 0, way: 0 },
  { kind: 'page', order: 0, act: one(random, ['pay', 'abandon', 'decline'] as const), back: 0 },
  { kind: 'provider is', mood: one(random, ['down', 'unreachable'] as const), calls: 1000 },
  { kind: 'messages', act: one(random, ['drop', 'in-order'] as const) },
  { kind: 'clock', minutes: 90 },
  { kind: 'clock', minutes: 60 },
  { kind: 'confirm', order: 0 },
  { kind: 'provider is', mood: 'usual', calls: 1 },
]

function refusedOnce(random: RandomNumbers, shape: Shape): readonly Act[] {
  const withPass: readonly Act[] = shape.pass && random() < 0.4 ? [...bought(random, shape, PASS_ORDER)] : []
  const applied: readonly Act[] = withPass.length > 0 ? [{ kind: 'use pass', order: 0 }] : []
  return [
    ...withPass,
    ...opened(random, shape, 0),
    ...applied,
    { kind: 'pay', order: 0, way: 0 },
    { kind: 'page', order: 0, act: 'decline', back: 0 },
    { kind: 'messages', act: 'in-order' },
    ...(applied.length > 0 ? [{ kind: 'refund order', order: PASS_ORDER, isMoneyReturned: true } as const] : []),
  ]
}

const paidAfterAll: readonly Act[] = [
  { kind: 'page', order: 0, act: 'pay', back: 0 },
  { kind: 'come back', order: 0 },
  { kind: 'press pay', order: 0 },
  { kind: 'messages', act: 'in-order' },
]

const withPass: Plot = (random, shape) => [
  ...opened(random, shape, 0),
  { kind: 'use pass', order: 0 },
  { kind: 'pay', order: 0, way: 0 },
  { kind: 'page', order: 0, act: 'pay', back: 0 },
  { kind: 'come back', order: 0 },
  { kind: 'press pay', order: 0 },
  { kind: 'messages', act: 'in-order' },
]

/** Some entries are used, the pass is withdrawn from, and the rest of its money may go back as well. */
const ofPass: Plot = (random, shape) => [
  ...withPass(random, shape),
  ...many(Math.floor(random() * 3), () => onTicket(random, 'check in')),
  { kind: 'withdraw', order: PASS_ORDER },
  ...(random() < 0.5 ? [{ kind: 'refund order', order: PASS_ORDER, isMoneyReturned: true } as const] : []),
  ...later(random, shape),
]

/** A ticket that costs something leaves the order, then one that costs nothing. */
const oneByOne: Plot = (random, shape) => [
  ...bought(random, shape, 0),
  random() < 0.5
    ? { kind: 'refund ticket', order: 0, ticket: 0, isMoneyReturned: random() < 0.8 }
    : onTicket(random, 'take out'),
  ...many(1 + Math.floor(random() * 2), () => onTicket(random, 'release')),
  ...later(random, shape),
]

const onTicket = (random: RandomNumbers, kind: TicketAct): Act => ({
  kind,
  order: 0,
  ticket: Math.floor(random() * 4),
})

/** Longer than any order may be held. */
const HOLD_MINUTES = 140

function aLongHold(random: RandomNumbers): Act {
  const minutes = 10 + Math.floor(random() * 5)
  const act = one(random, ['abandon', 'decline', 'cancel'] as const)
  return { kind: 'keep paying', order: 0, act, minutes, times: Math.ceil(HOLD_MINUTES / minutes) }
}

const later: Plot = (random, shape) => many(2 + Math.floor(random() * 5), () => anAct(random, shape, AFTERWARDS))

function reserving(random: RandomNumbers, { code, group }: Shape, order: number): OrderAct {
  const Child = random() < 0.55 ? 1 : 0
  const Member = group && random() < 0.7 ? 1 + Math.floor(random() * 2) : 0
  const Adult = Math.floor(random() * 3) + (Child + Member === 0 ? 1 : 0)
  const booklets = random() < 0.25 ? 1 : 0
  return {
    kind: 'reserve',
    order,
    tickets: { Adult, Child, Member },
    booklets,
    isWithCode: code !== null && random() < 0.7,
  }
}

/** Now and then something that does not belong there. */
function noise(random: RandomNumbers, shape: Shape): readonly Act[] {
  return random() < 0.22 ? [anAct(random, shape, random() < 0.5 ? WHILE_PAYING : ANYTHING)] : []
}

type Choice = readonly [often: number, make: (random: RandomNumbers, shape: Shape) => Act]

function anAct(random: RandomNumbers, shape: Shape, choices: readonly Choice[]): Act {
  let left = random() * choices.reduce((sum, [often]) => sum + often, 0)
  const found = choices.find(([often]) => (left -= often) < 0)
  if (!found) throw new Error('there is nothing to do')
  return found[1](random, shape)
}

/** Mostly the first order; now and then the second, or that of the pass. */
function some(random: RandomNumbers, { pass }: Shape): number {
  const at = random()
  if (at < 0.7) return 0
  return pass && at < 0.92 ? PASS_ORDER : 1
}

const ofEvent = (random: RandomNumbers): number => (random() < 0.85 ? 0 : 1)

const plain = (often: number, kind: PlainAct): Choice => [
  often,
  (random, shape) => ({ kind, order: some(random, shape) }),
]
const ofTicket = (often: number, kind: TicketAct): Choice => [
  often,
  random => ({ kind, order: ofEvent(random), ticket: Math.floor(random() * 4) }),
]

const REFUSALS = ['decline', 'decline-funds', 'decline-stolen', 'authenticate-and-fail', 'cancel', 'abandon'] as const
const MOODS = ['down', 'slow', 'nonsense', 'lost', 'unreachable', 'busy'] as const
const MESSAGES: readonly [MessageAct, ...MessageAct[]] = [
  'in-order',
  'in-order',
  'reversed',
  'twice',
  'drop',
  'redeliver',
]
const OFFICE: readonly [OfficeAct, ...OfficeAct[]] = [
  'settle',
  'settle',
  'fail',
  'cancel',
  'refund',
  'refund a part',
  'dispute',
  'dispute won',
  'dispute lost',
]
const REFUNDS = ['usual', 'pending', 'refused', 'fail-later'] as const
/** Mostly the last payment, now and then the one before. */
const aTab = (random: RandomNumbers): number => (random() < 0.75 ? 0 : 1)

const AROUND: readonly Choice[] = [
  [5, random => ({ kind: 'provider is', mood: one(random, MOODS), calls: 1 + Math.floor(random() * 4) })],
  [2, random => ({ kind: 'refunds go', how: one(random, REFUNDS) })],
  [7, random => ({ kind: 'messages', act: one(random, MESSAGES) })],
  [5, random => ({ kind: 'clock', minutes: 1 + Math.floor(random() * 15) })],
  [2, random => ({ kind: 'clock', minutes: 30 + Math.floor(random() * 60) })],
  // Transfers are overdue then.
  [1, () => ({ kind: 'clock', minutes: 9 * 24 * 60 })],
  [5, () => ({ kind: 'run jobs' })],
]

const WHILE_PAYING: readonly Choice[] = [
  ...AROUND,
  [6, (random, shape) => ({ kind: 'pay', order: some(random, shape), way: Math.floor(random() * 4) })],
  [4, (random, shape) => ({ kind: 'other way', order: some(random, shape), way: Math.floor(random() * 4) })],
  [
    6,
    (random, shape) => ({ kind: 'page', order: some(random, shape), act: one(random, REFUSALS), back: aTab(random) }),
  ],
  [4, (random, shape) => ({ kind: 'page', order: some(random, shape), act: 'pay', back: aTab(random) })],
  [3, (random, shape) => ({ kind: 'page', order: some(random, shape), act: 'pay-later', back: aTab(random) })],
  [
    4,
    (random, shape) => ({ kind: 'office', order: some(random, shape), act: one(random, OFFICE), back: aTab(random) }),
  ],
  plain(4, 'press pay'),
  plain(3, 'come back'),
  plain(3, 'force check'),
  plain(5, 'confirm'),
  plain(2, 'back to booking'),
  plain(2, 'more time'),
  plain(1, 'give up'),
  [4, random => ({ kind: 'use pass', order: ofEvent(random) })],
  [2, random => ({ kind: 'take pass off', order: ofEvent(random) })],
  [2, (random, shape) => ({ kind: 'fill in', order: some(random, shape), isInvoice: random() < 0.7 })],
]

const AFTERWARDS: readonly Choice[] = [
  ...AROUND,
  [6, (random, shape) => ({ kind: 'refund order', order: some(random, shape), isMoneyReturned: random() < 0.8 })],
  [9, random => ({ ...ticketOf(random), kind: 'refund ticket', isMoneyReturned: random() < 0.75 })],
  [
    8,
    (random, shape) => ({
      kind: 'refund amount',
      order: some(random, shape),
      cents: 100 + Math.floor(random() * 4000),
    }),
  ],
  ofTicket(6, 'take out'),
  ofTicket(9, 'release'),
  ofTicket(4, 'pass on'),
  ofTicket(4, 'check in'),
  ofTicket(2, 'undo check-in'),
  plain(3, 'credit'),
  [4, () => ({ kind: 'withdraw', order: PASS_ORDER })],
  plain(2, 'confirm'),
  plain(2, 'refund what was not taken'),
  plain(1, 'give up'),
  [
    2,
    (random, shape) => ({ kind: 'office', order: some(random, shape), act: one(random, OFFICE), back: aTab(random) }),
  ],
]

const ticketOf = (random: RandomNumbers) => ({
  order: ofEvent(random),
  ticket: Math.floor(random() * 4),
})

const ANYTHING: readonly Choice[] = [
  ...WHILE_PAYING,
  ...AFTERWARDS,
  [8, (random, shape) => reserving(random, shape, Math.floor(random() * 2))],
  [8, (random, shape) => ({ kind: 'fill in', order: some(random, shape), isInvoice: random() < 0.7 })],
  [3, () => ({ kind: 'buy pass', order: PASS_ORDER })],
]
