import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchShop, type BenchShopOptions, openBenchShop } from './bench-shop.ts'
import { readCounted, startCounting, sumOf } from './counted.ts'
import { describeMachine } from './machine.ts'
import { type Kind, processorTimeOf, whenIdle } from './memory-use.ts'
import { record, table } from './record.ts'
import { scaled } from './scale.ts'

/**
 * What an idle shop costs: the statements it sends to PostgreSQL, and the processor time of both. With the folder of
 * another checkout as its argument, that one is measured in the same run.
 */

const SECONDS = scaled(60, 1)
const PATIENCE_MS = 120_000
const SHOWN: readonly Kind[] = ['Foyer', 'PostgreSQL']

const [other] = process.argv.slice(2)
const checkouts = [...(other === undefined ? [] : [{ name: 'before', project: other }]), { name: 'now' }]

const rows: string[][] = []
let machine = ''
for (const { name, ...options } of checkouts) {
  // In a run of its own: who counts costs time.
  const statements = await countStatements(options)
  const used = await inIdleShop(options, async shop => {
    machine = await describeMachine(shop)
    return processorTime(shop)
  })
  rows.push([name, (statements / SECONDS).toFixed(2), ...used])
}
record('idle', 'An idle shop', [
  machine,
  '',
  `One process with the sample events, for ${SECONDS} s without a request and with nothing due. Statements are those of`,
  'all connections; processor time is what was used meanwhile.',
  '',
  ...table([['', 'statements a second', ...SHOWN.map(kind => `processor time of ${kind}`)], ...rows]),
])

async function inIdleShop<Result>(
  options: BenchShopOptions,
  work: (shop: BenchShop) => Promise<Result>,
): Promise<Result> {
  const shop = await openBenchShop({ ...options, loadsSample: true })
  try {
    await whenIdle(shop, PATIENCE_MS)
    return await work(shop)
  } finally {
    await shop.close()
  }
}

async function countStatements(options: BenchShopOptions): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-counted-'))
  const counting = startCounting(folder)
  try {
    return await inIdleShop({ ...options, nodeOptions: counting.nodeOptions }, async () => {
      const before = await readCounted(counting.file)
      await pause(SECONDS * 1000)
      return sumOf(await readCounted(counting.file)) - sumOf(before)
    })
  } finally {
    counting.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function processorTime(shop: BenchShop): Promise<string[]> {
  const before = processorTimeOf(shop)
  await pause(SECONDS * 1000)
  const after = processorTimeOf(shop)
  return SHOWN.map(kind => `${(after.get(kind) ?? 0) - (before.get(kind) ?? 0)} ms`)
}
