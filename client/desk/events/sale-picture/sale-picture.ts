import type { DeskEventFacts } from '#contract/desk-event.ts'
import { type Json, listOf, textOf, valueAt } from '../../editor/member.ts'

/** When each kind of ticket of an event is on sale, and whose its seats are: of what is stored, or of what is typed. */

/** When a category is sold. Times are those of a clock at the event, in milliseconds as if it were in UTC. */
export type SaleWindow = {
  readonly key: string
  readonly name: string
  readonly state: 'before' | 'on' | 'over'
  readonly from: number
  readonly to: number
}

export type SaleWindows = {
  readonly windows: readonly SaleWindow[]
  /** The ends of the picture: the first sale, and the last or the beginning of the event. */
  readonly from: number
  readonly to: number
  /** Undefined where it is outside the picture. */
  readonly now: number | undefined
  readonly begins: number | undefined
}

/** Undefined where no category has both of its dates. `now` is a local date-time of the event. */
export function saleWindows(file: Json, now: string): SaleWindows | undefined {
  const windows = categoriesOf(file).flatMap(category => windowOf(category, timeOf(now)))
  if (windows.length === 0) return undefined
  const begins = timeOf(textOf(valueAt(file, ['startDate'])))
  const from = Math.min(...windows.map(window => window.from))
  const to = Math.max(...windows.map(window => window.to), begins ?? from)
  const isShown = (time: number | undefined) => time !== undefined && time >= from && time <= to
  const current = timeOf(now)
  return {
    windows,
    from,
    to,
    now: isShown(current) ? current : undefined,
    begins: isShown(begins) ? begins : undefined,
  }
}

function windowOf({ key, name, value }: Category, now: number | undefined): readonly SaleWindow[] {
  const from = timeOf(textOf(valueAt(value, ['startSellingDate'])))
  const to = timeOf(textOf(valueAt(value, ['endSellingDate'])))
  if (from === undefined || to === undefined || to < from || now === undefined) return []
  const state = now < from ? 'before' : now < to ? 'on' : 'over'
  return [{ key, name, state, from, to }]
}

/** Seats of one bounded category, or those that the others share. */
export type SeatPart = {
  readonly key: string
  /** Undefined for the shared seats. */
  readonly name: string | undefined
  readonly seats: number
  readonly sold: number
  readonly held: number
  readonly free: number
}

export type SeatPicture = {
  readonly capacity: number
  readonly own: number
  readonly shared: number
  /** By category in the order of the page; the shared ones last. */
  readonly parts: readonly SeatPart[]
  /** So many more own seats are stated than the event has. */
  readonly missing: number
}

type Counted = Pick<DeskEventFacts, 'held'> & {
  readonly categories: readonly Pick<DeskEventFacts['categories'][number], 'id' | 'sold' | 'held'>[]
}

/** Whose the seats are. What is held for later of the shared seats is of no category. */
export function seatPicture(file: Json, facts: Counted): SeatPicture {
  const capacity = wholeOf(valueAt(file, ['tickets', 'max']))
  const all = categoriesOf(file).map(({ key, name, value }) => {
    const counts = facts.categories.find(({ id }) => id === valueAt(value, ['id']))
    const seats = wholeOf(valueAt(value, ['maxTickets']))
    return { key, name, seats, sold: counts?.sold ?? 0, held: counts?.held ?? 0 }
  })
  const bounded = all.filter(({ seats }) => seats > 0)
  const pooled = all.filter(({ seats }) => seats === 0)
  const own = sum(bounded.map(({ seats }) => seats))
  const shared = Math.max(0, capacity - own)
  const ofNoCategory = Math.max(0, facts.held - sum(facts.categories.map(({ held }) => held)))
  const parts = [
    ...bounded,
    ...(shared > 0
      ? [
          {
            key: 'shared',
            name: undefined,
            seats: shared,
            sold: sum(pooled.map(({ sold }) => sold)),
            held: sum(pooled.map(({ held }) => held)) + ofNoCategory,
          },
        ]
      : []),
  ]
  return {
    capacity,
    own,
    shared,
    parts: parts.map(part => ({ ...part, free: Math.max(0, part.seats - part.sold - part.held) })),
    missing: Math.max(0, own - capacity),
  }
}

type Category = { readonly key: string; readonly name: string; readonly value: Json }

/** The kinds of tickets of a file, in the order of the page. */
function categoriesOf(file: Json): readonly Category[] {
  return listOf(valueAt(file, ['tickets', 'categories'])).map((value, index) => ({
    key: textOf(valueAt(value, ['id'])) || `new ${index}`,
    name: textOf(valueAt(value, ['name'])),
    value,
  }))
}

/** Of a local date-time; undefined for what is none, such as half of one that is being typed. */
export function timeOf(local: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)) return undefined
  const time = Date.parse(`${local}Z`)
  return Number.isNaN(time) ? undefined : time
}

const wholeOf = (value: Json): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
