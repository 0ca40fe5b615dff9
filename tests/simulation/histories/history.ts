import { minutes } from '#domain/foundation/instant.ts'
import { inconsistencies } from '../../support/database/consistency.ts'
import { inWords } from './act.ts'
import { faultsInLimits, faultsInMoney, latestMoment } from './checks.ts'
import { faultsInNumbers, lastNumbers } from './numbers.ts'
import { type Fault, type HistoryOrder, type OpenedPayment, type Run, newOrder } from './order.ts'
import { perform } from './perform.ts'
import type { History } from './plan.ts'
import { settleDown } from './settle-down.ts'
import type { HistoryShop, Place } from './shop.ts'
import { type OrderRow, type PaymentRow, type Stored, newSnapshot, readStored, whatIsGone } from './snapshot.ts'

export type Outcome = {
  readonly faults: readonly Fault[]
  /** What was done and what came of it. */
  readonly log: readonly string[]
  /** What was seen of documents and money, by kind. */
  readonly seen: readonly string[]
  /** What the shop has logged. */
  readonly errors: readonly string[]
}

/** Makes one history, on an event of its own; ends at the first fault. */
export async function make(shop: HistoryShop, { shape, acts }: History): Promise<Outcome> {
  shop.begin()
  shop.errors()
  const run = newRun(shop, await shop.open(shape))
  const numbers = await lastNumbers(shop)
  const inspect = () => readBooks(run)
  for (const act of acts) {
    const came = await perform(run, act, async () => void (await inspect()))
    run.log.push(`${inWords(act)} -> ${came}`)
    await seeWhatIsHeld(run, await inspect(), inspect)
    if (run.faults.length > 0) break
  }
  const waiting = await settleDown(run, inspect)
  const stored = await inspect()
  if (run.faults.length === 0) {
    run.faults.push(...waiting, ...faultsInMoney(run, stored), ...(await faultsInLimits(run)))
    run.faults.push(...(await faultsInNumbers(shop, numbers)))
  }
  await shop.close(run.place.event)
  return { faults: run.faults, log: run.log, seen: kindsSeen(run, stored), errors: shop.errors() }
}

const newRun = (shop: HistoryShop, place: Place): Run => ({
  shop,
  place,
  orders: [false, false, true].map(isOfPass => newOrder(shop, place, isOfPass)),
  snapshot: newSnapshot(),
  faults: [],
  log: [],
  refusing: new Set(),
  hasTrouble: false,
})

function kindsSeen({ snapshot: { documents, payments, refunds } }: Run, { orders }: Stored): readonly string[] {
  return [
    ...orders.map(({ status }) => `order ${status}`),
    ...[...documents.values()].map(({ type }) => type),
    ...[...payments.values()].map(({ proxy, status }) => `${proxy} ${status}`),
    ...[...refunds.values()].map(({ status }) => `refund ${status}`),
  ]
}

/** Reads what is stored, notes what is gone, and learns what the providers call the payments. */
async function readBooks(run: Run): Promise<Stored> {
  const ids = run.orders.flatMap(({ id }) => (id === '' ? [] : [id]))
  const stored = await readStored(run.shop.shop.db, ids, run.snapshot)
  run.faults.push(...whatIsGone(run.snapshot, stored))
  for (const order of run.orders) learnReferences(run, order, stored.payments)
  return stored
}

function learnReferences({ place }: Run, order: HistoryOrder, payments: readonly PaymentRow[]): void {
  const named = payments.flatMap(({ id, order_id: of, proxy, reference }): OpenedPayment[] => {
    const way = place.ways.find(one => one.proxy === proxy)
    return way && of === order.id && reference !== null ? [{ way, reference, transactionId: id }] : []
  })
  // A payment that has ended may be gone with its order; a tab that shows it may not.
  const gone = order.opened.filter(({ reference }) => named.every(one => one.reference !== reference))
  order.opened = [...gone, ...named]
}

const SOON_MS = minutes(4)

/** Seats that are held after the latest moment of their order come back as soon as everything works. */
async function seeWhatIsHeld(run: Run, stored: Stored, inspect: () => Promise<Stored>): Promise<void> {
  const { shop } = run
  if (lateOrders(run, stored).length === 0) return
  for (const fake of shop.fakes) fake.misbehave('usual')
  for (let times = 0; times < 2; times += 1) {
    for (const { messages } of shop.fakes) await messages.deliver()
    shop.pass(SOON_MS)
    await shop.runJobs()
  }
  for (const row of lateOrders(run, await inspect())) {
    const what = `order ${row.id}, ${row.status}, holds ${row.held} seats past its latest moment`
    run.faults.push({ kind: 'held too long', what })
  }
}

function lateOrders({ shop, orders }: Run, stored: Stored): readonly OrderRow[] {
  const now = shop.clock.now()
  return stored.orders.filter(row => {
    const isWorkedOn = orders.some(({ id, isWorkedOn: isSo }) => id === row.id && isSo)
    return row.held > 0 && mayLapse(row) && now > latestMoment(row) && !isWorkedOn
  })
}

/** Only the buyer and a provider decide how it ends. */
const mayLapse = ({ status }: OrderRow): boolean =>
  ['PENDING', 'IN_PAYMENT', 'EXTERNAL_PROCESSING_PAYMENT', 'WAITING_EXTERNAL_CONFIRMATION'].includes(status)

/** What contradicts itself in the whole database and did not before. */
export function contradictions(shop: HistoryShop) {
  const seen = new Set<string>()
  return async (): Promise<readonly Fault[]> => {
    const all = await inconsistencies(shop.shop.db)
    const fresh = all.filter(what => !seen.has(what))
    for (const what of fresh) seen.add(what)
    return fresh.map(what => ({
      kind: `contradiction: ${what.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#')}`,
      what,
    }))
  }
}
