import { mkdtempSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { AFTERWARDS, type Counted } from './count-statements.ts'
import { readCounted, startCounting } from './counted.ts'
import { ask, describeMachine } from './machine.ts'
import { KINDS, processorTimeOf } from './memory-use.ts'
import { orderForFree, whenComplete } from './order.ts'
import { profileOrders } from './order-profile.ts'
import { openOrganiser } from './organiser.ts'
import { record, table } from './record.ts'
import { inMilliseconds, median } from './timings.ts'
import { openVisitor } from './visitor.ts'
import { scaled } from './scale.ts'

/**
 * Whole free orders of two tickets, from the page of the event to Pay. With the folder of another checkout as its
 * argument, that one is measured in the same run, in turn with this one. With `--profile`, docs/operating/profile.md is
 * written instead.
 */

const SLUG = 'orders'
const SEATS = scaled(100_000, 5000)
const CROWDS = [16, 32] as const
const ROUNDS = scaled(2, 1)
const SECONDS = scaled(8, 1)
const COUNTED_ORDERS = scaled(20, 2)
const COUNTED_TOGETHER = 32
const COUNTED_EACH = scaled(4, 1)
const SETTLING_MS = scaled(3000, 500)

type Round = { readonly perSecond: number; readonly milliseconds: number }
type Statements = readonly (readonly [string, number])[]
type Measured = {
  readonly name: string
  readonly alone: Statements
  readonly together: Statements
  readonly complete: number
  readonly rounds: ReadonlyMap<number, readonly Round[]>
}

const {
  values: { profile: isProfiled = false },
  positionals: [other],
} = parseArgs({ allowPositionals: true, options: { profile: { type: 'boolean' } } })
const checkouts = [...(other === undefined ? [] : [{ name: 'before', project: other }]), { name: 'now' }]

await (isProfiled ? profileOrders(checkouts) : measureOrders())

async function measureOrders(): Promise<void> {
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
    'Statements sent to PostgreSQL for each order until its mails have gone, `begin` and `commit` included:',
    '',
    ...table([
      ['call', ...measured.flatMap(({ name }) => [`${name}, one buyer alone`, `${name}, ${COUNTED_TOGETHER} at once`])],
      ...statementRows(measured),
    ]),
  ])
}

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

type Count = Pick<Measured, 'alone' | 'together' | 'complete'>

/** One buyer, one order after the other; then many at once. Both until all mails have gone. */
async function countOrders(options: Options): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-counted-'))
  const { file, nodeOptions, end } = startCounting(folder)
  try {
    return await inOwnShop({ ...options, nodeOptions }, async shop => {
      const visitors = Array.from({ length: COUNTED_TOGETHER }, () => openVisitor(shop.base))
      const [alone] = visitors
      if (!alone) throw new Error('no buyer came')
      await Promise.all(visitors.map(visitor => orderForFree(visitor, SLUG)))
      await whenMailed(shop)
      const before = await readCounted(file)
      await pause(SETTLING_MS)
      const idle = differenceOf(await readCounted(file), before)
      const idleEachMs = (idle.get(AFTERWARDS) ?? 0) / SETTLING_MS
      const waits: number[] = []
      const counting = { shop, file, idleEachMs }
      const ofOne = await countWhile(counting, COUNTED_ORDERS, async () => {
        for (let order = 0; order < COUNTED_ORDERS; order += 1) {
          waits.push(await whenComplete(alone, await orderForFree(alone, SLUG)))
        }
      })
      const ofMany = await countWhile(counting, COUNTED_TOGETHER * COUNTED_EACH, async () => {
        await Promise.all(
          visitors.map(async visitor => {
            for (let order = 0; order < COUNTED_EACH; order += 1) await orderForFree(visitor, SLUG)
          }),
        )
      })
      for (const visitor of visitors) visitor.leave()
      return { alone: ofOne, together: ofMany, complete: median(waits) }
    })
  } finally {
    end()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Counting = { readonly shop: BenchShop; readonly file: string; readonly idleEachMs: number }

/** Statements for each of so many orders, by call, without those of an idle shop. */
async function countWhile(
  { shop, file, idleEachMs }: Counting,
  orders: number,
  work: () => Promise<void>,
): Promise<Statements> {
  const began = await readCounted(file)
  const start = performance.now()
  await work()
  await whenMailed(shop)
  const after = differenceOf(await readCounted(file), began)
  const idle = idleEachMs * (performance.now() - start)
  return [...after].map(([name, sent]): [string, number] => [
    name,
    (name === AFTERWARDS ? Math.max(0, sent - idle) : sent) / orders,
  ])
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

function statementRows(measured: readonly Measured[]): string[][] {
  const names = [...new Set(measured.flatMap(({ alone, together }) => [...alone, ...together].map(([name]) => name)))]
  const figure = (of: string, statements: Statements) => (statements.find(([name]) => name === of)?.[1] ?? 0).toFixed(1)
  return names
    .map(name => [name, ...measured.flatMap(({ alone, together }) => [figure(name, alone), figure(name, together)])])
    .filter(([, ...figures]) => figures.some(one => one !== '0.0'))
}

function figuresOf(rounds: readonly Round[]): string[] {
  const perSecond = Math.max(...rounds.map(round => round.perSecond))
  return [perSecond.toFixed(1), inMilliseconds(median(rounds.map(({ milliseconds }) => milliseconds)))]
}
