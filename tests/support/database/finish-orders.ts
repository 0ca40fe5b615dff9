import { pino } from 'pino'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { systemClock } from '#server/foundation/base/time.ts'
import { readConfig } from '#server/foundation/config/config.ts'
import { readEnvironment } from '#server/foundation/config/environment.ts'
import { finalizeReservation } from '#server/payment/pay/finalize.ts'
import { openShop } from '#server/shop.ts'

/** A process that finishes these orders, each in a transaction of its own, all at once. */

const config = readConfig(readEnvironment(process.env))
const shop = await openShop({ config, clock: systemClock(), logger: pino({ level: 'error' }) })
await Promise.all(
  process.argv.slice(2).map(async text => {
    const id = reservationId(text)
    if (id) await finalizeReservation(shop, id)
  }),
)
await shop.close()
