/** What the page of a ticket sends to the worker that keeps it for times without a connection. */
export type TicketMessage =
  /** The page shows the ticket: keep it until then (milliseconds of the browser's clock), in this language. */
  | { readonly keep: string; readonly language: string; readonly until: number }
  /** Was the ticket last shown from what was kept? The answer comes by the port. */
  | { readonly ask: string }

/** The answer: when it was last seen with a connection, in milliseconds; null: the shop itself answered. */
export type TicketAnswer = { readonly seen: number | null }

/** What the worker sends to pages: the shop answered late, and a ticket is not what was shown. */
export type TicketNews = { readonly changed: string }
