import type { Catalog } from '#server/catalog/catalog/catalog.ts'
import type { JobQueue } from '#server/foundation/jobs/queue.ts'
import type { Services } from '#server/foundation/services.ts'

/** What a use case needs of the world besides: what is sold, and the work that follows. */
export type Shop = Services & {
  readonly catalog: Catalog
  readonly jobs: JobQueue
}
