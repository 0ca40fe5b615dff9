import type { BookingDraft, StoredDraft } from '#contract/booking-draft.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Database, statement } from '#server/foundation/database/database.ts'
import { reservationHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Details are awaited: the order is open, its time is not over, and what was sent was not accepted. `$2` is the time. */
const AWAITS_DETAILS = `${reservationHas('isOpen')} and not validated and validity > $2::timestamptz`

/** Without a draft the version is 0; undefined for an unknown reservation. What was sent since a draft deletes it. */
export async function findDraft(db: Database, id: ReservationId, now: Instant): Promise<StoredDraft | undefined> {
  const [row] = await db.query(FIND_DRAFT, [id, timestamp(now)])
  return row && { version: Number(row.version ?? 0), draft: row.content }
}

const FIND_DRAFT = statement<{ version: bigint | null; content: BookingDraft | null }>(
  'booking-draft-find',
  `select version, content from reservation
   left join booking_draft on reservation_id = reservation.id and ${AWAITS_DETAILS}
   where reservation.id = $1`,
)

/**
 * Stores the draft in place of an earlier one and returns its version; null where the order awaits no details, undefined for an
 * unknown one. The lock
 * on the reservation makes it wait for details that are being stored, and then see that they were accepted.
 */
export async function storeDraft(
  db: Database,
  { id, draft, now }: { readonly id: ReservationId; readonly draft: BookingDraft; readonly now: Instant },
): Promise<number | null | undefined> {
  const [row] = await db.query(STORE_DRAFT, [id, timestamp(now), now, JSON.stringify(draft)])
  return row && (row.version === null ? null : Number(row.version))
}

const STORE_DRAFT = statement<{ version: bigint | null }>(
  'booking-draft-store',
  `with awaiting as (
     select id from reservation where id = $1 and ${AWAITS_DETAILS} for share
   ), stored as (
     insert into booking_draft (reservation_id, version, content, written_at)
     select id, $3::bigint, $4::jsonb, $2::timestamptz from awaiting
     on conflict (reservation_id) do update set
       version = greatest(excluded.version, booking_draft.version + 1), content = excluded.content,
       written_at = excluded.written_at
     returning version
   )
   select (select version from stored) from reservation where id = $1`,
)
