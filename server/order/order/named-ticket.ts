/** SQL: a ticket says who comes with it, whole. */
export const TICKET_IS_NAMED = `(coalesce(ticket.first_name, '') <> '' and coalesce(ticket.last_name, '') <> ''
  and coalesce(ticket.email, '') <> '')`
