import type { GroupLink } from '#domain/attendee-group/attendee-group.ts'
import type { Event, EventOffer } from '#domain/catalog/event.ts'
import type { PurchaseContext } from '#domain/catalog/purchase-context.ts'
import type { OfferedService } from '#domain/catalog/offered-service.ts'
import type { AdditionalField } from '#domain/fields/field.ts'
import { loadGroupLinks } from '#server/attendee-group/group-links.ts'
import { type Database, statement } from '#server/database/database.ts'
import { loadFields } from '#server/fields/load-fields.ts'
import { type OwnTexts, loadOwnTexts } from '#server/language/overrides.ts'
import { type BriefMemory, briefMemory } from '#server/memory/brief-memory.ts'
import { hasPromoCodes } from './promo-code/has-promo-codes.ts'
import { type Settings, loadSettings } from '#server/setting/settings.ts'
import { openIssuers } from '#server/wallet-issuer/configured.ts'
import { eventMemory } from './event-memory.ts'
import { offerVersion } from './offer-version.ts'
import { loadOffer } from './offers.ts'
import { type SeatTable, countSeats } from './seats.ts'
import { type UnitTable, countFreeUnits } from './services.ts'

/**
 * Nothing the catalogue tells is older than this, and nothing this process itself has changed is old at all (but the
 * seats of an event that has very many). A tenth
 * below the second that is promised, for the time an answer needs to be written and sent.
 */
export const FRESH_MS = 900

/** What is sold as it is offered now, with the settings and texts that hold for it. */
export type Offer<Sold extends PurchaseContext = PurchaseContext> = {
  readonly context: Sold
  readonly settings: Settings
  readonly ownTexts: OwnTexts
}

export type OfferedEvent = Offer<Event> &
  EventOffer & {
    /** Of the event or its organisation, valid now or not. */
    readonly hasPromoCodes: boolean
    /** Who the event and its categories are for; empty: everybody. */
    readonly groupLinks: readonly GroupLink[]
    /** What attendees are asked, in order. */
    readonly fields: readonly AdditionalField[]
  }

/** The catalogue as every request needs it. */
export type Catalog = {
  /** Undefined when there is no such event, or it is DISABLED. */
  offeredEvent(shortName: string): Promise<OfferedEvent | undefined>
  /** By the id that reservations refer to, in whatever status the event is. */
  eventOf(contextId: number): Promise<OfferedEvent>
  /** The same of at least this version of what is offered, when it is in memory: for those in a transaction. */
  knownEvent(contextId: number, version: bigint): OfferedEvent | undefined
  /** The same, read where it is not in memory. Never inside a transaction. */
  eventAtLeast(contextId: number, version: bigint): Promise<OfferedEvent>
  seats(event: Pick<Event, 'id'>): Promise<SeatTable>
  /** Free units of the event's limited extras. */
  freeUnits(offer: Pick<EventOffer, 'context' | 'services'>): Promise<UnitTable>
  /** Seats or extras of this event have been taken or given back. */
  seatsChanged(eventId: number): void
  /** The event, its categories or its settings have changed. */
  offerChanged(event: { readonly id: number; readonly shortName: string }): void
}

/** So many events are kept in memory. */
const CAPACITY = 1000

export function openCatalog(db: Database): Catalog {
  const memory = eventMemory({
    capacity: CAPACITY,
    readVersion: async id => (await db.query(VERSION_OF_EVENT, [id]))[0]?.version,
    load: async id => loadOfferedEvent(db, id),
  })
  /** What opens the wallets of an event is remembered for less long than the event. */
  const read = async (found: { readonly id: number; readonly version: bigint } | undefined) => {
    const offer = found && (await memory.atLeast(found.id, found.version))
    if (offer) await openIssuers(offer.settings)
    return offer
  }
  const byName: BriefMemory<string, OfferedEvent | undefined> = briefMemory({
    milliseconds: FRESH_MS,
    capacity: CAPACITY,
    load: async shortName => read((await db.query(VERSION_BY_NAME, [shortName]))[0]),
  })
  const byId: BriefMemory<number, OfferedEvent | undefined> = briefMemory({
    milliseconds: FRESH_MS,
    capacity: CAPACITY,
    load: async id => read((await db.query(VERSION_OF_EVENT, [id]))[0]),
  })
  const seats = briefMemory({
    milliseconds: FRESH_MS,
    capacity: 1000,
    load: (id: number) => countSeats(db, id),
    toleratedFor: toleratedAge,
  })
  const units = briefMemory({ milliseconds: FRESH_MS, capacity: 1000, load: (id: number) => countFreeUnits(db, id) })
  const forgetStock = (eventId: number) => {
    seats.forget(eventId)
    units.forget(eventId)
  }

  return {
    offeredEvent: async shortName => {
      const found = await byName.get(shortName)
      return found?.context.status === 'DISABLED' ? undefined : found
    },
    eventOf: async contextId => anEvent(contextId, await byId.get(contextId)),
    knownEvent: memory.known,
    eventAtLeast: async (contextId, version) => anEvent(contextId, await memory.atLeast(contextId, version)),
    seats: ({ id }) => seats.get(id),
    freeUnits: async ({ context: event, services }) => (services.some(isLimited) ? units.get(event.id) : NO_UNITS),
    seatsChanged: forgetStock,
    offerChanged: ({ id, shortName }) => {
      byName.forget(shortName)
      byId.forget(id)
      forgetStock(id)
    },
  }
}

/**
 * Counting costs by seat, 30 ms for 100,000, and each order makes the count void. So that selling does not mean counting
 * all the time, an event with more than 20,000 seats left is counted anew after ten times what a count takes.
 */
function toleratedAge(table: SeatTable): number {
  const seats = table.reduce((sum, row) => sum + row.seats, 0)
  return seats > 20_000 ? (seats / 1000) * 3 : 0
}

function anEvent(contextId: number, found: OfferedEvent | undefined): OfferedEvent {
  if (!found) throw new Error(`purchase context ${contextId} is not an event`)
  return found
}

async function loadOfferedEvent(db: Database, id: number): Promise<OfferedEvent | undefined> {
  const offer = await loadOffer(db, id)
  if (!offer) return undefined
  const [settings, words, hasCodes, groupLinks, fields] = await Promise.all([
    loadSettings(db, { contextId: id }),
    loadOwnTexts(db, { contextId: id }),
    hasPromoCodes(db, { id, organizationId: offer.context.organization.id }),
    loadGroupLinks(db, id),
    loadFields(db, id),
  ])
  await openIssuers(settings)
  return { ...offer, settings, ownTexts: words, hasPromoCodes: hasCodes, groupLinks, fields }
}

const VERSION_OF_EVENT = statement<{ id: number; version: bigint }>(
  'event-version',
  `select id, ${offerVersion('event.id')} as version from event where id = $1`,
)

const VERSION_BY_NAME = statement<{ id: number; version: bigint }>(
  'event-version-by-name',
  `select id, ${offerVersion('event.id')} as version from event where short_name = $1`,
)

const NO_UNITS: UnitTable = new Map()

const isLimited = ({ stock }: OfferedService): boolean => stock !== null
