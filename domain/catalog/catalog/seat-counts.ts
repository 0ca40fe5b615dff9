/** What has become of the seats of an event or a category, as its organiser sees it. */
export type SeatCounts = {
  readonly free: number
  /** Confirmed, paid or to be paid at the door, and not yet checked in. */
  readonly sold: number
  readonly checkedIn: number
  /** Held by a reservation that is not confirmed, or by the organiser for later. */
  readonly pending: number
  readonly released: number
}

const NONE: SeatCounts = { free: 0, sold: 0, checkedIn: 0, pending: 0, released: 0 }

export function sumOfSeats(counts: readonly SeatCounts[]): SeatCounts {
  return counts.reduce(
    (sum, { free, sold, checkedIn, pending, released }) => ({
      free: sum.free + free,
      sold: sum.sold + sold,
      checkedIn: sum.checkedIn + checkedIn,
      pending: sum.pending + pending,
      released: sum.released + released,
    }),
    NONE,
  )
}
