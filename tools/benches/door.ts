import { setTimeout as pause } from 'node:timers/promises'
import { type Page, chromium } from 'playwright-core'
import { deskDoorsPath, pathTo } from '#contract/paths.ts'
import { ticketCode } from '#server/order/order/good-ticket.ts'
import { findChromium } from '../chromium.ts'
import { openBenchShop } from './bench-shop.ts'
import { ask, describeMachine } from './machine.ts'
import { orderForFree, whenComplete } from './order.ts'
import { openOrganiser } from './organiser.ts'
import { weightOf, DESK_BUDGETS } from './page-weight.ts'
import { record, table } from './record.ts'
import { inMilliseconds, timings, whole } from './timings.ts'
import { scaled } from './scale.ts'
import { openVisitor } from './visitor.ts'

/** How long a telephone without a connection takes from a scanned code to the answer on its screen. */

const ORDERS = scaled(1500, 4)
const SCANS = scaled(200, 4)
const SLOWDOWNS = [1, 4] as const
/** Of issue and budget: from the last letter of the code to the frame that shows the answer. */
const LIMIT_MS = 150
const SLUG = 'door'
const PATIENCE_MS = 120_000

/** In the page: types a code as a hand scanner does, and waits for the frame in which the answer is on the screen. */
const SCAN = `async code => {
  const press = key => dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  const answer = () => document.querySelector('section[data-sign]')
  for (const key of code) press(key)
  const began = performance.now()
  press('Enter')
  while (!answer()) await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  const taken = performance.now() - began
  const sign = answer().dataset.sign
  press('Escape')
  while (answer()) await new Promise(requestAnimationFrame)
  return { sign, taken }
}`

type Scanned = { readonly sign: string; readonly taken: number }

const shop = await openBenchShop()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
try {
  const { scanKey, addEvent } = await openOrganiser(shop)
  await addEvent({ slug: SLUG, seats: ORDERS * 2, price: 0 })
  await sell()
  const page = await openDoor(await makeDoor(scanKey))
  await whenListed(page)
  await page.context().setOffline(true)
  const sold = await soldCodes()
  const rows: string[][] = []
  for (const [place, rate] of SLOWDOWNS.entries()) {
    await slowDown(page, rate)
    const codes = sold.slice(place * SCANS, (place + 1) * SCANS)
    rows.push([`${rate}x, first scan of a ticket`, ...(await measure(page, codes, 'in'))])
    rows.push([`${rate}x, the same tickets again`, ...(await measure(page, codes, 'talk'))])
  }
  const door = DESK_BUDGETS.find(budget => budget.of === 'door')
  record('door', 'Door', [
    `${await describeMachine(shop)}, Chromium ${browser.version()}`,
    '',
    `A telephone of 390 px, as fast as this machine and slowed down, without a connection, with a list of ${whole(ORDERS * 2)} tickets: from the end of a code that a hand`,
    `scanner types to the frame that shows the answer, ${whole(SCANS)} scans a row; the aim is ${LIMIT_MS} ms. ${door ? `Its first view has ${kilobytes(weightOf(door).script)} of script.` : ''}`,
    '',
    ...table([['', 'p50', 'p99', 'longest'], ...rows]),
  ])
} finally {
  await browser.close()
  await shop.close()
}

async function sell(): Promise<void> {
  const visitors = Array.from({ length: 8 }, () => openVisitor(shop.base))
  let left = ORDERS
  await Promise.all(
    visitors.map(async visitor => {
      while (left > 0) {
        left -= 1
        await whenComplete(visitor, await orderForFree(visitor, SLUG))
      }
      visitor.leave()
    }),
  )
}

/** Makes a door by a key of the organisation; answers the link that a telephone opens. */
async function makeDoor(key: string): Promise<string> {
  const [event] = await ask<{ id: number }>(shop, 'select id from event where short_name = $1', [SLUG])
  const answer = await fetch(shop.base + pathTo(deskDoorsPath, { eventId: event?.id ?? 0 }), {
    method: 'POST',
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench' }),
  })
  if (answer.status !== 201) throw new Error(`the door was refused: ${await answer.text()}`)
  const { link } = (await answer.json()) as { readonly link: string }
  return link.slice(link.indexOf('/door#'))
}

async function openDoor(link: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en' })
  const page = await context.newPage()
  await page.goto(shop.base + link)
  return page
}

async function slowDown(page: Page, rate: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** The list is on the device once the database of the page has all tickets. */
async function whenListed(page: Page): Promise<void> {
  const count = `new Promise((resolve, reject) => {
    const opening = indexedDB.open('foyer-door')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const counted = opening.result.transaction('tickets').objectStore('tickets').count()
      counted.onsuccess = () => { opening.result.close(); resolve(counted.result) }
    }
  })`
  const deadline = Date.now() + PATIENCE_MS
  while ((await page.evaluate<number>(count)) < ORDERS * 2) {
    if (Date.now() > deadline) throw new Error('the list did not arrive')
    await pause(500)
  }
}

async function measure(page: Page, codes: readonly string[], sign: string): Promise<string[]> {
  const taken = timings()
  for (const code of codes) {
    const scanned = await page.evaluate<Scanned>(`(${SCAN})(${JSON.stringify(code)})`)
    if (scanned.sign !== sign) throw new Error(`a scan was answered "${scanned.sign}" instead of "${sign}"`)
    taken.add(scanned.taken)
  }
  const { p50, p99, longest } = taken.summary()
  return [p50, p99, longest].map(inMilliseconds)
}

/** What the holders of the sold tickets show. */
async function soldCodes(): Promise<string[]> {
  type Row = Record<'reservation_id' | 'uuid' | 'first_name' | 'last_name' | 'email' | 'secret_key', string>
  const rows = await ask<Row>(
    shop,
    `select t.reservation_id, t.uuid, t.first_name, t.last_name, t.email, e.secret_key
     from ticket t join event e on e.id = t.event_id where e.short_name = $1 and t.status = 'ACQUIRED' order by t.id`,
    [SLUG],
  )
  return rows.map(row =>
    ticketCode({
      eventKey: row.secret_key,
      reservationId: row.reservation_id,
      ticketUuid: row.uuid,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
    }),
  )
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
