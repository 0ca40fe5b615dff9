type Listener = (reservationId: string) => void

const listeners = new Set<Listener>()

/** Calls `listener` whenever tickets go back to the shop, by the visitor or because the time is up. Answers how to stop. */
export function onGivenBack(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function givenBack(reservationId: string): void {
  for (const listener of listeners) listener(reservationId)
}
