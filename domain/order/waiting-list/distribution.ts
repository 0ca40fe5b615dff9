import { type Category, type CategoryId, hasSaleEnded } from '#domain/catalog/catalog/category.ts'
import { type Instant, after, days, hours, instant, minutes } from '#domain/foundation/instant.ts'
import type { WaitingKind, WaitingSeats } from './waiting-list.ts'
import { type WallTime, wallTime } from '#domain/foundation/wall-clock.ts'

/** A seat without an owner that is not on sale; a pool seat has no category. */
export type SeatToGive = { readonly id: bigint; readonly categoryId: CategoryId | null }

export type Waiting = {
  readonly id: bigint
  readonly kind: WaitingKind
  /** Asked for; null: any. */
  readonly categoryId: CategoryId | null
} & WaitingSeats

/** One seat, and as what it is offered. */
export type OfferedSeat = { readonly seat: SeatToGive; readonly category: Category }

export type SeatOffer<Person> = { readonly person: Person; readonly seats: readonly OfferedSeat[] }

type Distribution<Person> = {
  readonly offers: readonly SeatOffer<Person>[]
  /** Offered to no subscriber: back on sale. */
  readonly freed: readonly SeatToGive[]
}

/**
 * Who gets which seats: the longest waiting first, as many as they wait for (domain rules 6.3). A person for whom fewer
 * are enough gets what is there; one who needs all of them at once waits on, and the next ones are offered these seats. A
 * seat of a category that can't be offered goes back on sale, and so do those that are left when everybody has theirs.
 */
export function distribute<Person extends Waiting>({
  seats,
  people,
  offerable,
}: {
  readonly seats: readonly SeatToGive[]
  /** In the order in which they came. */
  readonly people: readonly Person[]
  readonly offerable: readonly Category[]
}): Distribution<Person> {
  const offers: SeatOffer<Person>[] = []
  let freed = seats
  for (const person of people) {
    const fitting = freed.flatMap(seat => {
      const category = chooseCategory(seat, person, offerable)
      return category ? [{ seat, category }] : []
    })
    const taken = fitting.slice(0, person.quantity)
    if (taken.length === 0 || (taken.length < person.quantity && !person.isFewerEnough)) continue
    offers.push({ person, seats: taken })
    freed = freed.filter(seat => !taken.some(one => one.seat === seat))
  }
  return { offers, freed }
}

/**
 * As what a seat is offered: of its own category when it has one; else of the one that was asked for, else of the
 * unbounded one that is on sale longest. Undefined when that can't be offered.
 */
export function chooseCategory(
  seat: SeatToGive,
  { categoryId }: Pick<Waiting, 'categoryId'>,
  offerable: readonly Category[],
): Category | undefined {
  if (seat.categoryId !== null) return offerable.find(({ id }) => id === seat.categoryId)
  const unbounded = offerable.filter(({ seatSource }) => seatSource.kind === 'pool')
  const chosen = unbounded.find(({ id }) => id === categoryId)
  return chosen ?? unbounded.toSorted((a, b) => b.onSale.end - a.onSale.end)[0]
}

/** Never a hidden one, nor one whose sale has ended (domain rules 6.3). */
export function isOfferable(category: Category, now: Instant): boolean {
  return !category.isRestricted && !hasSaleEnded(category, now)
}

/** Offers begin five minutes before the first category is sold (domain rules 6.3). */
export function isOfferTime(categories: readonly Category[], now: Instant): boolean {
  const begin = beginOfOffers(categories)
  return begin !== undefined && begin <= now
}

/** When that is; undefined without a category that every visitor sees. */
export function beginOfOffers(categories: readonly Pick<Category, 'isRestricted' | 'onSale'>[]): Instant | undefined {
  const starts = categories.flatMap(({ isRestricted, onSale }) => (isRestricted ? [] : [onSale.start]))
  return starts.length === 0 ? undefined : after(instant(Math.min(...starts)), -LEAD_MS)
}

/** No seat can be offered after this: the last sale that every visitor sees has ended. */
export function endOfOffers(categories: readonly Pick<Category, 'isRestricted' | 'onSale'>[]): Instant | undefined {
  const ends = categories.flatMap(({ isRestricted, onSale }) => (isRestricted ? [] : [onSale.end]))
  return ends.length === 0 ? undefined : instant(Math.max(...ends))
}

const LEAD_MS = minutes(5)

/** Where seats are set aside before sales begin: the categories that end first come first (domain rules 6.3). */
export function inOrderOfExpiration(offerable: readonly Category[]): Category[] {
  return offerable.toSorted((a, b) => a.onSale.end - b.onSale.end)
}

/**
 * Moves a moment into Monday to Friday, 08:00 to 20:00, both inclusive, so that an offer doesn't lapse while people
 * sleep (domain rules 6.3). A weekend becomes Monday at the same hour; outside these hours, whole hours are added until
 * the next morning. Both are repeated, because Friday night leads to a Saturday (13, Q14).
 */
export function intoWorkingTime(moment: WallTime): WallTime {
  let moved: number = moment
  for (;;) {
    const next = moved + daysToMonday(moved) + hoursToMorning(moved)
    if (next === moved) return wallTime(moved)
    moved = next
  }
}

function daysToMonday(moment: number): number {
  // 1 January 1970 was a Thursday.
  const weekday = (Math.floor(moment / days(1)) + 4) % 7
  if (weekday === 6) return days(2)
  return weekday === 0 ? days(1) : 0
}

function hoursToMorning(moment: number): number {
  const time = moment - Math.floor(moment / days(1)) * days(1)
  if (time < hours(OPENING)) return hours(OPENING - Math.floor(time / hours(1)))
  if (time > hours(CLOSING)) return hours(24 + OPENING - Math.floor(time / hours(1)))
  return 0
}

const OPENING = 8
const CLOSING = 20
