import { judgeScan } from '#domain/door/check-in/judge-scan.ts'
import type { Shop } from '#server/catalog/context.ts'
import { deskAmounts } from './desk-amounts.ts'
import { type Door, scanOf } from './judge-ticket.ts'
import { type ScanResult, TICKET_NOT_FOUND, stopped } from './scan-result.ts'
import { findTicket } from '../store.ts'
import { privateId } from '../private-id.ts'

/** A ticket that is shown at the door. */
export type ShownTicket = { readonly identifier: string; readonly code: string }

/** What a check-in would answer; nothing is changed. */
export async function evaluateTicket({ db, clock }: Shop, door: Door, shown: ShownTicket): Promise<ScanResult> {
  const uuid = privateId(shown.identifier)
  const ticket = uuid && (await findTicket(db, { eventId: door.offer.context.id, uuid }))
  if (!ticket) return TICKET_NOT_FOUND
  const scan = await scanOf(db, door, ticket, { code: shown.code, now: clock.now() })
  const status = judgeScan(scan)
  if (status !== 'MUST_PAY') return stopped(status, scan, ticket)
  const due = (await deskAmounts(db, [ticket.reservationId])).get(ticket.id)
  return { status, ticket, ...(due !== undefined && { due }) }
}
