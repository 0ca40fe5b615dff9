import { openBenchShop } from './bench-shop.ts'
import { ask, describeMachine } from './machine.ts'
import { openOrganiser } from './organiser.ts'
import { record, table } from './record.ts'
import { type Sale, sellOut } from './sale.ts'
import { inMilliseconds, whole } from './timings.ts'
import { scaled } from './scale.ts'

/** A whole sale: many more buyers than processors, and in the end every seat is sold exactly once. */

const SEATS = scaled(10_000, 40)
const CLIENTS = scaled(200, 5)
const SLUG = 'sell-out'

const shop = await openBenchShop()
try {
  const organiser = await openOrganiser(shop)
  await organiser.addEvent({ slug: SLUG, seats: SEATS, price: 120 })
  const offer = await sellOut([shop], { slug: SLUG, clients: CLIENTS })
  const seats = await ask<{ status: string; seats: number }>(
    shop,
    'select status, count(*)::int as seats from ticket group by status',
  )
  const orders = await ask<{ status: string; orders: number; seats: number }>(
    shop,
    `select reservation.status, count(distinct reservation.id)::int as orders, count(ticket.id)::int as seats
     from reservation left join ticket on ticket.reservation_id = reservation.id group by reservation.status`,
  )
  const [mail] = await ask<{ queued: number; sent: number }>(
    shop,
    `select count(*)::int as queued, count(*) filter (where status = 'SENT')::int as sent from mail`,
  )
  assertSoldOut({ offer, seats, orders })
  record('sell-out', 'Sell-out', [
    await describeMachine(shop),
    '',
    `${whole(SEATS)} seats, ${CLIENTS} clients that browse, reserve 1 to 4 tickets, fill in and pay on site, without a pause;`,
    'one in 20 cancels the order. Client and server share the processors, and the mails go out meanwhile.',
    '',
    `**${offer.seconds.toFixed(1)} s**: ${whole(SEATS)} tickets sold in ${whole(offer.orders)} orders, nothing left pending or free,`,
    `${whole(offer.cancelled)} reservations cancelled, ${whole(mail?.queued ?? 0)} mails queued, ${whole(mail?.sent ?? 0)} of them sent by the end.`,
    `Refused: ${[...offer.refusals].map(([code, times]) => `${whole(times)} × \`${code}\``).join(', ') || 'nobody'}.`,
    '',
    ...table([
      ['call', 'times', 'p50', 'p99', 'longest'],
      ...[...offer.calls].map(([name, times]) => {
        const { count, p50, p99, longest } = times.summary()
        return [name, whole(count), inMilliseconds(p50), inMilliseconds(p99), inMilliseconds(longest)]
      }),
    ]),
  ])
} finally {
  await shop.close()
}

type Outcome = {
  readonly offer: Sale
  readonly seats: readonly { status: string; seats: number }[]
  readonly orders: readonly { status: string; orders: number; seats: number }[]
}

function assertSoldOut({ offer, seats, orders }: Outcome): void {
  const isSold = seats.length === 1 && seats[0]?.status === 'TO_BE_PAID' && seats[0].seats === SEATS
  const isComplete = orders.length === 1 && orders[0]?.status === 'COMPLETE' && orders[0].seats === SEATS
  if (isSold && isComplete && orders[0]?.orders === offer.orders) return
  throw new Error(`not sold out: ${JSON.stringify({ sold: offer.orders, seats, orders })}`)
}
