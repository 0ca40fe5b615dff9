import type { DeskOrder } from '#contract/desk-order-detail.ts'
import { MAX_NOTE_LENGTH, MAX_TAGS, MAX_TAG_LENGTH } from '#contract/limits.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Actor } from '#server/foundation/audit/change-log.ts'
import { type Database, type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** What members write about an order: notes and tags, which its buyer never sees. They are erased with its people. */

type Note = DeskOrder['notes'][number]

/** The oldest first. */
export async function notesOf(db: Queryable, id: ReservationId, memberId: number | null): Promise<Note[]> {
  const rows = await db.kysely
    .selectFrom('order_note')
    .select(['id', 'at', 'author as by', 'text', 'member_id as memberId'])
    .where('reservation_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ id: note, memberId: writer, ...rest }) => ({
    ...rest,
    id: String(note),
    isOwn: writer !== null && writer === memberId,
  }))
}

type NewNote = { readonly text: string; readonly by: Actor; readonly now: Instant }

/** Refused where it is empty or too long, and of an order whose people have been erased. */
export async function writeNote(db: Database, id: ReservationId, { text, by, now }: NewNote): Promise<Outcome<Note>> {
  const written = text.trim()
  if (written === '') return refused(problem('foyer.desk.order.note.empty', { field: 'text' }))
  if (written.length > MAX_NOTE_LENGTH) {
    return refused(problem('foyer.desk.order.note.long', { field: 'text', args: [String(MAX_NOTE_LENGTH)] }))
  }
  return transaction(db, async tx => {
    if (!(await lockUnerased(tx, id))) return refused(problem('foyer.desk.order.erased', { field: 'text' }))
    const row = await tx.kysely
      .insertInto('order_note')
      .values({ reservation_id: id, member_id: by.memberId, author: by.actor, text: written, at: timestamp(now) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return accepted({ id: String(row.id), at: now, by: by.actor, text: written, isOwn: by.memberId !== null })
  })
}

/** True where it was the member's own note; each removes their own alone. */
export async function removeNote(
  db: Queryable,
  id: ReservationId,
  { noteId, memberId }: { readonly noteId: string; readonly memberId: number | null },
): Promise<boolean> {
  if (memberId === null) return false
  const gone = await db.kysely
    .deleteFrom('order_note')
    .where('id', '=', BigInt(noteId))
    .where('reservation_id', '=', id)
    .where('member_id', '=', memberId)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Replaces the tags of an order. Those that differ by capitals are one. */
export async function putTags(db: Database, id: ReservationId, typed: readonly string[]): Promise<Outcome<string[]>> {
  const tags = new Map<string, string>()
  for (const text of typed) {
    const tag = lineOrEmpty(text)
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  const all = [...tags.values()].toSorted()
  if (all.length > MAX_TAGS)
    return refused(problem('foyer.desk.order.tags.many', { field: 'tags', args: [String(MAX_TAGS)] }))
  if (all.some(tag => tag.length > MAX_TAG_LENGTH)) {
    return refused(problem('foyer.desk.order.tags.long', { field: 'tags', args: [String(MAX_TAG_LENGTH)] }))
  }
  return transaction(db, async tx => {
    if (!(await lockUnerased(tx, id))) return refused(problem('foyer.desk.order.erased', { field: 'tags' }))
    await tx.kysely.deleteFrom('order_tag').where('reservation_id', '=', id).execute()
    if (all.length > 0) {
      await tx.kysely
        .insertInto('order_tag')
        .values(all.map(tag => ({ reservation_id: id, tag })))
        .execute()
    }
    return accepted(all)
  })
}

/** So that nothing about a person is written while, or after, the people of the order are erased. */
async function lockUnerased(tx: Tx, id: ReservationId): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('reservation')
    .select('id')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Adds a tag to an order, in the caller's transaction. `same`: it has it; `full`: it has as many as it may; `erased`: its people
 * have been erased.
 */
export async function addTag(tx: Tx, id: ReservationId, tag: string): Promise<'added' | 'same' | 'full' | 'erased'> {
  if (!(await lockUnerased(tx, id))) return 'erased'
  const tags = await tx.kysely.selectFrom('order_tag').select('tag').where('reservation_id', '=', id).execute()
  if (tags.some(one => one.tag.toLowerCase() === tag.toLowerCase())) return 'same'
  if (tags.length >= MAX_TAGS) return 'full'
  await tx.kysely.insertInto('order_tag').values({ reservation_id: id, tag }).execute()
  return 'added'
}
