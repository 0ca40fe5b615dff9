import type { GroupLink } from '#domain/catalog/attendee-group/attendee-group.ts'
import type { Event, EventOffer } from '#domain/catalog/catalog/event.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import type { OfferedService } from '#domain/catalog/catalog/offered-service.ts'
import type { AdditionalField } from '#domain/catalog/fields/field.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { loadGroupLinks } from '#server/catalog/attendee-group/attendee-groups.ts'
import { type Database, statement } from '#server/foundation/database/database.ts'
import { loadFields } from '#server/catalog/fields/fields.ts'
import { type OwnTexts, loadOwnTexts } from '#server/foundation/language/overrides.ts'
import { briefMemory } from '#server/foundation/memory/brief-memory.ts'
import { hasPromoCodes } from './discounts.ts'
import { type Settings, loadSettings } from '#server/foundation/setting/settings.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { openIssuers } from '#server/documents/wallet-issuer/configured.ts'
import { offerMemory, offerVersion } from './offer-memory.ts'
import { bytesOf, madeMemory } from '#server/foundation/memory/made-memory.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type EventFilter, listState, loadOffer } from './offers.ts'
import { type PassFilter, type PassLink, countPassesTaken, loadPass, loadPassLinks, passesState } from './passes.ts'
import { type SeatTable, countSeats } from './seats.ts'
import { type UnitTable, countFreeUnits } from './services.ts'

/**
 * Nothing the catalogue returns is older than this, and nothing this process itself has changed is old at all (but the
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
  EventOffer &
  Terms & {
    /** Of the event or its organisation, valid now or not. */
    readonly hasPromoCodes: boolean
    /** Who the event and its categories are for; empty: every buyer. */
    readonly groupLinks: readonly GroupLink[]
    /** The passes that it takes. */
    readonly passLinks: readonly PassLink[]
  }

/** A pass has neither categories nor extras, and no code or group is for it. */
export type OfferedPass = Offer<Pass> &
  Terms & {
    readonly categories: readonly never[]
    readonly services: readonly never[]
    readonly discountRules: readonly never[]
    readonly hasPromoCodes: false
    readonly groupLinks: readonly never[]
  }

type Terms = {
  /** What attendees, or owners of a pass, are asked, in order. */
  readonly fields: readonly AdditionalField[]
}

/** Whatever an order can be of. */
export type OfferedContext = OfferedEvent | OfferedPass

export const isOfEvent = (offer: OfferedContext): offer is OfferedEvent => offer.context.kind === 'event'
export const isOfPass = (offer: OfferedContext): offer is OfferedPass => offer.context.kind === 'subscription'

/** The catalogue as every request needs it. */
export type Catalog = {
  /** Undefined when there is no such event, or it is DISABLED. */
  offeredEvent(shortName: string): Promise<OfferedEvent | undefined>
  /** The same of a pass; undefined for a malformed id. */
  offeredPass(publicId: string): Promise<OfferedPass | undefined>
  /** By the id that reservations refer to, in whatever status it is. */
  offerOf(contextId: number): Promise<OfferedContext>
  /** The same of at least this version of what is offered, when it is in memory: for those in a transaction. */
  offerInMemory(contextId: number, version: bigint): OfferedContext | undefined
  /** The same, read where it is not in memory. Never inside a transaction. */
  offerAtLeast(contextId: number, version: bigint): Promise<OfferedContext>
  /** Of what is known to be an event: by `offerOf`. */
  eventOf(contextId: number): Promise<OfferedEvent>
  /** Of what is known to be an event: by `offerAtLeast`. */
  eventAtLeast(contextId: number, version: bigint): Promise<OfferedEvent>
  seats(event: Pick<Event, 'id'>): Promise<SeatTable>
  /** Free units of the event's limited extras. */
  freeUnits(offer: Pick<EventOffer, 'context' | 'services'>): Promise<UnitTable>
  /** How many can still be sold; null: any number. */
  passesLeft(pass: Pick<Pass, 'id' | 'maxAvailable'>): Promise<number | null>
  /** The state of the list of events with this filter (`listState`). */
  listedEvents(now: Instant, filter: EventFilter): Promise<string>
  /** The same of passes (`passesState`). */
  listedPasses(now: Instant, filter: PassFilter): Promise<string>
  /** Seats, extras or passes of this event or pass have been taken or released. */
  stockChanged(contextId: number): void
  /** The event or pass, its categories or its settings have changed. */
  offerChanged(context: ChangedContext): void
}

