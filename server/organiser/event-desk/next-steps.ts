import type { Step, StepKind } from '#contract/desk-next-steps.ts'
import { type Instant, after, instant } from '#domain/foundation/instant.ts'
import { fromWall, onWall } from '#domain/foundation/wall-clock.ts'
import { endOfAsking, firstDayToAsk, firstMomentToRemind } from '#domain/order/reminder/reminder-times.ts'
import { GRACE_MS } from '#domain/order/reservation/hold.ts'
import { whenDue } from '#domain/order/retention/what-is-due.ts'
import { saleToCome } from '#domain/order/sale-notice/sale-notice.ts'
import { beginOfOffers, endOfOffers } from '#domain/order/waiting-list/distribution.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import {
  type TransferDay,
  type Unnamed,
  type Waiting,
  countWaiting,
  findUnnamed,
  heldSeats,
  transferDays,
} from './next-steps-store.ts'

type At = { readonly offer: OfferedEvent; readonly now: Instant }

/**
 * What the jobs of the shop do about an event from now on, the next first, by the same rules as they (domain/order): of a draft, as if
 * it were public. Four statements.
 */
export async function nextSteps({ db, clock, catalog }: Shop, eventId: number): Promise<readonly Step[]> {
  const offer = await catalog.eventOf(eventId)
  const { context: event, settings } = offer
  const now = clock.now()
  const at = { offer, now }
  if (event.status === 'DISABLED') return inOrder(erasures(at))
  const [waiting, unnamed, transfers, held] = await Promise.all([
    countWaiting(db, eventId),
    findUnnamed(db, eventId, settings.number('ASSIGNMENT_REMINDER_INTERVAL')),
    transferDays(db, eventId, { now, timeZone: event.timeZone }),
    heldSeats(db, eventId),
  ])
  return inOrder([
    ...ofWaiting(at, waiting),
    ...ofAttendees(at, unnamed),
    ...transfers.flatMap(day => ofTransfers(at, day)),
    ...held.map(({ until, seats }) => overdueToo(at, 'seats-returned', until, seats)),
    ...erasures(at),
  ])
}

const inOrder = (steps: readonly Step[]): readonly Step[] => steps.toSorted((one, other) => one.at - other.at)

/** None where its moment is past. */
const step = ({ now }: At, kind: StepKind, moment: Instant | null | undefined, count: number | null = null): Step[] =>
  moment === null || moment === undefined || moment <= now ? [] : [{ kind, at: moment, count }]

/** What is overdue happens as soon as its job runs: now. */
const overdueToo = ({ now }: At, kind: StepKind, moment: Instant, count: number): Step => ({
  kind,
  at: Math.max(moment, now),
  count,
})

function ofWaiting(at: At, { people, registered, addresses }: Waiting): Step[] {
  const { context: event, categories, settings } = at.offer
  const isRegistering = settings.flag('ENABLE_PRE_REGISTRATION')
  const isWaiting = settings.flag('ENABLE_WAITING_QUEUE') || isRegistering
  const { endsAt } = event
  return [
    ...(isRegistering ? step(at, 'seats-offered', beginOfOffers(categories), registered) : []),
    ...step(at, 'sale-mailed', saleToCome({ status: 'PUBLIC', endsAt, categories, now: at.now }), addresses),
    ...(isWaiting ? step(at, 'list-ends', endOfOffers(categories), people) : []),
  ]
}

/** Reminders of names are repeated: the next one is stated, unless the season is over by then. */
function ofAttendees(at: At, { orders, next }: Unnamed): Step[] {
  const { context: event, settings, fields } = at.offer
  const { timeZone } = event
  const startsAt = onWall(event.startsAt, timeZone)
  const begin = fromWall(firstDayToAsk(startsAt, settings.number('ASSIGNMENT_REMINDER_START')), timeZone)
  const end = fromWall(endOfAsking(startsAt), timeZone)
  const moment = Math.max(begin, next ?? begin, orders > 0 ? at.now : begin)
  const isAsking = settings.flag('OPTIONAL_DATA_REMINDER_ENABLED') && fields.length > 0
  return [
    ...(moment >= end || (orders === 0 && begin <= at.now)
      ? []
      : [{ kind: 'names-asked' as const, at: moment, count: orders }]),
    ...(isAsking && begin < end ? step(at, 'answers-asked', begin) : []),
  ]
}

function ofTransfers(at: At, { first, last, orders, unreminded, rested }: TransferDay): Step[] {
  const { context: event, settings } = at.offer
  const { timeZone, endsAt } = event
  const ahead = settings.number('OFFLINE_REMINDER_HOURS')
  const begin = fromWall(firstMomentToRemind(onWall(first, timeZone), ahead), timeZone)
  const moment = instant(Math.max(begin, rested ?? begin))
  const isReminded = unreminded > 0 && moment < last && moment < endsAt
  return [
    ...(isReminded ? [overdueToo(at, 'transfers-reminded', moment, unreminded)] : []),
    ...(settings.flag('AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT')
      ? [overdueToo(at, 'transfers-removed', after(first, GRACE_MS), orders)]
      : []),
  ]
}

/** Mails and scans are stated where they go earlier than the rest. */
function erasures(at: At): Step[] {
  const { context: event, settings } = at.offer
  const terms = {
    days: settings.number('RETENTION_DAYS') || null,
    mailDays: settings.number('RETENTION_DAYS_MAILS') || null,
    scanDays: settings.number('RETENTION_DAYS_SCANS') || null,
  }
  const { people, mails, scans } = whenDue(terms, event.endsAt)
  return [
    ...(mails === people ? [] : step(at, 'mails-erased', mails)),
    ...(scans === people ? [] : step(at, 'scans-erased', scans)),
    ...step(at, 'people-erased', people),
  ]
}
