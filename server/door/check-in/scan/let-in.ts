import { statusAfterRevert } from '#domain/door/check-in/judge-scan.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Minor, printed } from '#domain/foundation/money/money.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { documentDeskPayment, withdrawDeskDocument } from '#server/order/invoice/desk-payment.ts'
import { deskAmounts } from './desk-amounts.ts'
import { type DoorTicket, cancelDeskPayment, moveAtDoor, noteScan, storeDeskPayment } from '../store.ts'

/** Who does it, and when. */
export type Doing = { readonly by: string; readonly now: Instant }

/** The holder comes in, and the extras are handed out. For a locked ticket that may. */
export async function letIn(
  tx: Tx,
  ticket: DoorTicket,
  { by, now, type }: Doing & { readonly type: 'CHECK_IN' | 'MANUAL_CHECK_IN' },
): Promise<void> {
  await moveAtDoor(tx, ticket, 'checkIn', 'CHECKED_IN')
  await noteScan(tx, ticket, { at: now, by, operation: 'SCAN', status: 'SUCCESS' })
  await noteAudit(tx, { ...ofTicket(ticket), at: now, type, by })
}

/** The badge of an attendee who is in has been scanned for today. For a locked ticket. */
export async function noteBadge(tx: Tx, ticket: DoorTicket, { by, now }: Doing): Promise<void> {
  await noteScan(tx, ticket, { at: now, by, operation: 'SCAN', status: 'BADGE_SCAN_SUCCESS' })
  await noteAudit(tx, { ...ofTicket(ticket), at: now, type: 'BADGE_SCAN', by })
}

export type Settling = Doing & { readonly offer: OfferedEvent; readonly ticket: DoorTicket }

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
export async function takeBack(tx: Tx, ticket: DoorTicket, { by, now }: Doing): Promise<boolean> {
  const status = statusAfterRevert(ticket.status, ticket)
  if (status === undefined) return false
  await moveAtDoor(tx, ticket, 'revertCheckIn', status)
  const wasOrderPaid = ticketHas({ status }, 'isDueAtDesk') && (await cancelDeskPayment(tx, ticket))
  if (wasOrderPaid) await withdrawDeskDocument(tx, { ...ofTicket(ticket), now })
  await noteScan(tx, ticket, { at: now, by, operation: 'REVERT', status: 'OK_READY_TO_BE_CHECKED_IN' })
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
