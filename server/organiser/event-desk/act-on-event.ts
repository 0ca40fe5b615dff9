import type { DeskEventFacts, EVENT_ACTIONS, EventPlan } from '#contract/desk-event.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, acceptedUnless } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { isOfEvent, readOffer } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Actor } from '#server/foundation/audit/change-log.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { reservationHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { archiveEvent } from '#server/organiser/event-editing/archive-event.ts'
import { updateEvent } from '#server/organiser/event-editing/change-event.ts'
import { presentRefusals, reasonOf } from './answer.ts'
import { judgePayment } from './judge-payment.ts'

export type EventAction = (typeof EVENT_ACTIONS)[number]

type State = {
  readonly status: 'DRAFT' | 'PUBLIC' | 'DISABLED'
  readonly version: number
  readonly archivedAt: Instant | null
  readonly isCancelled: boolean
  readonly endsAt: Instant
  readonly categories: number
  /** Categories whose sale is not over. */
  readonly sales: number
  readonly people: number
  readonly tickets: number
}

/** What an action would do, and why it may not; notes are no obstacle. */
type Judged = { readonly state: State; readonly problems: readonly Problem[]; readonly notes: readonly Problem[] }

/** What will happen when an event is published, unpublished, archived or unarchived; nothing is stored. */
export async function planAction(
  shop: Shop,
  event: EventOwner,
  { action, language }: { readonly action: EventAction; readonly language: string },
): Promise<EventPlan> {
  const { state, problems, notes } = await judge(shop, event.id, { action, language })
  return {
    action,
    isAllowed: problems.length === 0,
    refusals: presentRefusals(shop, language, problems),
    notes: notes.map(note => reasonOf(shop, language, note)),
    people: state.people,
    tickets: state.tickets,
    mails: 0,
  }
}

type Step = { readonly action: EventAction; readonly language: string }

/** Does it; refused as the plan says. Where the event is so already, nothing happens. */
export async function actOnEvent(
  shop: Shop,
  event: EventOwner,
  { by, ...step }: Step & { readonly by: Actor },
): Promise<Outcome<Pick<State, 'status' | 'version'> & { readonly isArchived: boolean }>> {
  const { state, problems } = await judge(shop, event.id, step)
  if (!isDone(state, step.action)) {
    const decision = acceptedUnless(problems, true)
    if (!decision.ok) return decision
    const done = await change(shop, event, { action: step.action, by })
    if (!done.ok) return done
    shop.catalog.offerChanged(event)
  }
  const { status, version, archivedAt } = await stateOf(shop.db, event.id, shop.clock.now())
  return accepted({ status, version, isArchived: archivedAt !== null })
}

function isDone({ status, archivedAt }: State, action: EventAction): boolean {
  switch (action) {
    case 'publish':
      return status === 'PUBLIC'
    case 'unpublish':
      return status === 'DRAFT'
    case 'archive':
      return archivedAt !== null
    case 'unarchive':
      return archivedAt === null
    default:
      return action satisfies never
  }
}

async function change(
  shop: Shop,
  event: EventOwner,
  { action, by }: { readonly action: EventAction; readonly by: Actor },
): Promise<Outcome<unknown>> {
  if (action === 'publish') return updateEvent(shop, { event, request: { status: 'PUBLIC' }, image: null, by })
  if (action === 'unpublish') return updateEvent(shop, { event, request: { status: 'DRAFT' }, image: null, by })
  await archiveEvent(shop.db, event, { isArchived: action === 'archive', by, now: shop.clock.now() })
  return accepted(true)
}

