import type { Kept } from './early-script.ts'

type Early = { kept: readonly Kept[]; isAlive: (control: Node) => boolean }

/** Left by `early-script.ts`; there is none where the document is not ours, in tests. */
declare global {
  var foyerEarly: Early | undefined
}

/** Parts of the page that are hydrated later than the page. */
const still = new Set<ParentNode>()

/**
 * A press within a part that is not hydrated waits for the part. So does all that is pressed after something has been
 * done there: an order must not leave without the extra that was chosen before it.
 */
function isInteractive(control: Node): boolean {
  return ![...still].some(part => part.contains(control) || isTouched(part))
}

function isTouched(part: ParentNode): boolean {
  return typedIn(part).length > 0 || (globalThis.foyerEarly?.kept ?? []).some(({ control }) => part.contains(control))
}

/** Marks a part of the page as not hydrated yet; calling the returned function removes the mark. */
export function markStill(part: ParentNode): () => void {
  still.add(part)
  return () => void still.delete(part)
}

/** Hands over what was kept for `part`, which is hydrated now, and for what had to wait for it. */
export function takeKept(part?: Node): readonly Kept[] {
  const kept = globalThis.foyerEarly?.kept ?? []
  const isDue = ({ control }: Kept) => part?.contains(control) || isInteractive(control)
  const due = kept.filter(isDue)
  if (globalThis.foyerEarly) globalThis.foyerEarly.kept = kept.filter(one => !due.includes(one))
  return due
}

/** The page answers from now on, except parts not hydrated: what was pressed, picked or typed before is done now. */
export function wake(): void {
  if (globalThis.foyerEarly) globalThis.foyerEarly.isAlive = isInteractive
  const kept = takeKept()
  const typed = typedIn(document).filter(field => ![...still].some(part => part.contains(field)))
  if (kept.length > 0 || typed.length > 0) void import('./repeat.ts').then(({ repeat }) => repeat(kept, typed))
}

/** Fields whose text is not the one they came with. */
export const typedIn = (part: ParentNode): readonly HTMLInputElement[] =>
  [...part.querySelectorAll('input')].filter(({ value, defaultValue }) => value !== defaultValue)
