import { Value } from 'typebox/value'
import { type DeskConflict, DeskEvent } from '#contract/desk-event.ts'
import { writeEvent } from '#domain/organiser/event-editing/write-event.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Changed } from '#server/organiser/event-editing/change-event.ts'
import type { StatedEvent } from '#server/organiser/event-editing/load-stated.ts'
import { findOrganization } from '#server/organiser/organization/keep-organizations.ts'

type File = DeskEvent['file']

/**
 * An event as its organiser states it, every member of an event file filled: a change to it changes nothing. `isWhole`:
 * with what all events of its organisation share.
 */
export async function fileOf(
  { db }: Pick<Shop, 'db'>,
  { stated, imageId, organizationId }: StatedEvent,
  { isWhole }: { readonly isWhole: boolean },
): Promise<File> {
  const { organizer, groups, ...request } = writeEvent(stated)
  const owner = await findOrganization(db, organizationId)
  const named = { name: owner?.name ?? '', slug: owner?.slug ?? null, email: owner?.email ?? null }
  const file: unknown = {
    ...request,
    kind: 'event',
    imageId,
    organizer: { ...named, ...(isWhole && organizer) },
    ...(isWhole && { groups }),
    extensionSettings: [],
  }
  if (!Value.Check(DeskEvent.properties.file, file)) {
    const [first] = Value.Errors(DeskEvent.properties.file, file)
    throw new Error(`an event was written against its schema: ${first?.instancePath} ${first?.message}`)
  }
  return file
}

export const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** What another one has changed of what the caller wants to change. */
export const presentConflict = ({ version, conflicts }: Extract<Changed, { kind: 'conflict' }>): DeskConflict => ({
  version,
  conflicts: conflicts.map(conflict => ({
    ...conflict,
    theirs: asJson(conflict.theirs),
    before: asJson(conflict.before),
  })),
})
