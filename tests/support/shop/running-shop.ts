import type { ChildProcess } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import type { Database } from '#server/foundation/database/database.ts'
import type { CapturedMail } from '#server/mail/letter/outbox.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import { lastingDatabase, testDatabase } from '../database/test-database.ts'
import { TEST_SECRET_KEY } from '../database/test-sealing.ts'

/** The shop as people meet it: a process of its own with its pages and the sample events, mail captured. */
export type RunningShop = {
  /** Without a slash at the end. */
  readonly url: string
  /** For what no visitor can see, and to put reservations into states that only time or providers cause. */
  readonly db: Database
  /** What a command needs that talks to the same shop. */
  readonly environment: Readonly<Record<string, string>>
  /** Moves the shop's clock on by an ISO duration, "PT21M". Browsers have their own. */
  advance(duration: string): Promise<void>
  /** Sets the shop's clock to the real time. */
  resetClock(): Promise<void>
  /** Runs everything that is due now. */
  runJobs(): Promise<void>
  /** Every mail to this address, the newest first; waits until there are at least so many. */
  mailsTo(address: string, atLeast: number): Promise<readonly CapturedMail[]>
  attachment(mail: CapturedMail, fileName: string): Promise<Uint8Array>
}

const API_KEY = 'the-system-key-of-every-running-shop'
/** What the tools for development ask for. */
const BY_KEY = { authorization: `ApiKey ${API_KEY}` }
const PAGES = join(import.meta.dirname, '../../../dist/server/entry-server.js')

/**
 * A shop of this file's own: `const shop = await runningShop()` at its top; gone after its last test. `more` is what
 * an operator sets. A test that sets nothing and allows for purchases of other tests takes `sharedShop`, which costs
 * nothing.
 */
export async function runningShop(more: Readonly<Record<string, string>> = {}): Promise<RunningShop> {
  const { db, url } = await testDatabase({ isSampled: true })
  const opened = await openShop(url, more)
  afterAll(opened.close)
  return shopOf(opened, { db, earlierMails: new Set() })
}

/** With what it has printed at its first start. */
export type BlankShop = RunningShop & Pick<ShopProcess, 'printed'>

/** A shop as an operator has just installed it, with nothing in it. */
export async function blankShop(): Promise<BlankShop> {
  const { db, url } = await testDatabase()
  const opened = await openShop(url, { FOYER_SAMPLE: 'no' })
  afterAll(opened.close)
  return { ...shopOf(opened, { db, earlierMails: new Set() }), printed: opened.printed }
}

let shared: Promise<{ readonly opened: Opened; readonly db: Database }> | undefined

/**
 * The shop that the files of one process share, as it comes; it ends with the process. A file that uses it has events and
 * organisations under names of its own, or those of the samples that it doesn't sell out, and sets nothing for the whole
 * shop. It begins at the real time, and doesn't see mail that was sent before it.
 */
export async function sharedShop(): Promise<RunningShop> {
  shared ??= openSharedShop()
  const { opened, db } = await shared
  const shop = shopOf(opened, { db, earlierMails: new Set((await mailsIn(opened.url)).map(({ id }) => id)) })
  await shop.resetClock()
  return shop
}

async function openSharedShop(): Promise<{ readonly opened: Opened; readonly db: Database }> {
  const { db, url } = await lastingDatabase({ isSampled: true })
  const opened = await openShop(url, {})
  // Its own end follows from ours (tools/end-with-parent.mjs).
  opened.process.unref()
  process.once('exit', () => rmSync(opened.folder, { recursive: true, force: true }))
  return { opened, db }
}

type Opened = {
  readonly url: string
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
  readonly process: ChildProcess
  printed(): string
  close(): Promise<void>
}

async function openShop(url: string, more: Readonly<Record<string, string>>): Promise<Opened> {
  if (!existsSync(PAGES)) throw new Error('The pages are not built: run "npm test", which builds them first.')
  const folder = await mkdtemp(join(tmpdir(), 'foyer-journey-'))
  const environment = {
    DATABASE_URL: url,
    FOYER_DATA: folder,
    FOYER_API_KEY: API_KEY,
    FOYER_SECRET_KEY: TEST_SECRET_KEY,
    ...more,
  }
  const shop = await startShopProcess({ FOYER_MODE: 'development', FOYER_SAMPLE: 'yes', ...environment })
  const close = async () => {
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: shop.url, environment, folder, process: shop.process, printed: shop.printed, close }
}

type Inside = { readonly db: Database; readonly earlierMails: ReadonlySet<string> }

function shopOf({ url, environment }: Opened, { db, earlierMails }: Inside): RunningShop {
  return {
    url,
    db,
    environment,
    advance: duration => moveClock(url, { advance: duration }),
    resetClock: () => moveClock(url, { reset: true }),
    runJobs: () => runJobs(url),
    mailsTo: (address, atLeast) => waitForMails(url, { address, atLeast, earlierMails }),
    attachment: (mail, fileName) => readAttachment(url, mail, fileName),
  }
}

async function moveClock(url: string, move: { advance: string } | { reset: true }): Promise<void> {
  await answered(`${url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...BY_KEY },
    body: JSON.stringify(move),
  })
}

async function runJobs(url: string): Promise<void> {
  await answered(`${url}/dev/jobs/run`, { method: 'POST', headers: BY_KEY })
}

type MailSearch = {
  readonly address: string
  readonly atLeast: number
  readonly earlierMails: ReadonlySet<string>
}

/** The shop sends mail by itself; running what is due only saves the wait for its next round. */
function waitForMails(url: string, { address, atLeast, earlierMails }: MailSearch): Promise<readonly CapturedMail[]> {
  const readMails = async () => {
    await runJobs(url)
    const all = await mailsIn(url)
    const mails = all.filter(({ id, to }) => !earlierMails.has(id) && to.includes(address))
    if (mails.length < atLeast) throw new Error(`${mails.length} of ${atLeast} mails to ${address} so far`)
    return mails
  }
  return vi.waitFor(readMails, { timeout: 20_000, interval: 200 })
}

async function mailsIn(url: string): Promise<readonly CapturedMail[]> {
  // The decoding edge: the page of captured mail is ours.
  return (await (await answered(`${url}/dev/outbox`)).json()) as readonly CapturedMail[]
}

async function readAttachment(url: string, mail: CapturedMail, fileName: string): Promise<Uint8Array> {
  const index = mail.attachments.findIndex(attachment => attachment.fileName === fileName)
  if (index < 0) throw new Error(`"${mail.subject}" has no ${fileName}`)
  const response = await answered(`${url}/dev/outbox/${encodeURIComponent(mail.id)}/attachments/${index}`)
  return response.bytes()
}

async function answered(address: string, request?: RequestInit): Promise<Response> {
  const response = await fetch(address, request)
  if (!response.ok) throw new Error(`${request?.method ?? 'GET'} ${address} answered ${response.status}`)
  return response
}
