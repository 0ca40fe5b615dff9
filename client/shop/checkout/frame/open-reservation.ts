import { createContext, use } from 'react'
import { eventPagePath, passPagePath, pathTo } from '#contract/paths.ts'
import type { OrderEnd } from '#contract/order-end.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import type { ReservationPage } from '#domain/order/reservation/states.ts'
import type { Event } from '#contract/event.ts'
import type { Subscription } from '#contract/subscription.ts'

/** Where a reservation lives. */
export type Place = {
  /** Of what, in the words of the wire. */
  readonly type: 'event' | 'subscription'
  /** Short name of the event, or id of the pass. */
  readonly publicIdentifier: string
  readonly reservationId: string
}

/** What every page of a reservation knows, found or not. */
type Frame = {
  readonly place: Place
  readonly context: PurchaseContext
  /** What became of the order; undefined while it has not ended, and of one that is not there. */
  readonly end?: OrderEnd | undefined
}

/** The pages of the wire's statuses, and our own of an order that has ended. */
type OrderPage = ReservationPage | 'ended'

/** A reservation that was found, as it was read on arrival at the page, and what the pages may do to that picture. */
export type OpenReservation = Frame & {
  readonly reservation: ReservationInfo
  /** Reads it again; the frame moves to another page when the status asks for one. */
  reload(): Promise<void>
  /** Asks for the status alone, and reads everything again when it has changed. */
  refresh(): Promise<void>
  /** Takes over what a call of this page has changed. */
  change(changed: Partial<ReservationInfo>): void
}

export const FrameContext = createContext<Frame | undefined>(undefined)
export const OpenReservationContext = createContext<OpenReservation | undefined>(undefined)

export function useFrame(): Frame {
  const frame = use(FrameContext)
  if (!frame) throw new Error('no reservation: the page is outside its frame')
  return frame
}

export function useOpenReservation(): OpenReservation {
  const open = use(OpenReservationContext)
  if (!open) throw new Error('this page is shown for a reservation that was found only')
  return open
}

/** Of the event or the pass. */
export function contextAddress({ type, publicIdentifier }: Pick<Place, 'type' | 'publicIdentifier'>): string {
  return type === 'event'
    ? pathTo(eventPagePath, { shortName: publicIdentifier })
    : pathTo(passPagePath, { id: publicIdentifier })
}

/** Of the order; its pages are below it. */
export function orderAddress(place: Place): string {
  return `${contextAddress(place)}/reservation/${encodeURIComponent(place.reservationId)}`
}

export function reservationAddress(place: Place, page: OrderPage): string {
  return `${orderAddress(place)}/${page}`
}

/** "4F2E1A90": how people name an order (specification, booking 9). */
export function shortIdOf({ reservationId }: Place): string {
  return reservationId.slice(0, 8).toUpperCase()
}

/** What an order is of: an event or a pass, as the wire sends it. */
export type PurchaseContext = Event | Subscription

/** Only an event has a name of its own in addresses, dates, tickets and words. */
export const isEvent = (context: PurchaseContext): context is Event => 'shortName' in context
