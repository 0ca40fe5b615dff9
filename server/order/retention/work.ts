import { type Instant, after, days, instant } from '#domain/foundation/instant.ts'
import { type RetentionTerms, whatIsDue } from '#domain/order/retention/what-is-due.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import {
  type Settings,
  loadSettings,
  numberEverywhere,
  organizationSettings,
  systemSettings,
} from '#server/foundation/setting/settings.ts'
import {
  type EndedEvent,
  type NeededForRefunds,
  allOrganizations,
  countUnderWay,
  endedEvents,
  eraseCodeRecipients,
  eraseDocuments,
  eraseFormerBuyers,
  eraseMails,
  eraseMembers,
  eraseOrders,
  erasePasses,
  erasePaymentIds,
  eraseRecipients,
  eraseScans,
  eraseTrail,
  eraseWaitingList,
  soldPasses,
} from './store.ts'
import type { NumberKey } from '#server/foundation/setting/registry.ts'

/** One kind of personal data at one place. */
export type Step = {
  readonly what: Erasable
  /** Erases at most so many (null: all there are) and answers how many. */
  erase(tx: Tx, limit: number | null): Promise<number>
}

export type Erasable =
  | 'orders'
  | 'mails'
  | 'scans'
  | 'wallet passes'
  | 'waiting list'
  | 'recipients of codes'
  | 'audit details'
  | 'group members'
  | 'billing documents'
  | 'payment ids'
  | 'buyers of orders that are gone'

/** An event, or a pass by its public id. */
type Place = Omit<EndedEvent, 'endsAt'>

/** What is to be erased at one event or pass; or, without one, in the shop as a whole. */
export type Work = {
  readonly event: Place | null
  readonly steps: readonly Step[]
  /** Orders that keep their people, because they are not settled. */
  readonly underWay: number
}

type At = { readonly now: Instant; readonly neededForRefunds: NeededForRefunds }

const neededForRefunds = (providers: Shop['providers']): NeededForRefunds =>
  Object.fromEntries(providers.map(({ proxy, online }) => [proxy, online?.refunds.needs ?? []]))

/** Everything whose time has come, by the settings of each event. */
export async function dueWork({ db, clock, providers }: Pick<Shop, 'db' | 'clock' | 'providers'>): Promise<Work[]> {
  const at = { now: clock.now(), neededForRefunds: neededForRefunds(providers) }
  const { now } = at
  const work: Work[] = []
  const over: number[] = []
  const terms = await termsEverywhere(db)
  // Where nothing is ever erased, the job reads no event.
  for (const event of terms.areSomewhere ? await endedEvents(db, now) : []) {
    const due = whatIsDue(terms.at(event), event.endsAt, now)
    if (due.people) over.push(event.id)
    const steps = [
      ...(due.people ? peopleOf(event, await loadSettings(db, { contextId: event.id }), at) : []),
      ...(due.mails ? [step('mails', eraseMails, { eventId: event.id, now })] : []),
      ...(due.scans ? [step('scans', eraseScans, { eventId: event.id, now })] : []),
    ]
    if (steps.length > 0) work.push({ event, steps, underWay: due.people ? await countUnderWay(db, event.id) : 0 })
  }
  for (const pass of terms.areSomewhere ? await soldPasses(db) : []) {
    const steps = await stepsOfPass(db, pass, { ...at, terms: terms.at(pass) })
    if (steps.length > 0) work.push({ event: pass, steps, underWay: 0 })
  }
  return [...work, { event: null, steps: await aroundEvents(db, over, now), underWay: 0 }]
}

function peopleOf(event: EndedEvent, settings: Settings, { now, neededForRefunds: needed }: At): readonly Step[] {
  const place = { eventId: event.id, now, neededForRefunds: needed }
  // Reported at its turn: an event whose time zone is broken does not stop the others.
  const books = () => ({ ...place, before: endOfBooks(settings, event.timeZone, now) })
  return [
    step('orders', eraseOrders, place),
    step('buyers of orders that are gone', eraseFormerBuyers, place),
    step('wallet passes', erasePasses, place),
    step('waiting list', eraseWaitingList, place),
    step('recipients of codes', eraseRecipients, place),
    step('audit details', eraseTrail, place),
    { what: 'billing documents', erase: (tx, limit) => eraseDocuments(tx, { ...books(), limit }) },
    { what: 'payment ids', erase: (tx, limit) => erasePaymentIds(tx, { ...books(), limit }) },
  ]
}

