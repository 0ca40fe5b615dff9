/** Where in a purchase an address is. */
export type Step = { readonly step: string; readonly reservationId: string }

const RESERVATION = /^\/(?:event|subscription)\/[^/]+\/reservation\/([^/]+)(?:\/([^/]+))?\/?$/

/** "tickets" on the page of an event or pass, the page's own name within a reservation, "ticket", "poll", else "browse". */
export function stepOf(pathname: string): Step {
  const reservation = RESERVATION.exec(pathname)
  if (reservation) return { step: reservation[2] ?? '', reservationId: decodeURIComponent(reservation[1] ?? '') }
  if (/^\/event\/[^/]+\/ticket\//.test(pathname)) return { step: 'ticket', reservationId: '' }
  if (/^\/event\/[^/]+\/poll(?:\/|$)/.test(pathname)) return { step: 'poll', reservationId: '' }
  return { step: /^\/(?:event|subscription)\/[^/]+/.test(pathname) ? 'tickets' : 'browse', reservationId: '' }
}
