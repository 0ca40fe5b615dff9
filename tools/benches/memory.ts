import { setTimeout as pause } from 'node:timers/promises'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { ask, describeMachine } from './machine.ts'
import { KINDS, inMegabytes, memoryOf, totalOf, whenIdle } from './memory-use.ts'
import { openOrganiser } from './organiser.ts'
import { record, table } from './record.ts'
import { sellOut } from './sale.ts'
import { whole } from './timings.ts'
import { scaled } from './scale.ts'

/** What Foyer and its PostgreSQL hold together: idle with the sample events, after a sell-out, and a while later. */

const SEATS = scaled(10_000, 40)
const CLIENTS = scaled(200, 5)
const IDLE_PATIENCE_MS = 120_000
const LATER_MS = scaled(60_000, 500)

const shop = await openBenchShop({ loadsSample: true })
try {
  const rows: string[][] = []
  await whenIdle(shop, IDLE_PATIENCE_MS)
  rows.push(row(shop, 'idle, with the sample events'))
  await visitEveryPage(shop)
  await whenIdle(shop, IDLE_PATIENCE_MS)
  rows.push(row(shop, 'idle, after every event page and its pictures were seen'))
  const organiser = await openOrganiser(shop)
  await organiser.addEvent({ slug: 'sell-out', seats: SEATS, price: 120 })
  await sellOut([shop], { slug: 'sell-out', clients: CLIENTS })
  rows.push(row(shop, `just after ${whole(SEATS)} seats were sold to ${CLIENTS} clients`))
  await pause(LATER_MS)
  rows.push(row(shop, 'a minute later, while the mails go out'))
  record('memory', 'Memory', [
    await describeMachine(shop),
    '',
    'PSS: what the processes hold, each shared page counted once. RSS counts it for each process.',
    '',
    ...table([['', ...KINDS, 'PSS together', 'RSS together'], ...rows]),
  ])
} finally {
  await shop.close()
}

function row(of: BenchShop, moment: string): string[] {
  const use = memoryOf(of)
  const { pss, rss, processes } = totalOf(use)
  const cells = KINDS.map(kind => inMegabytes(use.get(kind)?.pss ?? 0))
  const line = [moment, ...cells, `**${inMegabytes(pss)}**`, `${inMegabytes(rss)} (${processes} processes)`]
  console.log(line.join('  '))
  return line
}

async function visitEveryPage(of: BenchShop): Promise<void> {
  const events = await ask<{ short_name: string }>(of, 'select short_name from event')
  for (const path of ['/', '/events-all', ...events.map(({ short_name }) => `/event/${short_name}`)]) {
    for (const language of ['en', 'de', 'fr', 'it'])
      await (await fetch(`${of.base}${path}?lang=${language}`)).arrayBuffer()
    await seePictures(of, path)
  }
}

/** As a phone does: the icon of the shop, and each picture in one of the widths that the page offers. */
async function seePictures({ base }: BenchShop, path: string): Promise<void> {
  const page = await (await fetch(base + path)).text()
  const addresses = new Set(page.match(/\/(icon\/180-[\w.-]+|file\/\w+\?width=640)/g))
  for (const address of addresses) await (await fetch(base + address)).arrayBuffer()
}
