import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { AFTERWARDS, type Counted } from './count-statements.ts'
import { readCounted, startCounting } from './counted.ts'
import { ask, describeMachine } from './machine.ts'
import { KINDS, processorTimeOf } from './memory-use.ts'
import { orderForFree, whenComplete } from './order.ts'
import { openOrganiser } from './organiser.ts'
import { record, table } from './record.ts'
import { inMilliseconds, median } from './timings.ts'
import { openVisitor } from './visitor.ts'
import { scaled } from './scale.ts'

/**
 * Whole free orders of two tickets, from the page of the event to Pay. With the folder of another checkout as its
 * argument, that one is measured in the same run, in turn with this one.
 */

const SLUG = 'orders'
const SEATS = scaled(100_000, 5000)
const CROWDS = [16, 32] as const
const ROUNDS = scaled(2, 1)
const SECONDS = scaled(8, 1)
const COUNTED_ORDERS = scaled(20, 2)
const SETTLING_MS = scaled(3000, 500)

type Round = { readonly perSecond: number; readonly milliseconds: number }
type Measured = {
  readonly name: string
  readonly statements: readonly (readonly [string, number])[]
  readonly complete: number
  readonly rounds: ReadonlyMap<number, readonly Round[]>
}

const [other] = process.argv.slice(2)
const checkouts = [...(other === undefined ? [] : [{ name: 'before', project: other }]), { name: 'now' }]

const measured = await measureInTurn()
record('orders', 'Whole free orders', [
  await describeMachine(),
  '',
  `Orders of two tickets: page, categories, reserve, reservation, details, Pay. ${ROUNDS} × ${SECONDS} s for each crowd; the best round`,
  'counts. The clients share the processors with the shop. Processor time is what Foyer, PostgreSQL and the PDF process',
  'used meanwhile, for each order.',
  '',
  ...table([
    [
      '',
      ...CROWDS.flatMap(clients => [`orders/s, ${clients} clients`, 'processor time']),
      'alone, Pay to good tickets',
    ],
    ...measured.map(({ name, rounds, complete }) => [
      name,
      ...CROWDS.flatMap(clients => figuresOf(rounds.get(clients) ?? [])),
      inMilliseconds(complete),
    ]),
  ]),
  '',
  'Statements sent to PostgreSQL for each order, `begin` and `commit` included, one buyer alone:',
  '',
  ...table([['call', ...measured.map(({ name }) => name)], ...statementRows()]),
])

async function measureInTurn(): Promise<Measured[]> {
  const all = []
  for (const { name, project } of checkouts) {
    const options = project === undefined ? {} : { project }
    all.push({ name, options, ...(await countOrders(options)), rounds: new Map<number, Round[]>() })
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const clients of CROWDS) {
      for (const one of all) {
        const rounds = one.rounds.get(clients) ?? []
        one.rounds.set(clients, [...rounds, await inOwnShop(one.options, shop => orderFor(shop, clients))])
      }
    }
  }
  return all
}

type Options = NonNullable<Parameters<typeof openBenchShop>[0]>

async function inOwnShop<Result>(options: Options, work: (shop: BenchShop) => Promise<Result>): Promise<Result> {
  const shop = await openBenchShop(options)
  try {
    await (await openOrganiser(shop)).addEvent({ slug: SLUG, seats: SEATS, price: 0 })
    return await work(shop)
  } finally {
    await shop.close()
  }
}

async function orderFor(shop: BenchShop, clients: number): Promise<Round> {
  const visitors = Array.from({ length: clients }, () => openVisitor(shop.base))
  await Promise.all(visitors.map(visitor => orderForFree(visitor, SLUG)))
  const [before, began] = [usedBy(shop), performance.now()]
  let orders = 0
  await Promise.all(
    visitors.map(async visitor => {
      while (performance.now() - began < SECONDS * 1000) {
        await orderForFree(visitor, SLUG)
        orders += 1
      }
    }),
  )
  const [used, seconds] = [usedBy(shop) - before, (performance.now() - began) / 1000]
  for (const visitor of visitors) visitor.leave()
  return { perSecond: orders / seconds, milliseconds: used / orders }
}

/** The launcher waits, and nothing else. */
function usedBy(shop: BenchShop): number {
  const used = processorTimeOf(shop)
  return KINDS.filter(kind => kind !== 'launcher').reduce((sum, kind) => sum + (used.get(kind) ?? 0), 0)
}

/** One buyer, one order after the other, each when the mails of the one before have gone. */
async function countOrders(options: Options): Promise<Pick<Measured, 'statements' | 'complete'>> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-counted-'))
  const { file, nodeOptions, end } = startCounting(folder)
  try {
    return await inOwnShop({ ...options, nodeOptions }, async shop => {
      const visitor = openVisitor(shop.base)
      for (let warm = 0; warm < 3; warm += 1) await whenComplete(visitor, await orderForFree(visitor, SLUG))
      await whenMailed(shop)
      const before = await readCounted(file)
      await pause(SETTLING_MS)
      const idle = differenceOf(await readCounted(file), before)
      const began = await readCounted(file)
      const start = performance.now()
      const waits: number[] = []
      for (let order = 0; order < COUNTED_ORDERS; order += 1) {
        waits.push(await whenComplete(visitor, await orderForFree(visitor, SLUG)))
      }
      await whenMailed(shop)
      const seconds = (performance.now() - start) / 1000
      const after = differenceOf(await readCounted(file), began)
      visitor.leave()
      const idleStatements = ((idle.get(AFTERWARDS) ?? 0) / SETTLING_MS) * 1000 * seconds
      const statements = [...after].map(([name, sent]): [string, number] => [
        name,
        (name === AFTERWARDS ? Math.max(0, sent - idleStatements) : sent) / COUNTED_ORDERS,
      ])
      return { statements, complete: median(waits) }
    })
  } finally {
    end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function whenMailed(shop: BenchShop): Promise<void> {
  for (;;) {
    await pause(250)
    const [row] = await ask<{ due: number }>(shop, `select count(*)::int as due from mail where status <> 'SENT'`)
    if (row?.due === 0) return
  }
}

function differenceOf(after: Counted, before: Counted): Map<string, number> {
  return new Map(
    Object.entries(after).map(([name, { statements }]) => [name, statements - (before[name]?.statements ?? 0)]),
  )
}

function statementRows(): string[][] {
  const names = [...new Set(measured.flatMap(({ statements }) => statements.map(([name]) => name)))]
  return names
    .map(name => [
      name,
      ...measured.map(({ statements }) => (statements.find(([of]) => of === name)?.[1] ?? 0).toFixed(1)),
    ])
    .filter(([, ...figures]) => figures.some(figure => figure !== '0.0'))
}

function figuresOf(rounds: readonly Round[]): string[] {
  const perSecond = Math.max(...rounds.map(round => round.perSecond))
  return [perSecond.toFixed(1), inMilliseconds(median(rounds.map(({ milliseconds }) => milliseconds)))]
}
