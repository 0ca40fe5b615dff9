import type { Clock } from '#server/foundation/base/time.ts'
import type { EventLog } from '#server/foundation/base/event-log.ts'
import type { Config } from '#server/foundation/config/config.ts'
import type { Database } from '#server/foundation/database/database.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import type { MethodLists } from '#server/providers/registry/method-lists.ts'
import type { Providers } from '#server/providers/registry/registry.ts'

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
