/** The page of a ticket, below the path of its event's tickets ("/event/jazz/ticket/"). */
export const pageOf = (scope: string, ticketId: string): string => `${scope}${ticketId}/view`

/** The ticket whose page is at this path. */
export function ticketOf(scope: string, path: string): string | undefined {
  const [, ticketId] = /^([^/]+)\/view$/.exec(path.startsWith(scope) ? path.slice(scope.length) : '') ?? []
  return ticketId
}

/** What the page of a ticket reads, besides scripts, styles and texts. */
export function callsOf(scope: string, ticketId: string) {
  const event = eventOf(scope)
  const data = `${event}/ticket/${ticketId}`
  return { data, code: `${data}/code.png` }
}

export const eventOf = (scope: string): string => `/api/v2/public${scope.replace(/\/ticket\/$/, '')}`

/** The ticket that a call reads, or whose code it reads. */
export function ticketOfCall(scope: string, path: string): string | undefined {
  const beginning = `${eventOf(scope)}/ticket/`
  const [, ticketId] =
    /^([^/]+)(?:\/code\.png)?$/.exec(path.startsWith(beginning) ? path.slice(beginning.length) : '') ?? []
  return ticketId
}

export const pathOf = (url: string): string => new URL(url).pathname
