import type { Event } from '#domain/catalog/catalog/event.ts'
import { canCheckInByHand } from '#domain/door/check-in/judge-scan.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { type Doing, letIn, settle, takeBack } from './let-in.ts'
import { type DoorTicket, lockTicket } from '../store.ts'
import { privateId } from '../private-id.ts'

/** A ticket that a person at the door has searched for, and that person. */
export type PickedTicket = { readonly event: AtEvent; readonly identifier: string; readonly by: string }

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