type ChangedContext = { readonly id: number } & ({ readonly shortName: string } | { readonly publicId: string })

/** So many events and passes are kept in memory. */
const CAPACITY = 1000

type Versioned = { readonly id: number; readonly version: bigint }

export function openCatalog(db: Database): Catalog {
  const memory = offerMemory({
    capacity: CAPACITY,
    readVersion: async id => (await db.query(VERSION_BY_ID, [id]))[0]?.version,
    load: id => readOffer(db, id),
  })
  /** What opens the wallets of an event is remembered for less long than the event. */
  const read = async (found: Versioned | undefined) => {
    const offer = found && (await memory.atLeast(found.id, found.version))
    if (offer) await openIssuers(offer.settings, ownerOf(offer.context.organization))
    return offer
  }
  const briefly = <Key extends string | number>(find: (key: Key) => Promise<Versioned[]>) =>
    briefMemory({
      milliseconds: FRESH_MS,
      capacity: CAPACITY,
      load: async (key: Key): Promise<OfferedContext | undefined> => read((await find(key))[0]),
    })
  const byName = briefly((shortName: string) => db.query(VERSION_BY_NAME, [shortName]))
  const byPublicId = briefly((publicId: string) => db.query(VERSION_BY_PUBLIC_ID, [publicId]))
  const byId = briefly((id: number) => db.query(VERSION_BY_ID, [id]))
  const stock = openStock(db)
  const lists = openLists(db)
  const offerOf = async (id: number) => anOffer(id, await byId.get(id))
  const offerAtLeast = async (id: number, version: bigint) => anOffer(id, await memory.atLeast(id, version))

  return {
    offeredEvent: async shortName => {
      const found = await byName.get(shortName)
      return found && isOfEvent(found) && !isDisabled(found) ? found : undefined
    },
    offeredPass: async publicId => {
      const found = isUuid(publicId) ? await byPublicId.get(publicId.toLowerCase()) : undefined
      return found && isOfPass(found) && !isDisabled(found) ? found : undefined
    },
    offerOf,
    offerInMemory: memory.cached,
    offerAtLeast,
    eventOf: async contextId => anEvent(await offerOf(contextId)),
    eventAtLeast: async (contextId, version) => anEvent(await offerAtLeast(contextId, version)),
    seats: ({ id }) => stock.seats.get(id),
    freeUnits: async ({ context: event, services }) =>
      services.some(isLimited) ? stock.units.get(event.id) : NO_UNITS,
    passesLeft: async ({ id, maxAvailable }) =>
      maxAvailable === null ? null : Math.max(0, maxAvailable - (await stock.passesTaken.get(id))),
    listedEvents: lists.events,
    listedPasses: lists.passes,
    stockChanged: stock.drop,
    offerChanged: context => {
      if ('shortName' in context) byName.drop(context.shortName)
      else byPublicId.drop(context.publicId)
      byId.drop(context.id)
      stock.drop(context.id)
      lists.drop()
    },
  }
}

function openStock(db: Database) {
  const remembered = { milliseconds: FRESH_MS, capacity: CAPACITY }
  const seats = briefMemory({
    ...remembered,
    load: (id: number) => countSeats(db, id),
    toleratedFor: toleratedAge,
  })
  const units = briefMemory({ ...remembered, load: (id: number) => countFreeUnits(db, id) })
  const passesTaken = briefMemory({ ...remembered, load: (id: number) => countPassesTaken(db, id) })
  const drop = (contextId: number) => {
    for (const memory of [seats, units, passesTaken]) memory.drop(contextId)
  }
  return { seats, units, passesTaken, drop }
}

/** Bytes of the states of lists that are kept, by what they are filtered by. */
const LISTS_BYTES = 4 * 1024 * 1024

/** Reads the state of a list once in FRESH_MS, and again after each change of an offer by this process. */
function openLists(db: Database) {
  let changes = 0
  const brief = <Filter extends object>(read: (db: Database, now: Instant, filter: Filter) => Promise<string>) => {
    const states = madeMemory<string>({ maxBytes: LISTS_BYTES, weigh: bytesOf })
    return (now: Instant, filter: Filter): Promise<string> => {
      // By both clocks: sales end by the one of the shop, and what another process changed is seen by the other.
      const parts = [changes, Math.floor(now / FRESH_MS), Math.floor(performance.now() / FRESH_MS)]
      return states.get(JSON.stringify(filter), parts, () => read(db, now, filter))
    }
  }
  return { events: brief(listState), passes: brief(passesState), drop: () => void (changes += 1) }
}

