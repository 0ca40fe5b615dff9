/** So many tickets of a category, and who comes with the first of them. */
export type AttendeeGroup<Attendee> = {
  readonly categoryId: number
  readonly quantity: number
  readonly attendees: readonly Attendee[]
}

/**
 * Gives the tickets of an order, in the order of their seats, to those who were named for them: each group has as many
 * tickets of its category as it asked for, and its attendees have the first of these. Tickets without an attendee are
 * left out.
 */
export function seatAttendees<Ticket extends { readonly categoryId: number }, Attendee>(
  tickets: readonly Ticket[],
  groups: readonly AttendeeGroup<Attendee>[],
): (readonly [Ticket, Attendee])[] {
  const left = Map.groupBy(tickets, ({ categoryId }) => categoryId)
  return groups.flatMap(({ categoryId, quantity, attendees }) => {
    const own = left.get(categoryId)?.splice(0, Math.max(0, quantity)) ?? []
    return own.flatMap((ticket, index) => {
      const attendee = attendees[index]
      return attendee === undefined ? [] : [[ticket, attendee] as const]
    })
  })
}
