import { pino } from 'pino'
import { systemClock } from '#server/foundation/base/time.ts'
import { readConfig } from '#server/foundation/config/config.ts'
import { readEnvironment } from '#server/foundation/config/environment.ts'
import { runBulkJobs } from '#server/organiser/bulk/run-bulk-jobs.ts'
import { sendMessages } from '#server/organiser/group-message/send-messages.ts'
import { importPeopleKind } from '#server/organiser/people-import/import-kind.ts'
import { openShop } from '#server/shop.ts'

/** A process that imports lists of people and queues messages to groups, as far as they are due, and ends. */

const config = readConfig(readEnvironment(process.env))
const shop = await openShop({ config, clock: systemClock(), logger: pino({ level: 'error' }) })
await runBulkJobs(shop, [importPeopleKind])
await sendMessages(shop)
await shop.close()
