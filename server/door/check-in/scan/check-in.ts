import { judgePayingScan, judgeScan } from '#domain/door/check-in/judge-scan.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import type { ShownTicket } from './evaluate-ticket.ts'
import { type Door, scanOf } from './judge-ticket.ts'
import { type Doing, dueAtDesk, letIn, noteBadge, settle } from './let-in.ts'
import { type ScanResult, TICKET_NOT_FOUND, stopped, welcome } from './scan-result.ts'
import { type DoorTicket, lockTicket, noteScan } from '../store.ts'
import { privateId } from '../private-id.ts'

/** A ticket is shown at the door; `by` is who scans it. */
export type Showing = ShownTicket & { readonly by: string }

/** Lets the holder in if the ticket may come in now. Of several scans at the same time one does. */
export function checkIn(shop: Shop, door: Door, showing: Showing): Promise<ScanResult> {
  return atDoor(shop, door, showing, async (tx, ticket, doing) => {
    const scan = await scanOf(tx, door, ticket, { code: showing.code, now: doing.now })
    const status = judgeScan(scan)
    switch (status) {
      case 'OK_READY_TO_BE_CHECKED_IN':
        await letIn(tx, ticket, { ...doing, type: 'CHECK_IN' })
        return { status: 'SUCCESS', ticket, welcome: await welcome(tx, door.offer, ticket) }
      case 'OK_READY_FOR_BADGE_SCAN':
        await noteBadge(tx, ticket, doing)
        return { status: 'BADGE_SCAN_SUCCESS', ticket, welcome: await welcome(tx, door.offer, ticket) }
      case 'MUST_PAY':
        await noteRefusal(tx, ticket, { ...doing, status })
        return { status, ticket, due: await dueAtDesk(tx, ticket) }
      default:
        await noteRefusal(tx, ticket, { ...doing, status })
        return stopped(status, scan, ticket)
    }
  })
}

/**
 * The holder has paid at the desk and comes in. Where the ticket can't come in, nothing is taken as paid either; where
 * nothing is due the answer is not found (organiser contract).
 */
export function confirmAtDesk(shop: Shop, door: Door, showing: Showing): Promise<ScanResult> {
  return atDoor(shop, door, showing, async (tx, ticket, doing) => {
    const scan = await scanOf(tx, door, ticket, { code: showing.code, now: doing.now })
    const status = judgePayingScan(scan)
    if (status === 'TICKET_NOT_FOUND') return TICKET_NOT_FOUND
    if (status !== 'OK_READY_TO_BE_CHECKED_IN') {
      await noteRefusal(tx, ticket, { ...doing, status })
      return stopped(status, scan, ticket)
    }
    await settle(tx, shop, { ...doing, offer: door.offer, ticket })
    await letIn(tx, ticket, { ...doing, type: 'CHECK_IN' })
    return { status: 'SUCCESS', ticket, welcome: await welcome(tx, door.offer, ticket) }
  })
}

type Step = (tx: Tx, ticket: DoorTicket, doing: Doing) => Promise<ScanResult>

async function atDoor(
  { db, clock, log }: Shop,
  { offer }: Door,
  { identifier, by }: Showing,
  step: Step,
): Promise<ScanResult> {
  const uuid = privateId(identifier)
  if (uuid === undefined) return TICKET_NOT_FOUND
  const result = await transaction(db, async tx => {
    const ticket = await lockTicket(tx, { eventId: offer.context.id, uuid })
    return ticket === undefined ? TICKET_NOT_FOUND : step(tx, ticket, { by, now: clock.now() })
  })
  if (result.status === 'SUCCESS') log.checkedIn(offer.context.shortName)
  return result
}

/** An attendee was sent away: the log helps when there is trouble at the door. */
async function noteRefusal(
  tx: Tx,
  ticket: DoorTicket,
  { by, now, status }: Doing & { readonly status: ReturnType<typeof judgeScan> },
): Promise<void> {
  await noteScan(tx, ticket, { at: now, by, operation: 'SCAN', status })
}