const isDisabled = ({ context }: OfferedContext): boolean => context.status === 'DISABLED'

/**
 * Counting costs by seat, 30 ms for 100,000, and each order makes the count void. So that selling does not mean counting
 * all the time, an event with more than 20,000 seats left is counted anew only when the count is too old to be returned.
 */
function toleratedAge(table: SeatTable): number {
  const seats = table.reduce((sum, row) => sum + row.seats, 0)
  return seats > 20_000 ? FRESH_MS : 0
}

function anOffer(contextId: number, found: OfferedContext | undefined): OfferedContext {
  if (!found) throw new Error(`there is no purchase context ${contextId}`)
  return found
}

function anEvent(found: OfferedContext): OfferedEvent {
  if (!isOfEvent(found)) throw new Error(`purchase context ${found.context.id} is not an event`)
  return found
}

/** What is sold under this id as it is stored now, beside the memory of a catalogue; undefined when there is none. */
export async function readOffer(db: Database, id: number): Promise<OfferedContext | undefined> {
  return (await loadOfferedEvent(db, id)) ?? loadOfferedPass(db, id)
}

async function loadOfferedEvent(db: Database, id: number): Promise<OfferedEvent | undefined> {
  const offer = await loadOffer(db, id)
  if (!offer) return undefined
  const [terms, hasCodes, groupLinks, passLinks] = await Promise.all([
    loadTerms(db, offer.context),
    hasPromoCodes(db, { id, organizationId: offer.context.organization.id }),
    loadGroupLinks(db, id),
    loadPassLinks(db, id),
  ])
  return {
    ...offer,
    context: withLegalTexts(offer.context, terms.settings),
    ...terms,
    hasPromoCodes: hasCodes,
    groupLinks,
    passLinks,
  }
}

async function loadOfferedPass(db: Database, id: number): Promise<OfferedPass | undefined> {
  const context = await loadPass(db, id)
  if (!context) return undefined
  const terms = await loadTerms(db, context)
  return { context: withLegalTexts(context, terms.settings), ...terms, ...NOTHING_BESIDE }
}

/**
 * What has no terms of its own is sold by those of its organisation, else of the shop; and by the privacy policy of its organisation. That
 * of the shop is at the foot of its pages, without consent (decision 135).
 */
const withLegalTexts = <Context extends Pick<PurchaseContext, 'termsUrl' | 'privacyUrl'>>(
  context: Context,
  settings: Settings,
): Context => ({
  ...context,
  termsUrl: context.termsUrl ?? settings.text('GLOBAL_TERMS'),
  privacyUrl: context.privacyUrl ?? settings.ownText('GLOBAL_PRIVACY_POLICY'),
})

const NOTHING_BESIDE = {
  categories: [],
  services: [],
  discountRules: [],
  hasPromoCodes: false,
  groupLinks: [],
} as const

async function loadTerms(
  db: Database,
  { id, kind, organization }: Pick<PurchaseContext, 'id' | 'kind' | 'organization'>,
) {
  const [settings, ownTexts, fields] = await Promise.all([
    loadSettings(db, { contextId: id }),
    loadOwnTexts(db, { contextId: id }),
    loadFields(db, { id, kind }),
  ])
  await openIssuers(settings, ownerOf(organization))
  return { settings, ownTexts, fields }
}

const VERSION_BY_ID = statement<Versioned>(
  'offer-version-by-id',
  `select id, ${offerVersion('purchase_context.id')} as version from purchase_context where id = $1`,
)

const VERSION_BY_NAME = statement<Versioned>(
  'event-version-by-name',
  `select id, ${offerVersion('event.id')} as version from event where short_name = $1`,
)

const VERSION_BY_PUBLIC_ID = statement<Versioned>(
  'pass-version-by-public-id',
  `select id, ${offerVersion('pass.id')} as version from pass where public_id = $1`,
)

const NO_UNITS: UnitTable = new Map()

const isLimited = ({ stock }: OfferedService): boolean => stock !== null
