import { type BenchShop } from './bench-shop.ts'
import { describeMachine } from './machine.ts'
import { orderForFree } from './order.ts'
import { openOrganiser } from './organiser.ts'
import { type Profile, profile } from './profile.ts'
import { recordIn, table } from './record.ts'
import { openVisitor } from './visitor.ts'

const SLUG = 'orders'
const SEATS = 100_000
const CLIENTS = 32
const WARM_UP = 10
const SECONDS = 10
const SHOWN = 12
const FILE = new URL('../../docs/operating/profile.md', import.meta.url)

type Checkout = { readonly name: string; readonly project?: string }

/** Whole free orders of 32 clients under the profilers, for each of the checkouts; written to docs/operating/profile.md. */
export async function profileOrders(checkouts: readonly Checkout[]): Promise<void> {
  const profiled = []
  for (const { name, ...options } of checkouts) {
    profiled.push({ name, found: await profile(options, prepare, orderForSomeTime) })
  }
  recordIn(FILE, 'order', 'A whole free order', [
    `${await describeMachine()}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
    ...profiled.flatMap(({ name, found }) => linesOf(name, found)),
  ])
}

async function prepare(shop: BenchShop): Promise<void> {
  await (await openOrganiser(shop)).addEvent({ slug: SLUG, seats: SEATS, price: 0 })
  await eachClient(shop, async order => {
    for (let warm = 0; warm < WARM_UP; warm += 1) await order()
  })
}

async function orderForSomeTime(shop: BenchShop): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let done = 0
  await eachClient(shop, async order => {
    while (performance.now() < end) {
      await order()
      done += 1
    }
  })
  return done
}

async function eachClient(shop: BenchShop, work: (order: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const visitors = Array.from({ length: CLIENTS }, () => openVisitor(shop.base))
  await Promise.all(visitors.map(visitor => work(() => orderForFree(visitor, SLUG))))
  for (const visitor of visitors) visitor.leave()
}

function linesOf(name: string, { done, processes, functions, modules, statements }: Profile): string[] {
  const each = (sum: number) => `${((sum / done) * 1000).toFixed(0)} µs`
  const used = processes.filter(([, sum]) => sum > 0).map(([kind, sum]) => `${kind} ${each(sum)}`)
  const sampled = (rows: typeof functions) =>
    rows.slice(0, SHOWN).map(row => [`\`${row.name}\``, each(row.self), each(row.inclusive)])
  return [
    `**${name}**: ${done} orders; processor time of each: ${used.join(', ')}.`,
    '',
    ...table([['part of Node', 'itself', 'with what it calls'], ...sampled(modules.filter(isWork))]),
    '',
    ...table([['function', 'itself', 'with what it calls'], ...sampled(functions.filter(isWork))]),
    '',
    ...table([
      ['statement', 'an order', 'PostgreSQL', 'of it planning'],
      ...statements
        .slice(0, SHOWN)
        .map(sent => [
          `\`${sent.text.slice(0, 70).replaceAll('|', '/')}\``,
          (sent.calls / done).toFixed(2),
          each(sent.milliseconds),
          each(sent.planning),
        ]),
    ]),
    '',
  ]
}

/** Neither waiting nor the profiler itself. */
const isWork = ({ name }: { readonly name: string }): boolean => !/^\(idle\)|node:inspector/.test(name)
