import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import { type TicketToGive, coveredBy, isTimeToGive, ticketsToGive } from '#domain/order/pass/use-pass.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { isForGroup } from '#server/catalog/attendee-group/attendee-groups.ts'
import { afterwards } from '#server/foundation/base/event-log.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { TryAgain } from '#server/foundation/database/try-again.ts'
import { eachRow, untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import { finalizeReservations } from '#server/payment/pay/finalize.ts'
import { flagEverywhere } from '#server/foundation/setting/settings.ts'
import { giveTicket } from './give-ticket.ts'
import { type Owner, eventsWithOwners, ownersToServe } from './owner-store.ts'

const JOB = 'generate-pass-tickets'

/** So many owners are read, and their orders finished, at a time. */
const BATCH = 50

/** How often a ticket is decided again because the organiser has edited the event meanwhile. */
const ATTEMPTS = 3

/**
 * Orders a ticket for everybody who has a pass and none yet, where the organiser wants that (GENERATE_TICKETS_FOR_SUBSCRIPTIONS)
 * and the pass is made for it (domain rules 7.3, decision 46). Returns how many were ordered.
 */
export async function generateTickets(shop: Shop): Promise<number> {
  const events = await eventsWithOwners(shop.db, { now: shop.clock.now(), job: JOB })
  if (events.length === 0) return 0
  const isOn = await flagEverywhere(shop.db, 'GENERATE_TICKETS_FOR_SUBSCRIPTIONS')
  const enabled = events.filter(({ id, organizationId }) => isOn.at({ contextId: id, organizationId }))
  return eachRow(shop, enabled, {
    job: JOB,
    nameOf: ({ id }) => ({ kind: 'event', id: String(id) }),
    work: async ([event]) => (event ? serveEvent(shop, event.id) : 0),
  })
}

/** Has it done soon, for this event among others. False where the event gives no tickets: unwanted, not public, or begun. */
export async function scheduleTickets(shop: Shop, eventId: number): Promise<boolean> {
  const { context, settings } = await shop.catalog.eventOf(eventId)
  if (!settings.flag('GENERATE_TICKETS_FOR_SUBSCRIPTIONS') || !isTimeToGive(context, shop.clock.now())) return false
  await shop.jobs.wake(JOB)
  return true
}

/** What a run knows of an event: the categories of which nothing is left. */
type Run = { readonly eventId: number; readonly soldOut: Set<CategoryId> }

async function serveEvent(shop: Shop, eventId: number): Promise<number> {
  const run: Run = { eventId, soldOut: new Set() }
  let after: BoughtPassId | null = null
  return untilNothingIsDue(shop, JOB, async () => {
    const now = shop.clock.now()
    const categories = ticketsLeft(await shop.catalog.eventOf(eventId), run, now).map(({ category }) => category.id)
    if (categories.length === 0) return { found: 0, done: 0 }
    const query = { eventId, categories, after, limit: BATCH, now, job: JOB } as const
    const owners: readonly Owner[] = await ownersToServe(shop.db, query)
    after = owners.at(-1)?.id ?? after
    return { found: owners.length, done: await serveOwners(shop, run, owners) }
  })
}

/** Each by itself, in the order in which they have got their passes. */
async function serveOwners(shop: Shop, run: Run, owners: readonly Owner[]): Promise<number> {
  const made: ReservationId[] = []
  const done = await eachRow(shop, owners, {
    job: JOB,
    nameOf: ({ publicId }) => ({ kind: 'bought-pass', id: publicId }),
    work: async ([owner]) => {
      const id = owner && (await serveOwner(shop, run, owner))
      if (id) made.push(id)
      return id ? 1 : 0
    },
  })
  if (made.length === 0) return done
  shop.catalog.stockChanged(run.eventId)
  // Where this fails, the job that finishes orders finds them.
  await afterwards(shop, 'finishing tickets of passes', () => finalizeReservations(shop, made))
  return done
}

/** Undefined for who gets none now. */
async function serveOwner(shop: Shop, run: Run, { id: pass, categories }: Owner): Promise<ReservationId | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS;) {
    const offer = await shop.catalog.eventOf(run.eventId)
    const now = shop.clock.now()
    const [ticket] = coveredBy(ticketsLeft(offer, run, now), categories)
    if (!ticket) return undefined
    const result = await giveTicket(shop, { offer, pass, ticket, now }).catch(unlessBusy)
    if (result === 'busy' || result.kind === 'not-due') return undefined
    if (result.kind === 'given') {
      shop.log.reserved(result.id, offer.context.shortName, 1)
      return result.id
    }
    if (result.kind === 'offer-changed') {
      shop.catalog.offerChanged(offer.context)
      attempt += 1
    } else run.soldOut.add(ticket.category.id)
  }
  throw new Error(`event ${run.eventId} kept changing while tickets of passes were ordered`)
}

function ticketsLeft(offer: OfferedEvent, { soldOut }: Run, now: Instant): TicketToGive[] {
  if (!isTimeToGive(offer.context, now)) return []
  return ticketsToGive({ offer, now, isForGroup: id => isForGroup(offer, [{ categoryId: id }]) }).filter(
    ({ category }) => !soldOut.has(category.id),
  )
}

/** It is unknown whether there is something left: the next run tries again. */
function unlessBusy(error: unknown): 'busy' {
  if (error instanceof TryAgain && error.reason === 'busy') return 'busy'
  throw error
}
