import type { Attendee } from '#domain/order/reservation/contact.ts'
import { type Holder, type Ticket, fullName, holderOf } from './ticket.ts'

/** Is name and e-mail of the ticket final? A locked one without a holder can still get one. */
export function isHolderFixed(ticket: Ticket): boolean {
  return ticket.isLocked && holderOf(ticket) !== undefined
}

/** Who will hold the ticket when this is asked for; of a fixed holder only the language changes (lifecycle E). */
export function nextHolder(ticket: Ticket, asked: Attendee): Attendee {
  const stored = isHolderFixed(ticket) ? holderOf(ticket) : undefined
  return { ...asked, ...stored, language: asked.language ?? ticket.language }
}

/** What is different with the new holder, and so who has to know. */
export type HolderChange = {
  /** Who held it before; undefined: it had no holder. */
  readonly previous: Holder | undefined
  /** Anything about name or address. */
  readonly isNew: boolean
  readonly isNewEmail: boolean
  /** Name or address of a named ticket are others: the old code is worthless, for it vouches for both. */
  readonly hasNewCode: boolean
  /** The ticket went to another address: what opens it is its new holder's alone (lifecycle E). */
  readonly isPassedOn: boolean
}

/** Upper and lower case make another writing of the same person, as in the ticket code (lifecycle C.4). */
export function changeOfHolder(ticket: Ticket, next: Holder): HolderChange {
  const previous = holderOf(ticket)
  const isNewEmail = ticket.email !== next.email
  return {
    previous,
    isNew: isNewEmail || ticket.firstName !== next.firstName || ticket.lastName !== next.lastName,
    isNewEmail,
    hasNewCode: previous !== undefined && !isSamePerson(previous, next),
    isPassedOn: previous !== undefined && !isSame(previous.email, next.email),
  }
}

/**
 * By which id the order lists the ticket once it is the next holder's; null: by its own. A ticket that was passed on keeps the
 * id that it had in the order, which opens nothing, until it comes back to the address of the order (lifecycle E).
 */
export function idInOrderOf(ticket: Ticket, next: Holder, buyer: Pick<Holder, 'email'>): string | null {
  if (isSame(next.email, buyer.email)) return null
  return changeOfHolder(ticket, next).isPassedOn ? (ticket.idInOrder ?? ticket.publicId) : ticket.idInOrder
}

const isSamePerson = (one: Holder, other: Holder): boolean =>
  isSame(one.email, other.email) && isSame(fullName(one), fullName(other))

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
