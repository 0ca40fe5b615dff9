type Listener = (texts: readonly string[]) => void

const listeners = new Set<Listener>()

/** Calls `listener` with what visitors are told in an error summary, each time they are. Answers how to stop. */
export function onProblemsShown(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function problemsShown(texts: readonly string[]): void {
  for (const listener of listeners) listener(texts)
}
