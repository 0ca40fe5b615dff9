import type { PassUsage } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { type BoughtPass, type BoughtPassId, passHas } from './bought-pass.ts'
import { type Category, type CategoryId, isOnSale } from '#domain/catalog/catalog/category.ts'
import type { Event, EventOffer } from '#domain/catalog/catalog/event.ts'
import { ZERO } from '#domain/foundation/money/money.ts'
import { type PlannedOrder, planOrder } from '#domain/order/reservation/plan-order.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { type PinScheme, idPrefixOf, pinOf } from '#domain/foundation/text/pin.ts'

/** What decides whether a pass can be used for an order of an event now. Tickets that are held or sold count alike. */
export type PassUse = Pick<BoughtPass, 'status' | 'valid' | 'maxEntries'> & {
  readonly usage: PassUsage['kind']
  /** Tickets it pays for, of all events. */
  readonly used: number
  /** Of this event, in other orders. */
  readonly usedAtEvent: number
  readonly now: Instant
}

/** How many tickets of the order the pass may pay for; null: any number. Refused with the codes of domain rules 7.3. */
export function entriesToUse(use: PassUse): Outcome<number | null> {
  const { valid, usage, maxEntries, used, usedAtEvent, now } = use
  if (!passHas(use, 'isAcquired')) return refused(problem('subscription.not.acquired'))
  if (valid.from !== null && now < valid.from) return refused(problem('subscription.not.valid'))
  if (valid.to !== null && now > valid.to) return refused(problem('subscription.expired'))
  if (maxEntries !== null && used >= maxEntries) return refused(problem('subscription.max-usage-reached'))
  if (usage === 'UNLIMITED') return accepted(maxEntries === null ? null : maxEntries - used)
  return usedAtEvent > 0 ? refused(problem('subscription.max-usage-reached-per-event')) : accepted(1)
}

/** One ticket that a pass may pay for without an order for it, and everything that comes with it. */
export type TicketToGive = { readonly category: Category; readonly plan: PlannedOrder }

type Facts = {
  readonly offer: EventOffer
  readonly now: Instant
  /** Is it for the members of a group alone? */
  readonly isForGroup: (id: CategoryId) => boolean
}

/** Published and not begun yet: a person who gets a ticket now can still come. */
export const isTimeToGive = ({ status, startsAt }: Pick<Event, 'status' | 'startsAt'>, now: Instant): boolean =>
  status === 'PUBLIC' && now < startsAt

/**
 * What owners of passes may get without ordering it (domain rules 7.3), the cheapest first: a ticket of each category that is on
 * sale to everybody. One with which something comes that costs is left to those who order it: a pass pays for tickets alone.
 */
export function ticketsToGive({ offer, now, isForGroup }: Facts): TicketToGive[] {
  return offer.categories
    .filter(category => isOnSale(category, now) && !category.isRestricted && !isForGroup(category.id))
    .map(category => ({
      category,
      plan: planOrder({ lines: [{ category, quantity: 1 }], services: [] }, { offer, now, code: null }),
    }))
    .filter(({ plan }) => plan.extras.every(({ unit }) => unit.final === ZERO))
    .toSorted((a, b) => Number(priceOf(a) - priceOf(b)) || a.category.id - b.category.id)
}

/** What it costs those who have no pass. */
const priceOf = ({ plan }: TicketToGive): bigint => plan.price.total

/** Of those the ones that a pass pays for; `categories`: those it is good for, empty: all. */
export const coveredBy = (tickets: readonly TicketToGive[], categories: readonly CategoryId[]): TicketToGive[] =>
  tickets.filter(({ category }) => categories.length === 0 || categories.includes(category.id))

/** Of a bought pass (domain rules 7.2); a typed one may have a character more. */
const PASS_PIN: PinScheme = { digits: 9, length: 8 }

/** The PIN of a bought pass: `c09644d4-3694-...` has HNLD4PHJ. */
export const passPin = (id: BoughtPassId): string => pinOf(id, PASS_PIN)

/** With which hexadecimal digits the id of a pass begins that has this PIN; several may. Undefined for what is no PIN. */
export const digitsOfPassPin = (pin: string): string | undefined => idPrefixOf(pin, PASS_PIN)

/** What is typed to use a pass: the whole id, or a PIN, which encodes its beginning. */
export type PassCode =
  | { readonly kind: 'id'; readonly id: BoughtPassId }
  /** `digits`: the first hexadecimal digits of the id, as `bought_pass.pin_digits` has them. */
  | { readonly kind: 'pin'; readonly digits: string }

/** Undefined for what is neither; letters may be small or capital, blanks don't matter, and in a PIN dashes neither. */
export function readPassCode(typed: string): PassCode | undefined {
  const text = typed.trim()
  if (isUuid(text)) return { kind: 'id', id: text.toLowerCase() as BoughtPassId }
  const digits = digitsOfPassPin(text)
  return digits === undefined ? undefined : { kind: 'pin', digits }
}
