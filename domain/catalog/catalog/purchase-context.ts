import type { Event } from './event.ts'
import type { Pass } from './pass.ts'

/** What is sold. */
export type PurchaseContext = Event | Pass

/** What addresses and names of files know it by. */
export const publicIdentifier = (context: Named): string =>
  context.kind === 'event' ? context.shortName : context.publicId

type Named = Pick<Event, 'kind' | 'shortName'> | Pick<Pass, 'kind' | 'publicId'>
