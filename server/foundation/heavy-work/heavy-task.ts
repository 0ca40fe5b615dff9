/**
 * Work that may be costly: a function of a module, which the thread of heavy-worker.ts loads at the first call.
 * What goes in and what comes out cross to that thread: plain values only.
 */
export type HeavyTask<Input, Answer> = {
  /** The address of the module, and the name under which it exports the function. */
  readonly module: string
  readonly name: string
  readonly shape?: (input: Input) => Answer
}

/** `heavyTask<typeof work>(new URL('./work.ts', import.meta.url), 'work')`, with `work` imported as a type alone. */
export function heavyTask<Work extends (input: never) => unknown>(
  module: URL,
  name: string,
): HeavyTask<Parameters<Work>[0], ReturnType<Work>> {
  return { module: module.href, name }
}

export type HeavyRequest = { readonly module: string; readonly name: string; readonly input: unknown }

/**
 * What the thread says: that it can take tasks, that the module of a task is loaded and its work begins, and what became
 * of it. The processor time is that of the thread, in microseconds.
 */
export type HeavyMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'not-loaded'; readonly error: string }
  | { readonly kind: 'begun'; readonly processorTime: number }
  | { readonly kind: 'done'; readonly answer: unknown; readonly processorTime: number }
  | { readonly kind: 'failed'; readonly error: string; readonly processorTime: number }
