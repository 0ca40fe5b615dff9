/** What the page shows only after a press, in a bundle of its own. */
export type LateParts = typeof import('./later.ts')

let parts: LateParts | undefined

/** Loads the parts, once; without them the page shows each problem at its field only. */
export async function loadLateParts(): Promise<void> {
  parts ??= await import('./later.ts').catch(() => undefined)
}

/**
 * The parts, once they are loaded. They are shown from here and not suspended: a summary that appears a moment after the
 * refusal would take the focus from whoever has begun to type.
 */
export const lateParts = (): LateParts | undefined => parts
