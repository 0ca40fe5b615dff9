/**
 * Remembers something for one entry of the browser's history: it is there again after a reload and on the way back,
 * and isn't when the same page is opened anew. The router keeps what it doesn't know.
 */
export function rememberHere(name: string, value: unknown): void {
  history.replaceState({ ...history.state, [name]: value }, '')
}

export function rememberedHere(name: string): unknown {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
}
