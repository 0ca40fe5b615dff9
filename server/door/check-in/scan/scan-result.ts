import type { CheckInStatus } from '#domain/door/check-in/check-in-status.ts'
import { type Scan, showsHolder } from '#domain/door/check-in/judge-scan.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { type TicketAnswer, answersOf } from '../answer-store.ts'
import { type DoorTicket, type TicketExtra, extrasOf } from '../store.ts'

/** The result of a scan. It has the ticket as it was before, where the caller may see it. */
export type ScanResult =
  | { readonly status: CheckInStatus; readonly ticket?: undefined }
  | { readonly status: CheckInStatus; readonly ticket: DoorTicket; readonly due?: Minor; readonly welcome?: Welcome }

/** What the door does for an attendee who has come in. */
export type Welcome = {
  /** Handed out with the ticket. */
  readonly extras: readonly TicketExtra[]
  /** The questions to the attendee and about the extras. */
  readonly answers: readonly TicketAnswer[]
  /** Of the box that the scanner shows. */
  readonly colour: string
}

export const TICKET_NOT_FOUND: ScanResult = { status: 'TICKET_NOT_FOUND' }

/** Nothing comes of the scan; the ticket is shown where its holder may be (lifecycle F). */
export function stopped(status: CheckInStatus, scan: Scan, ticket: DoorTicket): ScanResult {
  return showsHolder(scan) ? { status, ticket } : { status }
}

export async function welcome(on: Queryable, { settings }: OfferedEvent, ticket: DoorTicket): Promise<Welcome> {
  return {
    extras: await extrasOf(on, [ticket.id]),
    answers: await answersOf(on, [ticket.id]),
    colour: colourOf({ settings }, ticket),
  }
}

/** Green, unless the organiser distinguishes categories. */
const colourOf = (offer: Pick<OfferedEvent, 'settings'>, ticket: DoorTicket): string =>
  statedColour(offer, ticket) ?? 'success'

/** By which the organiser distinguishes categories; null: not at all. */
export function statedColour(
  { settings }: Pick<OfferedEvent, 'settings'>,
  { categoryId }: Pick<DoorTicket, 'categoryId'>,
): string | null {
  return settings.text('CHECK_IN_COLOR', categoryId ?? undefined)
}
