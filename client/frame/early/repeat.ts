import { flushSync } from 'react-dom'
import type { Kept } from './early-script.ts'

/** Does what was done before hydration, in the same order; what has gone from the page meanwhile is left. */
export function repeat(kept: readonly Kept[], typed: readonly HTMLInputElement[]): void {
  flushSync(() => {
    for (const field of typed) write(field, field.value)
  })
  // One after the other: each finds what the one before it has made of the page.
  for (const done of kept) flushSync(() => again(done))
}

function again({ control, value, isTicked }: Kept): void {
  if (control instanceof HTMLSelectElement && value !== undefined) return pick(control, value)
  // Back to what it was, by the setter that React has put on it: only then does the press change it for React.
  if (control instanceof HTMLInputElement && isTicked !== undefined) control.checked = !isTicked
  control.click()
}

/**
 * As if it were typed. React reports the change only where the field differs from the value it remembers: its own
 * setter updates that value, the browser's does not.
 */
export function write(field: HTMLInputElement, text: string): void {
  field.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function pick(list: HTMLSelectElement, value: string): void {
  list.value = value
  list.dispatchEvent(new Event('change', { bubbles: true }))
}