async function judge(shop: Shop, id: number, { action, language }: Step): Promise<Judged> {
  const now = shop.clock.now()
  const state = await stateOf(shop.db, id, now)
  if (isDone(state, action)) return { state, problems: [], notes: [] }
  switch (action) {
    case 'publish':
      return { state, ...judgePublication(state, await paymentOf(shop, id, { now, language }), now) }
    case 'unpublish':
      return { state, problems: [], notes: state.tickets > 0 ? [problem('foyer.desk.event.plan.tickets-stay')] : [] }
    case 'archive': {
      const isRunning = state.status === 'PUBLIC' && state.endsAt > now && !state.isCancelled
      return { state, problems: isRunning ? [problem('foyer.desk.event.refused.not-over')] : [], notes: [] }
    }
    case 'unarchive':
      return { state, problems: [], notes: [] }
    default:
      return action satisfies never
  }
}

/** How it can be paid, and whether buyers have terms to agree to. */
type Payment = DeskEventFacts['payment'] & { readonly hasTerms: boolean }

async function paymentOf(
  shop: Shop,
  id: number,
  reader: { readonly now: Instant; readonly language: string },
): Promise<Payment | undefined> {
  const offer = await readOffer(shop.db, id)
  if (!offer || !isOfEvent(offer)) return undefined
  return { ...judgePayment(shop, offer, reader), hasTerms: offer.context.termsUrl !== null }
}

/** Refused where nothing can be bought: it is over, its sales are over, or none of what costs something can be paid. */
function judgePublication(
  state: State,
  payment: Payment | undefined,
  now: Instant,
): { readonly problems: readonly Problem[]; readonly notes: readonly Problem[] } {
  const isUnpayable = payment !== undefined && payment.isNeeded && payment.ways.every(({ works }) => !works)
  const [reason = ''] = payment?.ways.flatMap(way => way.reason ?? []) ?? []
  const problems = [
    ...(state.isCancelled ? [problem('foyer.desk.event.refused.cancelled')] : []),
    ...(state.endsAt <= now ? [problem('foyer.desk.event.refused.over', { field: 'endDate' })] : []),
    ...(state.categories > 0 && state.sales === 0
      ? [problem('foyer.desk.event.refused.nothing-on-sale', { field: 'tickets.categories' })]
      : []),
    ...(isUnpayable
      ? [problem('foyer.desk.event.refused.nothing-works', { field: 'tickets.paymentMethods', args: [reason] })]
      : []),
  ]
  const notes = [
    ...(state.categories === 0 ? [problem('foyer.desk.event.plan.only-announced')] : []),
    ...(payment?.hasTerms ? [] : [problem('foyer.desk.event.plan.no-terms')]),
    ...(isUnpayable
      ? []
      : (payment?.reasons ?? []).map(each => problem('foyer.desk.event.plan.partly', { args: [each] }))),
  ]
  return { problems, notes }
}

const STATE = statement<State>(
  'desk-state-of-event',
  `select context.status, context.version, archived_at as "archivedAt", cancelled_at is not null as "isCancelled", ends_at as "endsAt",
     (select count(*) from ticket_category where event_id = event.id)::int as categories,
     (select count(*) from ticket_category where event_id = event.id and expiration > $2)::int as sales,
     (select count(*) from ticket join reservation on reservation.id = ticket.reservation_id
       where ticket.event_id = event.id and ${reservationHas('holdsSeats')} and not ${reservationHas('mayLapse')})::int as tickets,
     (select count(distinct lower(address)) from (
        select email as address from reservation
        where purchase_context_id = event.id and ${reservationHas('holdsSeats')} and not ${reservationHas('mayLapse')} and email is not null
        union all
        select ticket.email from ticket join reservation on reservation.id = ticket.reservation_id
        where ticket.event_id = event.id and ${reservationHas('holdsSeats')} and not ${reservationHas('mayLapse')} and ticket.email is not null
      ) as person)::int as people
   from event join purchase_context as context on context.id = event.id where event.id = $1`,
)

async function stateOf(db: Queryable, id: number, now: Instant): Promise<State> {
  const [state] = await db.query(STATE, [id, timestamp(now)])
  if (!state) throw new Error(`there is no event ${id}`)
  return state
}
