import type * as LateParts from './later.ts'

/** What the page shows only after a press, in a bundle of its own. */
type Parts = typeof LateParts

let parts: Parts | undefined

/** Loads the parts, once; without them the page shows each problem at its field only. */
export async function loadLateParts(): Promise<void> {
  parts ??= await import('./later.ts').catch(() => undefined)
}

/**
 * The parts, once they are loaded. They are shown from here and not suspended: a summary that appears a moment after
 * the refusal would take the focus from a buyer who has begun to type.
 */
export const lateParts = (): Parts | undefined => parts