type TermsNow = At & { readonly terms: RetentionTerms }

/** A pass does not end: each of its orders has its time when the pass that was bought has run out or was cancelled. */
async function stepsOfPass(db: Shop['db'], pass: Place, { terms, now, ...at }: TermsNow): Promise<readonly Step[]> {
  const place = { eventId: pass.id, now, ...at }
  const forMails = shorter(terms.days, terms.mailDays)
  const mails = forMails === null ? [] : [step('mails', eraseMails, { ...place, endedBy: after(now, -days(forMails)) })]
  if (terms.days === null) return mails
  const settings = await loadSettings(db, { contextId: pass.id })
  const over = { ...place, endedBy: after(now, -days(terms.days)) }
  const books = () => ({ ...place, before: endOfBooks(settings, pass.timeZone, now) })
  return [
    ...mails,
    step('audit details', eraseTrail, over),
    step('orders', eraseOrders, over),
    step('buyers of orders that are gone', eraseFormerBuyers, over),
    step('wallet passes', erasePasses, over),
    { what: 'billing documents', erase: (tx, limit) => eraseDocuments(tx, { ...books(), limit }) },
    { what: 'payment ids', erase: (tx, limit) => erasePaymentIds(tx, { ...books(), limit }) },
  ]
}

/** What belongs to no event, or to several of them. */
async function aroundEvents(db: Shop['db'], over: readonly number[], now: Instant): Promise<readonly Step[]> {
  const settings = await systemSettings(db)
  const { days: allDays } = retentionTerms(settings)
  return [
    ...(over.length > 0 ? [step('group members', eraseMembers, { events: over })] : []),
    ...(allDays === null
      ? []
      : [step('billing documents', eraseDocuments, { eventId: null, before: endOfBooks(settings, 'UTC', now), now })]),
    ...(await codesOfOrganizations(db, now)),
  ]
}

async function codesOfOrganizations(db: Shop['db'], now: Instant): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const organizationId of await allOrganizations(db)) {
    const { days: count } = retentionTerms(await organizationSettings(db, { organizationId }))
    if (count === null) continue
    const place = { organizationId, before: after(now, -days(count)) }
    steps.push({ what: 'recipients of codes', erase: tx => eraseCodeRecipients(tx, place) })
  }
  return steps
}

function step<Place>(
  what: Erasable,
  erase: (tx: Tx, place: Place & { readonly limit: number | null }) => Promise<number>,
  place: Place,
): Step {
  return { what, erase: (tx, limit) => erase(tx, { ...place, limit }) }
}

function shorter(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

function retentionTerms(settings: Settings): RetentionTerms {
  const days = (key: NumberKey): number | null => settings.number(key) || null
  return {
    days: days('RETENTION_DAYS'),
    mailDays: days('RETENTION_DAYS_MAILS'),
    scanDays: days('RETENTION_DAYS_SCANS'),
  }
}

type TermsEverywhere = {
  at(event: { readonly id: number; readonly organizationId: number }): RetentionTerms
  /** False: nothing is erased anywhere. */
  readonly areSomewhere: boolean
}

/** The terms of every event, read at once. */
async function termsEverywhere(db: Queryable): Promise<TermsEverywhere> {
  const people = await numberEverywhere(db, 'RETENTION_DAYS')
  const mails = await numberEverywhere(db, 'RETENTION_DAYS_MAILS')
  const scans = await numberEverywhere(db, 'RETENTION_DAYS_SCANS')
  return {
    at: ({ id, organizationId }) => {
      const place = { contextId: id, organizationId }
      return { days: people.at(place) || null, mailDays: mails.at(place) || null, scanDays: scans.at(place) || null }
    },
    areSomewhere: [people, mails, scans].some(({ values }) => values.some(count => count > 0)),
  }
}

/**
 * Documents issued before this are no longer wanted by the law: it counts whole years, from the end of the one a document
 * was issued in, as the calendar of the place says.
 */
function endOfBooks(settings: Settings, timeZone: string, now: Instant): Instant {
  const { year } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const first = Temporal.PlainDate.from({ year: year - settings.number('RETENTION_YEARS_BILLING'), month: 1, day: 1 })
  return instant(first.toZonedDateTime(timeZone).epochMilliseconds)
}
