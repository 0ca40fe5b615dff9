type Listener = (reservationId: string) => void

const listeners = new Set<Listener>()

/** Calls `listener` whenever tickets go back to the shop, by the visitor or because the time is up. Returns how to stop. */
export function onRelease(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether the page around is informed: then the frame does not navigate (lifecycle I). */
export function announceRelease(reservationId: string): boolean {
  for (const listener of listeners) listener(reservationId)
  return listeners.size > 0
}
