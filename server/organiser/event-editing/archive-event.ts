import type { Instant } from '#domain/foundation/instant.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import { type Database, transaction } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { lockContext } from './event-store.ts'

type Archiving = { readonly isArchived: boolean; readonly by: Actor; readonly now: Instant }

/** Puts an event out of the way at the desk, or back; where it is so already, nothing is stored. */
export async function archiveEvent(
  db: Database,
  { id, shortName, organizationId }: EventOwner,
  { isArchived, by, now }: Archiving,
): Promise<void> {
  await transaction(db, async tx => {
    await lockContext(tx, id)
    const { archivedAt: before } = await tx.kysely
      .selectFrom('event')
      .select('archived_at as archivedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if ((before !== null) === isArchived) return
    await tx.kysely
      .updateTable('event')
      .set({ archived_at: isArchived ? timestamp(now) : null })
      .where('id', '=', id)
      .execute()
    await recordChange(tx, by, {
      kind: 'EVENT',
      subjectId: id,
      subject: shortName,
      organizationId,
      action: isArchived ? 'EVENT_ARCHIVE' : 'EVENT_UNARCHIVE',
      before: { archivedAt: before },
      after: { archivedAt: isArchived ? now : null },
      now,
    })
  })
}
