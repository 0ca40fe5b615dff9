/** What a ticket code vouches for: changing the name or the e-mail makes printed codes worthless. */
export type TicketCodeFacts = {
  readonly reservationId: string
  /** The private id, which only the code contains. */
  readonly ticketUuid: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** The text that is signed: `reservationId/uuid/fullName/email`, regardless of letter case (lifecycle C.4). */
export function ticketCodeMessage({ reservationId, ticketUuid, firstName, lastName, email }: TicketCodeFacts): string {
  return [reservationId, ticketUuid, lowerCasedName(`${firstName} ${lastName}`), email.toLowerCase()].join('/')
}

/** The text of the QR code: the private id, then the standard Base64 signature of `ticketCodeMessage`. */
export function ticketCodeText(ticketUuid: string, signature: string): string {
  return `${ticketUuid}/${signature}`
}

/**
 * Lower-cases character by character. Taken alone a capital sigma may end a word or not, so it becomes both forms; the
 * dotless i of Turkish becomes "i" as its capital does; and every capital becomes one character, the dotted capital I too.
 */
function lowerCasedName(name: string): string {
  return Array.from(name, lowerCased).join('')
}

function lowerCased(character: string): string {
  switch (character) {
    case 'Σ':
      return 'σς'
    case 'ı':
    case 'İ':
      return 'i'
    default:
      return character.toLowerCase()
  }
}
