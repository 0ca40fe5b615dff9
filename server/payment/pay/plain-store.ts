import { noteEach } from '#server/foundation/audit/audit.ts'
import { type Database, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { movedTo } from '#server/order/order/move-reservation.ts'
import { type PlainOrder, storeUnlocked } from '#server/order/order/unlocked-order.ts'
import { type Confirmation, consentNotes, isPrivacyAgreed } from './store.ts'

type PlainConfirmation = Confirmation & Pick<PlainOrder, 'rowVersion'>

/**
 * As `storeSettled`, without a transaction, for a buyer who agrees now; false where the order has changed since it was read, and
 * nothing is stored.
 */
export const storePlainSettled = (db: Database, confirmation: PlainConfirmation): Promise<boolean> =>
  storeUnlockedSettled(db, { id: confirmation.reservation.id, confirmation })

type Settling = { readonly id: ReservationId; readonly confirmation: PlainConfirmation }

function valuesOfSettled(settling: readonly Settling[]): unknown[] {
  const column = (read: (confirmation: PlainConfirmation) => unknown) =>
    settling.map(({ confirmation }) => read(confirmation))
  const notes = settling.flatMap(({ id, confirmation }) =>
    consentNotes(confirmation.context, isPrivacyAgreed(confirmation)).map(note => ({ ...note, id })),
  )
  return [
    settling.map(({ id }) => id),
    column(({ rowVersion }) => rowVersion),
    column(({ proxy }) => proxy),
    column(({ method }) => method),
    column(({ now }) => timestamp(now)),
    column(confirmation => (isPrivacyAgreed(confirmation) ? timestamp(confirmation.now) : null)),
    notes.map(({ id }) => id),
    notes.map(({ type }) => type),
    notes.map(({ modifications = null }) => modifications && JSON.stringify(modifications)),
  ]
}

/**
 * One that another transaction has locked is left out, so that no buyer waits for the order of another one. The limits on `number` are
 * always met, see `ORDER_WITH_TICKETS`.
 */
const STORE_PLAIN_SETTLED = statement<{ readonly id: ReservationId }>(
  'store-plain-settled',
  `with sent as materialized (
     select * from unnest($1::uuid[], $2::xid[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
       with ordinality as sent (order_id, row_version, proxy, method, agreed_at, privacy_at, number)
     where number between 1 and 1000
   ), done as materialized (
     select sent.* from sent join reservation on reservation.id = order_id
     where reservation.xmin = row_version for update of reservation skip locked
   ), ${movedTo('FINALIZING', {
     rows: 'done',
     id: 'order_id',
     set: `payment_proxy = proxy, payment_method = method, terms_accepted_at = agreed_at, privacy_accepted_at = privacy_at,
       finalize_at = agreed_at`,
     note: null,
   })}, note as (
     select moved.id, moved.purchase_context_id, agreed_at, type, modifications
     from moved join done on done.order_id = moved.id
     join unnest($7::uuid[], $8::text[], $9::jsonb[]) as consent (order_id, type, modifications) on consent.order_id = moved.id
   ), noted as (
     ${noteEach('note', { at: 'agreed_at', type: 'type', modifications: 'modifications' })}
   )
   select id from moved`,
)

const storeUnlockedSettled = storeUnlocked<Settling>(STORE_PLAIN_SETTLED, valuesOfSettled)
