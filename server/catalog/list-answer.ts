import type { BasicEventInfo } from '#contract/event.ts'
import type { Shop } from '#server/context.ts'
import { presentBasicEvent } from './present.ts'
import { listEvents } from './store.ts'

export type ListQuery = {
  readonly organizer?: number | undefined
  readonly organizerSlug?: string | undefined
  /** Each may name several, separated by commas. */
  readonly tags?: readonly string[] | undefined
}

/** The events a visitor may choose from, as the API tells them. */
export async function listAnswer(
  { db, clock, texts }: Pick<Shop, 'db' | 'clock' | 'texts'>,
  { organizer, organizerSlug, tags = [] }: ListQuery,
): Promise<BasicEventInfo[]> {
  const events = await listEvents(db, clock.now(), {
    ...(organizer !== undefined && { organizationId: organizer }),
    ...(organizerSlug && { organizationSlug: organizerSlug }),
    tags: tags.flatMap(tag => tag.split(',')).filter(tag => tag.trim() !== ''),
  })
  return events.map(event => presentBasicEvent(event, texts))
}
