import type { Instant } from '#domain/foundation/instant.ts'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'

/** What is worth keeping about an order, also after it is gone (lifecycle L). */
export type OrderAudit =
  | 'CANCEL_RESERVATION'
  | 'CANCEL_RESERVATION_EXPIRED'
  | 'RESERVATION_REPLACED'
  | 'RESERVATION_EXTENDED'
  | 'RESERVATION_COMPLETE'
  /** A member has made it on behalf of a buyer. */
  | 'MADE_AT_DESK'
  /** The organiser has put off when a transfer is due. */
  | 'TRANSFER_EXTENDED'
  /** The organiser has corrected the name or the address of the buyer. */
  | 'BUYER_CORRECTED'
  | 'RESERVATION_OFFLINE_PAYMENT_CONFIRMED'
  | 'INIT_PAYMENT'
  | 'PAYMENT_CONFIRMED'
  | 'PAYMENT_FAILED'
  /** The provider takes no money for it any more, and has taken none. */
  | 'PAYMENT_CANCELLED'
  /** Money came that the order could not take: it goes back. */
  | 'PAYMENT_RETURNED'
  /** The organiser requests a refund, or cancels an order or tickets. */
  | 'REFUND_REQUESTED'
  | 'REFUND'
  | 'REFUND_ATTEMPT_FAILED'
  /** Another sum has arrived than was due. */
  | 'PAYMENT_TO_REVIEW'
  /** The organiser has dealt with what a person had to look at. */
  | 'PAYMENT_REVIEWED'
  /** A bought pass pays for tickets of it, or does not any more. */
  | 'SUBSCRIPTION_APPLIED'
  | 'SUBSCRIPTION_REMOVED'
  | 'TERMS_CONDITION_ACCEPTED'
  | 'PRIVACY_POLICY_ACCEPTED'
  | 'WARNING_IGNORED'
  | 'BILLING_DATA_UPDATED'
  | 'BILLING_DOCUMENT_GENERATED'
  | 'BILLING_DOCUMENT_INVALIDATED'
  | 'BILLING_DOCUMENT_RESTORED'
  | 'CREDIT_NOTE_ISSUED'
  | 'VAT_VALIDATION_SUCCESSFUL'
  | 'VAT_VALIDATION_SKIPPED'
  | 'VAT_FORMAL_VALIDATION_SUCCESSFUL'

/** About one ticket of an order. */
type TicketAudit =
  | 'UPDATE_TICKET'
  | 'TICKET_HOLDER_CHANGED'
  | 'GROUP_MEMBER_ACQUIRED'
  | 'CANCEL_TICKET'
  /** It is of another category now. */
  | 'CATEGORY_CHANGED'
  /** The buyer can pay for it to be of another one. */
  | 'CATEGORY_CHANGE_OFFERED'
  | 'CHECK_IN'
  | 'MANUAL_CHECK_IN'
  | 'BADGE_SCAN'
  | 'REVERT_CHECK_IN'
  | 'PAYMENT_CONFIRMED'

/** About a pass of an order. */
type PassAudit = 'SUBSCRIPTION_ACQUIRED' | 'SUBSCRIPTION_WITHDRAWN' | 'SUBSCRIPTION_EXTENDED'

/** About an event, or the shop. */
type EventAudit = 'EVENT_CREATE' | 'EVENT_UPDATE' | 'PERSONAL_DATA_ERASED'

/** About a pass on sale. */
type PassSaleAudit = 'PASS_CREATE' | 'PASS_UPDATE' | 'PASS_DEACTIVATE'

/** Whose order it is; found again by it when it is gone. */
type OfOrder = { readonly id: ReservationId; readonly contextId: number }

/** A line about an order, which is known. */
export type OrderNote = { readonly type: OrderAudit } & Pick<AuditEntry, 'by' | 'modifications'>

type Subject =
  | { readonly type: OrderAudit; readonly reservation: OfOrder }
  /** By the public id of the ticket: the private one opens the door. */
  | { readonly type: TicketAudit; readonly reservation: OfOrder; readonly ticket: Pick<Ticket, 'publicId'> }
  /** By its public id: the private one uses it. */
  | { readonly type: PassAudit; readonly reservation: OfOrder; readonly pass: Pick<BoughtPass, 'publicId'> }
  /** Null: of no event in particular. */
  | { readonly type: EventAudit; readonly eventId: number | null }
  | { readonly type: PassSaleAudit; readonly passId: number }

type AuditEntry = Subject & {
  readonly at: Instant
  /** Which organiser's key, device or person at the door; left out for the buyer and for the shop itself. */
  readonly by?: string
  /** Never personal data; the VAT number of a business is none. */
  readonly modifications?: Readonly<Record<string, string | number | readonly string[]>>
}

/**
 * Notes it in the transaction that does it. What belongs to a move of an order is noted by the statement that moves it
 * (server/order/order/move-reservation.ts), and RESERVATION_CREATE by the one that holds the seats.
 */
export async function noteAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await noteAudits(tx, [entry])
}

/** Many at once. */
export async function noteAudits(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await tx.kysely.insertInto('audit').values(entries.map(auditRow)).execute()
}

/** As it is inserted. */
export function auditRow(entry: AuditEntry) {
  const { at, type, by = null, modifications } = entry
  return {
    at: timestamp(at),
    type,
    ...subjectOf(entry),
    actor: by,
    modifications: modifications ? JSON.stringify(modifications) : null,
  }
}

function subjectOf(entry: Subject) {
  if ('passId' in entry) {
    const { passId } = entry
    return { purchase_context_id: passId, reservation_id: null, entity_type: 'PASS', entity_id: String(passId) }
  }
  if (!('reservation' in entry)) {
    const [entity_type, entity_id] = entry.eventId === null ? ['SHOP', ''] : ['EVENT', String(entry.eventId)]
    return { purchase_context_id: entry.eventId, reservation_id: null, entity_type, entity_id }
  }
  const { id, contextId } = entry.reservation
  const order = { purchase_context_id: contextId, reservation_id: id }
  if ('ticket' in entry) return { ...order, entity_type: 'TICKET', entity_id: entry.ticket.publicId }
  if ('pass' in entry) return { ...order, entity_type: 'SUBSCRIPTION', entity_id: entry.pass.publicId }
  return { ...order, entity_type: 'RESERVATION', entity_id: id }
}

/**
 * The statement that notes something of each reservation of `rows`, a table with its `id` and `purchase_context_id`. The
 * members are SQL; nothing is noted while the type is null.
 */
export function noteEach(
  rows: string,
  {
    at,
    type,
    modifications = 'null::jsonb',
  }: { readonly at: string; readonly type: string; readonly modifications?: string },
): string {
  return `insert into audit (at, type, purchase_context_id, reservation_id, entity_type, entity_id, modifications)
     select ${at}, ${type}, purchase_context_id, id, 'RESERVATION', id::text, ${modifications} from ${rows}
     where ${type} is not null`
}

export type TrailEntry = {
  readonly at: Instant
  readonly type: string
  /** RESERVATION, TICKET or SUBSCRIPTION, and its public id. */
  readonly entity: string
  readonly entityId: string
  readonly by: string | null
  readonly modifications: unknown
}

/** What happened to an order, from the beginning; also when it is gone. */
export async function trailOf(on: Queryable, id: ReservationId): Promise<TrailEntry[]> {
  return on.kysely
    .selectFrom('audit')
    .select(['at', 'type', 'entity_type as entity', 'entity_id as entityId', 'actor as by', 'modifications'])
    .where('reservation_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
