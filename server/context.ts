import type { Catalog } from './catalog/catalog.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Services } from './services.ts'

/** What a use case needs of the world besides: what is sold, and the work that follows. */
export type Shop = Services & {
  readonly catalog: Catalog
  readonly jobs: JobQueue
}
