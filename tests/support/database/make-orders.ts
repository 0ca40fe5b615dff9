import { pino } from 'pino'
import { systemClock } from '#server/foundation/base/time.ts'
import { readConfig } from '#server/foundation/config/config.ts'
import { readEnvironment } from '#server/foundation/config/environment.ts'
import { openShop } from '#server/shop.ts'
import { makeImportedOrders } from '#server/organiser/ticket-desk/make-imported-orders.ts'

/** A process that makes the orders which organisers have imported, and ends. */

const config = readConfig(readEnvironment(process.env))
const shop = await openShop({ config, clock: systemClock(), logger: pino({ level: 'error' }) })
await makeImportedOrders(shop)
await shop.close()
