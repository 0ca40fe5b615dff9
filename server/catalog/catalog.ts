import type { Event, EventOffer } from '#domain/catalog/event.ts'
import type { Database } from '#server/database/database.ts'
import { type BriefMemory, briefMemory } from '#server/memory/brief-memory.ts'
import { type Settings, loadSettings } from '#server/setting/settings.ts'
import { type SeatTable, countSeats, loadOffer, loadOfferById } from './store.ts'

/**
 * Nothing the catalogue tells is older than this (and nothing this process itself has changed is old at all). A tenth
 * below the second that is promised, for the time an answer needs to be written and sent.
 */
export const FRESH_MS = 900

/** An event as it is sold now: what is offered, and the settings that hold for it. */
export type EventForSale = EventOffer & { readonly settings: Settings }

/** The catalogue as every request needs it. */
export type Catalog = {
  /** Undefined when there is no such event, or it is DISABLED. */
  eventForSale(shortName: string): Promise<EventForSale | undefined>
  /** By the id that reservations refer to, in whatever status the event is. */
  eventOf(contextId: number): Promise<EventForSale>
  seats(event: Pick<Event, 'id'>): Promise<SeatTable>
  /** Seats of this event have been taken or given back. */
  seatsChanged(eventId: number): void
  /** The event, its categories or its settings have changed. */
  offerChanged(event: { readonly id: number; readonly shortName: string }): void
}

export function openCatalog(db: Database): Catalog {
  const withSettings = async (offer: EventOffer | undefined): Promise<EventForSale | undefined> =>
    offer && { ...offer, settings: await loadSettings(db, { contextId: offer.event.id }) }

  const byName: BriefMemory<string, EventForSale | undefined> = briefMemory({
    milliseconds: FRESH_MS,
    capacity: 1000,
    load: async shortName => withSettings(await loadOffer(db, shortName)),
  })
  const byId: BriefMemory<number, EventForSale | undefined> = briefMemory({
    milliseconds: FRESH_MS,
    capacity: 1000,
    load: async id => withSettings(await loadOfferById(db, id)),
  })
  const seats = briefMemory({ milliseconds: FRESH_MS, capacity: 1000, load: (id: number) => countSeats(db, id) })

  return {
    eventForSale: async shortName => {
      const found = await byName.get(shortName)
      return found?.event.status === 'DISABLED' ? undefined : found
    },
    eventOf: async contextId => {
      const found = await byId.get(contextId)
      if (!found) throw new Error(`purchase context ${contextId} is not an event`)
      return found
    },
    seats: ({ id }) => seats.get(id),
    seatsChanged: eventId => seats.forget(eventId),
    offerChanged: ({ id, shortName }) => {
      byName.forget(shortName)
      byId.forget(id)
      seats.forget(id)
    },
  }
}
