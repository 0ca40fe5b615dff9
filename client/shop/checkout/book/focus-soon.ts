/** Half a second: a control that has not come until then is not coming. */
const FRAMES = 30

/** Moves the focus to a control that the page shows next, in the place of one that goes; unless the buyer is elsewhere by then. */
export function focusSoon(id: string): void {
  const pressed = document.activeElement
  const look = (frames: number) => {
    const { activeElement } = document
    if (activeElement !== pressed && activeElement !== document.body) return
    const control = document.getElementById(id)
    if (control) control.focus()
    else if (frames > 0) requestAnimationFrame(() => look(frames - 1))
  }
  requestAnimationFrame(() => look(FRAMES))
}

/** Where names are asked for after all. */
export const LATER_ID = 'names-later'

/** Where another person takes the buyer's ticket. */
export const changeId = (ticketId: string): string => `tickets.${ticketId}.change`
