import { statusAfterRevert } from '#domain/door/check-in/judge-scan.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Minor, printed } from '#domain/foundation/money/money.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { documentDeskPayment, withdrawDeskDocument } from '#server/order/invoice/desk-payment.ts'
import {
  type DoorTicket,
  type ScanOfDoor,
  cancelDeskPayment,
  markUndone,
  moveAtDoor,
  noteScan,
  storeDeskPayment,
} from '../store.ts'
import { deskAmounts } from './judge-ticket.ts'

/** What is done with a locked ticket at the entrance, by scanning apps and on the page of a door alike. */

/** Who does it, and when; for the page of a door also which of its scans it is. */
export type Doing = { readonly by: string; readonly now: Instant; readonly ofDoor?: ScanOfDoor }

/** The holder comes in, and the extras are handed out. For a locked ticket that may. */
export async function letIn(
  tx: Tx,
  ticket: DoorTicket,
  { by, now, type, ofDoor }: Doing & { readonly type: 'CHECK_IN' | 'MANUAL_CHECK_IN' },
): Promise<void> {
  await moveAtDoor(tx, ticket, 'checkIn', 'CHECKED_IN')
  await noteScan(tx, ticket, { at: now, by, operation: 'SCAN', status: 'SUCCESS', ofDoor })
  await noteAudit(tx, { ...ofTicket(ticket), at: now, type, by })
}

/** The badge of an attendee who is in has been scanned for today. For a locked ticket. */
export async function noteBadge(tx: Tx, ticket: DoorTicket, { by, now, ofDoor }: Doing): Promise<void> {
  await noteScan(tx, ticket, { at: now, by, operation: 'SCAN', status: 'BADGE_SCAN_SUCCESS', ofDoor })
  await noteAudit(tx, { ...ofTicket(ticket), at: now, type: 'BADGE_SCAN', by })
}

type Settling = Doing & { readonly offer: OfferedEvent; readonly ticket: DoorTicket }

/**
 * The ticket and its extras have been paid at the desk; with the last one of an order, its buyer gets the receipt. For a
 * locked ticket that is to be paid.
 */
export async function settle(tx: Tx, shop: Shop, { offer, ticket, by, now }: Settling): Promise<void> {
  await moveAtDoor(tx, ticket, 'settle', 'ACQUIRED')
  const isOrderPaid = await storeDeskPayment(tx, ticket, now)
  if (isOrderPaid) await documentDeskPayment(tx, shop, { offer, reservationId: ticket.reservationId })
  const amount = await dueAtDesk(tx, ticket)
  const modifications = { amount: printed(amount, ticket.currency), currency: ticket.currency }
  await noteAudit(tx, { ...ofTicket(ticket), at: now, type: 'PAYMENT_CONFIRMED', by, modifications })
}

/** The check-in did not happen: the ticket and its extras are as they were sold. False when there is none. For a locked ticket. */
export async function takeBack(tx: Tx, ticket: DoorTicket, { by, now, ofDoor }: Doing): Promise<boolean> {
  const status = statusAfterRevert(ticket.status, ticket)
  if (status === undefined) return false
  await moveAtDoor(tx, ticket, 'revertCheckIn', status)
  await markUndone(tx, ticket)
  const wasOrderPaid = ticketHas({ status }, 'isDueAtDesk') && (await cancelDeskPayment(tx, ticket))
  if (wasOrderPaid) await withdrawDeskDocument(tx, { ...ofTicket(ticket), now })
  await noteScan(tx, ticket, { at: now, by, operation: 'REVERT', status: 'OK_READY_TO_BE_CHECKED_IN', ofDoor })
  await noteAudit(tx, { ...ofTicket(ticket), at: now, type: 'REVERT_CHECK_IN', by })
  return true
}

/** What the trail says it is about. */
const ofTicket = (ticket: DoorTicket) => ({
  reservation: { id: ticket.reservationId, contextId: ticket.eventId },
  ticket,
})

/** What is paid for this ticket at the desk. */
export async function dueAtDesk(tx: Tx, ticket: DoorTicket): Promise<Minor> {
  const amount = (await deskAmounts(tx, [ticket.reservationId])).get(ticket.id)
  if (amount === undefined) throw new Error(`ticket ${ticket.id} belongs to no order`)
  return amount
}
