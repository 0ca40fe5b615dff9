import { pathTo, reserveTicketsPath } from '#contract/paths.ts'
import type { ReservationForm } from '#contract/reserve.ts'
import type { Answer } from './answer.ts'
import { shop } from './shop.ts'

export type TicketCount = { readonly categoryId: number; readonly count: number }

/** Holds tickets for the visitor; the value is the id of the reservation. */
export function reserveTickets(
  shortName: string,
  language: string,
  tickets: readonly TicketCount[],
): Promise<Answer<string>> {
  const body: ReservationForm = {
    reservation: tickets.map(({ categoryId, count }) => ({ ticketCategoryId: categoryId, amount: count })),
  }
  return shop().callWrapped<string>({
    method: 'POST',
    path: pathTo(reserveTicketsPath, { shortName }),
    query: { lang: language },
    body,
  })
}
