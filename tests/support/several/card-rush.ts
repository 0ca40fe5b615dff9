import { expect, vi } from 'vitest'
import { sql } from 'kysely'
import { instant } from '#domain/foundation/instant.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { stripeFake } from '#tests/fakes/stripe/stripe-fake.ts'
import { testMailServer } from '#tests/fakes/mail-server.ts'
import { aCategoryFile, anEventFile } from '../../builders/event-file.ts'
import { faultsInMoney, faultsInOrders, readBooks } from '../../simulation/payments/books.ts'
import { aBuyer } from '../buyer/buyer.ts'
import { statusOf } from '../buyer/purchase.ts'
import { expectConsistentData, stockCountsOf } from '../database/consistency.ts'
import { anOrganiser } from '../organiser/organiser.ts'
import { type CardTally, buyByCard, newCardTally } from './card-buyer.ts'
import { PROCESSES, SYSTEM_KEY, type SeveralShops, severalShops } from './several-shops.ts'

/** What happens once so much of the rush (0 to 1) is sold. */
export type Trouble = { readonly after: number; happen(shops: SeveralShops, tally: CardTally): Promise<void> }

type CardRush = {
  /** Of all processes. */
  readonly databaseUrl: string
  /** Our own way in, past the shop. */
  readonly db: Database
  /** At least. */
  readonly purchases: number
  readonly troubles: readonly Trouble[]
  /** While everything is whole. */
  readonly before?: (shops: SeveralShops) => Promise<void>
  /** When everything is over. */
  readonly afterwards?: (shops: SeveralShops) => Promise<void>
}

const BUYERS_AT_ONCE = 8
export const SHORT_NAME = 'several'
/** For holds whose number never reached their buyer, and for buyers who buy as long as trouble lasts. */
const SPARE_SEATS = 2000
/** Long enough for a message to be sent by two processes, if both took it. */
const MAIL_TAKES_MS = 30

/**
 * A rush of purchases by card on several processes, with `troubles`. In the end every order that was acknowledged is complete
 * and there is no other; each is charged once, no charge is without an order, and no mail was under way twice at a time.
 */
export async function rushByCard(rush: CardRush): Promise<CardTally> {
  const mail = await mailServerThatWatches()
  let shops: SeveralShops | undefined
  const stripe = await stripeFake({ notify: () => shops?.url ?? '' })
  stripe.messages.automatic(true)
  try {
    shops = await severalShops({
      DATABASE_URL: rush.databaseUrl,
      STRIPE_API_BASE: stripe.url,
      STRIPE_JS_URL: stripe.script,
      SMTP_URL: mail.url,
      MAIL_FROM: 'tickets@example.org',
    })
    await shops.whenReady()
    await openEvent(shops.url, rush.purchases * 2 + SPARE_SEATS, stripe.settings)
    await rush.before?.(shops)
    const tally = newCardTally()
    const buying = { url: shops.url, shortName: SHORT_NAME, stripe, tally }
    await sell({ ...rush, shops, tally, buy: order => buyByCard(buying, order) })
    await shops.whenReady()
    await rush.afterwards?.(shops)

    await settle(shops, stripe, rush.db)
    await expectBooks(rush.db, tally, shops.url)
    const books = await readBooks(rush.db, [stripe])
    expect([...faultsInMoney(books), ...faultsInOrders(books)]).toEqual([])
    expect(books.bookings.map(({ kind }) => kind)).toEqual([...tally.acknowledged.keys()].map(() => 'charge'))
    expect(books.reviews).toEqual([])
    expect(stripe.violations()).toEqual([])
    expect(tally.strange).toEqual([])
    expect(tally.acknowledged.size).toBeGreaterThanOrEqual(rush.purchases)
    expect(mail.sentTwiceAtOnce).toEqual([])
    expect(mail.count()).toBeGreaterThanOrEqual(tally.acknowledged.size)
    return tally
  } finally {
    await shops?.close()
    await stripe.close()
    await mail.close()
  }
}

const LONG = { timeout: 3_600_000, interval: 20 }
const SETTLING = { timeout: 600_000, interval: 500 }

type Selling = CardRush & {
  readonly shops: SeveralShops
  readonly tally: CardTally
  buy(order: number): Promise<void>
}

