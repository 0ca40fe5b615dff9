import { Gauge, type Registry } from 'prom-client'
import type { Shop } from '#server/catalog/context.ts'
import { statement } from '#server/foundation/database/database.ts'
import { reservationHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { briefMemory } from '#server/foundation/memory/brief-memory.ts'

type Sources = Pick<Shop, 'db' | 'clock'>

/** A scraper of several processes asks the database once in so long for each of them. */
const KEPT_MS = 5000

/** What the database knows of the whole shop, asked at every scrape; what can't be asked is left out. */
export function addShopGauges(registry: Registry, { db, clock }: Sources): void {
  const figures = briefMemory<'figures', Figures | undefined>({
    milliseconds: KEPT_MS,
    capacity: 1,
    load: async () => (await db.query(FIGURES, [timestamp(clock.now())]))[0],
  })
  for (const [name, { column, help }] of Object.entries(GAUGES)) {
    const gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const row = await figures.get('figures').catch(() => undefined)
        if (row) gauge.set(row[column])
        else gauge.reset()
      },
    })
  }
  addPool(registry, db)
}

function addPool(registry: Registry, { pool }: Sources['db']): void {
  const gauge = new Gauge({
    name: 'foyer_database_connections',
    help: 'Connections of this process to its database, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      gauge.set({ state: 'idle' }, pool.idleCount)
      gauge.set({ state: 'in use' }, pool.totalCount - pool.idleCount)
      gauge.set({ state: 'waited for' }, pool.waitingCount)
    },
  })
}

type Figures = {
  readonly mailsWaiting: number
  readonly oldestMailSeconds: number
  readonly carts: number
  readonly finalizing: number
  readonly payments: number
  readonly rowsPutOff: number
}

const GAUGES: Readonly<Record<string, { readonly column: keyof Figures; readonly help: string }>> = {
  foyer_mails_waiting: { column: 'mailsWaiting', help: 'Mails that are still to be sent' },
  foyer_oldest_mail_seconds: { column: 'oldestMailSeconds', help: 'For how long the oldest of them has been due' },
  foyer_carts: { column: 'carts', help: 'Orders that are begun and not paid' },
  foyer_orders_finalizing: { column: 'finalizing', help: 'Confirmed orders whose documents are being made' },
  foyer_payments_under_way: { column: 'payments', help: 'Payments that a provider has not told the end of' },
  foyer_rows_put_off: { column: 'rowsPutOff', help: 'Orders, events and others that a job keeps failing at' },
}

/** By indexes of what is open only, so that it costs the same however much was sold. */
const FIGURES = statement<Figures>(
  'metrics-figures',
  `select
     (select count(*) from mail where status in ('WAITING', 'RETRY', 'IN_PROCESS'))::int as "mailsWaiting",
     (select coalesce(greatest(extract(epoch from $1::timestamptz - min(next_attempt_at)), 0), 0) from mail
      where status in ('WAITING', 'RETRY', 'IN_PROCESS'))::float as "oldestMailSeconds",
     (select count(*) from reservation where ${reservationHas('isOpen')})::int as carts,
     (select count(*) from reservation where ${reservationHas('isFinalizing')})::int as finalizing,
     (select count(*) from payment_transaction where is_live)::int as payments,
     (select count(*) from job_failure)::int as "rowsPutOff"`,
)
