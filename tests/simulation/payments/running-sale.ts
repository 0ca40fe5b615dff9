import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { PaymentMethod, PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { createSubscription, linkEvents } from '#contract/organiser-subscription.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import type { ProviderFake } from '#tests/fakes/provider-fake.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { testDatabase } from '../../support/database/test-database.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { type ShopProcess, startShopProcess } from '../../support/shop/shop-process.ts'
import { SALES, type Sale, type SimulatedProvider } from './providers.ts'

/** A way to pay. `own`: the shop asks no provider. */
export type Way = {
  readonly proxy: PaymentProxy
  readonly method: PaymentMethod
  readonly kind: 'page' | 'redirect' | 'own'
  readonly fake: ProviderFake | null
}

export type OpenSale = {
  readonly kind: Sale['kind']
  /** As in addresses. */
  readonly id: string
  readonly ways: readonly Way[]
}

/** Where the shop is, and which of its processes that is. */
type Up = { readonly url: string; readonly generation: number }

/**
 * The shop as a process that is killed and started again on the same database, what it sells, and the clock of the shop
 * and the stand-ins.
 */
export type RunningSale = {
  readonly db: Database
  readonly sales: readonly OpenSale[]
  readonly fakes: readonly ProviderFake[]
  /** Resolves once the shop is there again. */
  whenUp(): Promise<Up>
  /** Changes with each process. */
  generation(): number
  /** At once, and starts it again; returns when it is there. */
  kill(): Promise<void>
  now(): Instant
  /** Moves the shop's clock on, and that of the stand-ins. */
  pass(milliseconds: number): Promise<void>
  /** Runs everything that is due; returns when it is done. */
  runJobs(): Promise<void>
}

const API_KEY = 'the-system-key-of-simulated-payments'
const JSON_HEADERS = { authorization: `ApiKey ${API_KEY}`, 'content-type': 'application/json' }
/** Longer than the other calls take, so that much happens meanwhile. */
const SLOW_MS = 400

/** `purchases`: there are seats for most of them. */
export async function runningSale(purchases: number): Promise<RunningSale> {
  const { db, url: database } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'foyer-payments-'))
  let offset = 0
  let generation = 0
  let address = 'http://127.0.0.1:9'
  let shop: ShopProcess | undefined
  let replacing: Promise<void> | undefined
  const now = () => instant(Date.now() + offset)
  const standIns = await openStandIns({ notify: () => address, now, slowMs: SLOW_MS })
  const environment = {
    // A URL has no host for a socket; one that is named beside it counts.
    DATABASE_URL: database,
    FOYER_DATA: folder,
    FOYER_API_KEY: API_KEY,
    FOYER_MODE: 'development',
    // A shop that starts again has the same name, so that what it asks of a provider once more is the same.
    FOYER_BASE_URL: 'http://tickets.example',
    ...standIns.environment,
  }
  const post = async (path: string, body: object, to = address): Promise<void> => {
    const answer = await fetch(to + path, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) })
    if (answer.status !== 200) throw new Error(`POST ${path} answered ${answer.status}`)
    await answer.arrayBuffer()
  }
  const setClock = (to: string, ahead = 0): Promise<void> =>
    post('/dev/clock', { set: Temporal.Instant.fromEpochMilliseconds(now() + ahead).toString() }, to)
  const start = async (): Promise<void> => {
    shop = await startShopProcess({ ...environment, NODE_OPTIONS: clockAhead(offset) })
    await setClock(shop.url)
    address = shop.url
  }
  const replace = async (): Promise<void> => {
    generation += 1
    await shop?.kill()
    await start()
  }
  afterAll(async () => {
    await shop?.stop()
    await Promise.all(standIns.fakes.map(fake => fake.close()))
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  const whenUp = async (): Promise<Up> => {
    while (replacing) await replacing
    return { url: address, generation }
  }
  await start()
  return {
    db,
    sales: await openSales(address, { now: now(), purchases, fakes: standIns.byProvider }),
    fakes: standIns.fakes,
    whenUp,
    generation: () => generation,
    kill: () => (replacing ??= replace().finally(() => (replacing = undefined))),
    now,
    async pass(milliseconds) {
      // The shop first: a stand-in that is ahead would date a request later than the shop has noted it, and take the next
      // one, which the shop sends after its pause, for one that comes too soon.
      await setClock((await whenUp()).url, milliseconds)
      offset += milliseconds
      for (const fake of standIns.fakes) fake.passes(0)
    },
    runJobs: async () => post('/dev/jobs/run', {}, (await whenUp()).url),
  }
}

/** A process whose clock is ahead from its first job on: before its clock is set, it would check payments in the past. */
function clockAhead(milliseconds: number): string {
  const code = `const now = Date.now; Date.now = () => now() + ${milliseconds}`
  return `${process.env['NODE_OPTIONS'] ?? ''} --import=data:text/javascript,${encodeURIComponent(code)}`
}

type Options = Parameters<SimulatedProvider['open']>[0]

async function openStandIns(options: Options) {
  const providers = [...new Set(SALES.flatMap(sale => sale.providers))]
  const byProvider = new Map<SimulatedProvider, ProviderFake>()
  const environment: Record<string, string> = {}
  for (const provider of providers) {
    const opened = await provider.open(options)
    byProvider.set(provider, opened.fake)
    Object.assign(environment, opened.environment)
  }
  return { byProvider, environment, fakes: [...byProvider.values()] }
}

type Opening = {
  readonly now: Instant
  readonly purchases: number
  readonly fakes: ReadonlyMap<SimulatedProvider, ProviderFake>
}

/** How many tickets one pass pays for: more than one order has. */
const ENTRIES = 4

/** Late buyers find few seats left, none of the category with few, and no pass. */
async function openSales(url: string, { now, purchases, fakes }: Opening): Promise<readonly OpenSale[]> {
  const organiser = await anOrganiser(url, API_KEY)
  const seats = 20 + Math.ceil((purchases * 2) / SALES.length)
  const few = Math.min(6, purchases)
  const events = await Promise.all(SALES.filter(({ kind }) => kind === 'event').map(openEvent))
  const passes = await Promise.all(SALES.filter(({ kind }) => kind === 'pass').map(openPass))
  return [...events, ...passes]

  async function openEvent({ name: slug, currency, price, providers }: Sale): Promise<OpenSale> {
    const { online, settings, paymentMethods } = waysOf(providers)
    const categories = [aCategoryFile(now, { price }), aCategoryFile(now, { name: 'Few', maxTickets: few, price })]
    const { tickets, ...file } = anEventFile(now, { slug, seats, categories, settings })
    await organiser.open({ ...file, tickets: { ...tickets, currency, paymentMethods } })
    return { kind: 'event', id: slug, ways: [...online, BY_TRANSFER] }
  }

  /** All events take it. */
  async function openPass({ name, currency, price, providers }: Sale): Promise<OpenSale> {
    const { online, settings, paymentMethods } = waysOf(providers)
    const texts = [{ lang: 'en', body: name }]
    const body = aPassFile({
      title: texts,
      description: texts,
      isPublic: true,
      onSaleFrom: localTime(now, { days: -1 }),
      maxAvailable: Math.ceil(purchases / 6),
      maxEntries: ENTRIES,
      price,
      currencyCode: currency,
      paymentMethods,
      settings: { ...settings, BANK_TRANSFER_ENABLED: 'true', BANK_ACCOUNT_NR: 'CH93 0076 2011 6238 5295 7' },
    })
    const id = await organiser.api.expect(createSubscription, 200, { body })
    await organiser.api.expect(linkEvents, 200, { params: { id }, body: events.map(({ id: slug }) => ({ slug })) })
    return { kind: 'pass', id, ways: [...online, BY_TRANSFER] }
  }

  function waysOf(providers: Sale['providers']) {
    const online = providers.map((provider): Way => {
      const { proxy, method, kind } = provider
      return { proxy, method, kind, fake: fakes.get(provider) ?? null }
    })
    return {
      online,
      settings: Object.fromEntries(online.flatMap(({ fake }) => Object.entries(fake?.settings ?? {}))),
      paymentMethods: [...providers.map(({ proxy }) => proxy), 'OFFLINE' as const],
    }
  }
}

const BY_TRANSFER: Way = { proxy: 'OFFLINE', method: 'BANK_TRANSFER', kind: 'own', fake: null }
