import type { Kept } from './kept.ts'

type Early = { kept: readonly Kept[]; isAlive: (control: Node) => boolean }

/** Left by `early-script.ts`; there is none where the document is not ours, in tests. */
declare global {
  var foyerEarly: Early | undefined
}

/** Parts of the page that come alive later than the page. */
const still = new Set<Node>()

const isAlive = (control: Node): boolean => ![...still].some(part => part.contains(control))

/** Says of a part of the page that it does not answer yet; whoever calls the answer says that it does. */
export function standStill(part: Node): () => void {
  still.add(part)
  return () => void still.delete(part)
}

/** Takes over what was kept for controls within `part`. */
export function takeKept(belongs: (control: Node) => boolean): readonly Kept[] {
  const kept = globalThis.foyerEarly?.kept ?? []
  if (globalThis.foyerEarly) globalThis.foyerEarly.kept = kept.filter(({ control }) => !belongs(control))
  return kept.filter(({ control }) => belongs(control))
}

/** The page answers from now on, but for what stands still: what was pressed, picked or typed too early is done now. */
export function wake(): void {
  if (globalThis.foyerEarly) globalThis.foyerEarly.isAlive = isAlive
  const kept = takeKept(isAlive)
  const typed = typedIn(document).filter(isAlive)
  if (kept.length > 0 || typed.length > 0) void import('./repeat.ts').then(({ repeat }) => repeat(kept, typed))
}

/** Fields whose text is not the one they came with. */
export const typedIn = (part: ParentNode): readonly HTMLInputElement[] =>
  [...part.querySelectorAll('input')].filter(({ value, defaultValue }) => value !== defaultValue)
