import type { Clock } from './base/clock.ts'
import type { EventLog } from './base/event-log.ts'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { Texts } from './language/texts.ts'
import type { MethodLists } from './providers/method-lists.ts'
import type { Providers } from './providers/registry.ts'

/** What every part of the server needs of the world; put together once, in shop.ts. */
export type Services = {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly texts: Texts
  readonly log: EventLog
  /** Who can handle payments. */
  readonly providers: Providers
  /** What providers themselves would offer for a sum. */
  readonly methodLists: MethodLists
}
