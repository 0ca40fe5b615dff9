/** Moves the focus to a control that the page shows next, in the place of one that goes. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
