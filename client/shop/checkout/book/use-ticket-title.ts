import { useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'

/** "Conference, ticket 2", by the public id of the ticket. */
export function useTicketTitle(): (uuid: string | undefined) => string | undefined {
  const t = useT()
  const { ticketsByCategory } = useOpenReservation().reservation
  return uuid => {
    for (const { name, tickets } of ticketsByCategory) {
      const position = tickets.findIndex(ticket => ticket.uuid === uuid)
      if (position >= 0) return t('foyer.book.ticket', name, position + 1)
    }
    return undefined
  }
}
