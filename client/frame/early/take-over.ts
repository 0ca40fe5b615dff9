import { flushSync } from 'react-dom'
import { takeKept, typedIn } from './awake.ts'
import { repeat, write } from './repeat.ts'

/**
 * Hydrates a part of the page in place of what the server has rendered of it. What a visitor has typed, pressed or unfolded
 * there already, and the place of the keyboard, go over to it; then follows what had to wait for that.
 */
export function takeOver(still: HTMLElement | null, becomeInteractive: () => void): void {
  const around = still?.parentElement
  if (!still || !around) return becomeInteractive()
  const place = [...around.children].indexOf(still)
  const before = controlsOf(still)
  const typed = typedIn(still).map(field => ({ at: before.indexOf(field), text: field.value }))
  const opened = foldsOf(still).map(({ open }) => open)
  const focused = still.contains(document.activeElement) ? document.activeElement?.id : undefined
  flushSync(becomeInteractive)
  for (const [at, fold] of foldsOf(around.children[place]).entries()) fold.open ||= opened[at] ?? false
  const now = controlsOf(around.children[place])
  flushSync(() => {
    for (const { at, text } of typed) if (now[at] instanceof HTMLInputElement) write(now[at], text)
  })
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
  repeat(
    takeKept(still).map(kept => ({ ...kept, control: now[before.indexOf(kept.control)] ?? kept.control })),
    [],
  )
}

const foldsOf = (part: Element | undefined) => [...(part?.querySelectorAll('details') ?? [])]

/** Both drawings of a part have the same controls in the same order. */
const controlsOf = (part: Element | undefined): readonly HTMLElement[] => [
  ...(part?.querySelectorAll<HTMLElement>('button, input, select') ?? []),
]
