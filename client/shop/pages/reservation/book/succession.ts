import { type Drawer, read, write } from '../../attendee/drawer.ts'

/** Which order has taken the place of which, as far as this tab has done it. */

const key = (reservationId: string) => `foyer.booking.successor.${reservationId}`

export function noteSuccessor(drawer: Drawer, reservationId: string, successor: string): void {
  write(drawer, key(reservationId), successor)
}

/** The latest that has come in the place of an order; undefined: none that this tab knows. */
export function successorOf(drawer: Drawer, reservationId: string): string | undefined {
  const seen = new Set([reservationId])
  let latest = reservationId
  for (;;) {
    const next = read(drawer, key(latest))
    if (typeof next !== 'string' || seen.has(next)) break
    seen.add(next)
    latest = next
  }
  return latest === reservationId ? undefined : latest
}