/** So many purchases are made, and more until all troubles are over, which come one after the other when enough is sold. */
async function sell({ purchases, troubles, shops, tally, buy }: Selling): Promise<void> {
  let startedCount = 0
  let isTroubled = true
  const buyer = async (_: unknown, index: number): Promise<void> => {
    // The first one stays for as long as there is trouble.
    while (startedCount < purchases || (isTroubled && index === 0)) {
      startedCount += 1
      await buy(startedCount)
    }
  }
  const makeTrouble = async (): Promise<void> => {
    for (const { after, happen } of troubles.toSorted((one, other) => one.after - other.after)) {
      await vi.waitUntil(() => tally.acknowledged.size >= after * purchases, LONG)
      await happen(shops, tally)
    }
  }
  const trouble = makeTrouble().finally(() => {
    isTroubled = false
  })
  const ends = await Promise.allSettled([trouble, ...Array.from({ length: BUYERS_AT_ONCE }, buyer)])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function openEvent(url: string, seats: number, settings: Readonly<Record<string, string>>): Promise<void> {
  const organiser = await anOrganiser(url, SYSTEM_KEY)
  const now = instant(Date.now())
  const { tickets, ...file } = anEventFile(now, {
    slug: SHORT_NAME,
    seats,
    categories: [aCategoryFile(now, { price: 120 })],
    settings,
  })
  await organiser.open({ ...file, tickets: { ...tickets, currency: 'CHF', paymentMethods: ['STRIPE'] } })
}

/** Those that a process may be sending, or is about to; not those that were claimed by one that was killed. */
const MAILS_UNDER_WAY = sql<{ id: string }>`
  select id from mail where status = 'WAITING'
    or (status = 'RETRY' and next_attempt_at < now() + interval '5 seconds')
    or (status = 'IN_PROCESS' and claimed_at > now() - interval '5 seconds')`

/** Every message is delivered and every job done; unpaid orders have expired. */
async function settle(
  shops: SeveralShops,
  stripe: Awaited<ReturnType<typeof stripeFake>>,
  db: Database,
): Promise<void> {
  await stripe.messages.redeliver()
  // Each process has a clock of its own: to one that is hours ahead, a mail that another one is just sending was claimed hours ago.
  await vi.waitFor(async () => expect((await MAILS_UNDER_WAY.execute(db.kysely)).rows).toEqual([]), SETTLING)
  const all = Array.from({ length: PROCESSES }, (_, index) => shops.development(index))
  await Promise.all(all.map(process => process.advance(2)))
  await vi.waitFor(async () => {
    await shops.development(0).runJobs()
    const { rows } = await sql<{ what: string }>`
      select 'reservation ' || status as what from reservation where status <> 'COMPLETE'
      union all select 'mail ' || status from mail where status <> 'SENT'
      union all select 'payment ' || id from payment_transaction where is_live`.execute(db.kysely)
    expect(rows).toEqual([])
  }, SETTLING)
}

/** The database has the orders that were answered to buyers, and no others. */
async function expectBooks(db: Database, { acknowledged }: CardTally, url: string): Promise<void> {
  const rows = await db.kysely.selectFrom('reservation').select(['id', 'status']).execute()
  expect(new Set(rows.map(({ id }) => String(id)))).toEqual(new Set(acknowledged.keys()))
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['COMPLETE']))
  const sold = [...acknowledged.values()].reduce((sum, tickets) => sum + tickets, 0)
  const { seats } = await stockCountsOf(db, SHORT_NAME)
  await expectConsistentData(db, SHORT_NAME, { sold, held: 0, free: seats - sold })
  const [some] = acknowledged.keys()
  expect(await statusOf(aBuyer(url), some ?? '')).toBe('COMPLETE')
}

/** It takes its time over each mail, and notes those of which two are under way at the same moment. */
async function mailServerThatWatches() {
  const server = await testMailServer()
  const underWay = new Set<string>()
  const sentTwiceAtOnce: string[] = []
  server.onArrival(async () => {
    const [, id = ''] = /^message-id: (.+)$/im.exec(server.heads.at(-1) ?? '') ?? []
    if (id === '') throw new Error('a mail without an id')
    if (underWay.has(id)) sentTwiceAtOnce.push(id)
    underWay.add(id)
    await new Promise(resolve => setTimeout(resolve, MAIL_TAKES_MS))
    underWay.delete(id)
  })
  return { url: server.url, sentTwiceAtOnce, count: () => server.received.length, close: server.close }
}
