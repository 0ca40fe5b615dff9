import { flushSync } from 'react-dom'

/**
 * Lets a part of the page come alive in place of what the server has rendered of it. What somebody has typed there
 * already, and the place of the keyboard, go over to it.
 */
export function takeOver(still: HTMLElement | null, comeAlive: () => void): void {
  const filled = [...(still?.querySelectorAll('input') ?? [])].filter(
    ({ value, defaultValue }) => value !== defaultValue,
  )
  const focused = still?.contains(document.activeElement) ? document.activeElement?.id : undefined
  flushSync(comeAlive)
  for (const { id, value } of filled) write(document.getElementById(id), value)
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
}

/** As if it were typed: React listens to the event, and knows of a change only where its own setter was not used. */
function write(control: HTMLElement | null, value: string): void {
  if (!(control instanceof HTMLInputElement)) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
