import type { Caches } from './ticket-copies.ts'

/** What a worker has around it; a test passes its own. */
export type Surroundings = {
  readonly caches: Caches
  readonly fetch: (address: string | Request, settings?: RequestInit) => Promise<Response>
  readonly now: () => number
  readonly pause: (milliseconds: number) => Promise<void>
  /** A ticket was changed or has gone after its kept copy was shown. */
  readonly onLateChange: (ticketId: string) => void
  /** Nothing is kept any more. */
  readonly onEmpty: () => void
  /** The path under which the tickets of one event are: "/event/jazz/ticket/". */
  readonly scope: string
  /** Scripts and styles that the page of a ticket needs in this build, and a name of them all. */
  readonly page: { readonly build: string; readonly files: readonly string[] }
}

/** A proxy in front of the shop may deny everything (403) to a visitor whom it checks; that says nothing of the ticket. */
export const isGone = ({ status }: Response): boolean => status === 404 || status === 410
