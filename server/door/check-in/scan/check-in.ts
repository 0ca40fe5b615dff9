import { canCheckInByHand, judgePayingScan, judgeScan } from '#domain/door/check-in/judge-scan.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import {
  type Door,
  type ScanResult,
  type ShownTicket,
  TICKET_NOT_FOUND,
  scanOf,
  stopped,
  welcome,
} from './judge-ticket.ts'
import { type DoorTicket, lockTicket, noteScan } from '../store.ts'
import { type Doing, dueAtDesk, letIn, noteBadge, settle, takeBack } from './moves.ts'
import { privateId } from '../access.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'

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

/** A ticket that a person at the door has searched for, and that person. */
type PickedTicket = { readonly event: AtEvent; readonly identifier: string; readonly by: string }

type AtEvent = Pick<Event, 'id' | 'shortName'>

/** What came of it; `unknown`: the event has no such ticket. */
type ByHand = boolean | 'unknown'

/** Lets the holder of a good ticket in without its code; what is due counts as paid. False when it isn't good. */
export async function checkInByHand(shop: Shop, picked: PickedTicket): Promise<ByHand> {
  const offer = await shop.catalog.eventOf(picked.event.id)
  const isIn = await changeTicket(shop, picked, async (tx, ticket, doing) => {
    if (!canCheckInByHand(ticket.status)) return false
    if (ticketHas(ticket, 'isDueAtDesk')) await settle(tx, shop, { ...doing, offer, ticket })
    await letIn(tx, ticket, { ...doing, type: 'MANUAL_CHECK_IN' })
    return true
  })
  if (isIn === true) shop.log.checkedIn(picked.event.shortName)
  return isIn
}

/** Undoes a check-in; false when there is none. */
export async function revertCheckIn(shop: Shop, picked: PickedTicket): Promise<ByHand> {
  const isReverted = await changeTicket(shop, picked, takeBack)
  if (isReverted === true) shop.log.checkInReverted(picked.event.shortName)
  return isReverted
}

type Change = (tx: Tx, ticket: DoorTicket, doing: Doing) => Promise<boolean>

async function changeTicket(
  { db, clock }: Shop,
  { event, identifier, by }: PickedTicket,
  change: Change,
): Promise<ByHand> {
  const uuid = privateId(identifier)
  if (uuid === undefined) return 'unknown'
  return transaction(db, async tx => {
    const ticket = await lockTicket(tx, { eventId: event.id, uuid })
    return ticket === undefined ? 'unknown' : change(tx, ticket, { by, now: clock.now() })
  })
}

type Upload = {
  readonly shown: readonly ShownTicket[]
  readonly by: string
  /** What was due at the desk has been paid there. */
  readonly isPaid: boolean
}

/** The scans of a device that was offline, one after the other as they were made; the result of each by its ticket. */
export async function checkInMany(shop: Shop, door: Door, upload: Upload): Promise<Map<string, ScanResult>> {
  const results = new Map<string, ScanResult>()
  for (const shown of upload.shown) {
    const showing = { ...shown, by: upload.by }
    const paid = upload.isPaid ? await confirmAtDesk(shop, door, showing) : TICKET_NOT_FOUND
    results.set(shown.identifier, paid === TICKET_NOT_FOUND ? await checkIn(shop, door, showing) : paid)
  }
  return results
}
