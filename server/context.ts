import type { Instant } from '#domain/instant.ts'
import type { Catalog } from './catalog/catalog.ts'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { EventLog } from './events.ts'
import type { Texts } from './language/texts.ts'

/** Where every rule, job and statement takes the time from. */
export type Clock = { now(): Instant }

/** What a use case needs of the world; put together once, in shop.ts. */
export type Shop = {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly catalog: Catalog
  readonly jobs: JobQueue
  readonly texts: Texts
  readonly log: EventLog
}
