/** `status`: of the HTTP answer that they are about; undefined where the page has found them itself. */
type Listener = (texts: readonly string[], status: number | undefined) => void

const listeners = new Set<Listener>()

/** Calls `listener` with the words of each error summary that is shown to visitors. Returns how to stop. */
export function onProblemsShown(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function problemsShown(texts: readonly string[], status: number | undefined): void {
  for (const listener of listeners) listener(texts, status)
}
