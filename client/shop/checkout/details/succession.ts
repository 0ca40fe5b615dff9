import type { TabStorage } from '#client/frame/storage/browser-storage.ts'

/** Which order has taken the place of which, as far as this tab has done it. */

const key = (reservationId: string) => `foyer.booking.successor.${reservationId}`

export function noteSuccessor(storage: TabStorage, reservationId: string, successor: string): void {
  storage.write(key(reservationId), successor)
}

/** The latest that has come in the place of an order; undefined: none that this tab knows. */
export function successorOf(storage: TabStorage, reservationId: string): string | undefined {
  const seen = new Set([reservationId])
  let latest = reservationId
  for (;;) {
    const next = storage.read(key(latest))
    if (typeof next !== 'string' || seen.has(next)) break
    seen.add(next)
    latest = next
  }
  return latest === reservationId ? undefined : latest
}
