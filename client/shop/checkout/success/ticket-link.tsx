import type { ReactNode } from 'react'
import { Link } from '#client/kit/button/button.tsx'
import type { Ticket } from '#contract/ticket.ts'
import { ticketAddress } from '../../ticket/calls.ts'
import { comingFrom } from '../../ticket/order-behind.ts'
import { reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'
import css from './success.module.css'

type TicketLinkProps = {
  readonly ticket: Ticket
  readonly page: 'view' | 'update'
  readonly children: ReactNode
}

/** To a page of the ticket, and from there back to this order. */
export function TicketLink({ ticket, page, children }: TicketLinkProps) {
  const { place } = useOpenReservation()
  return (
    <Link
      className={css.link}
      to={ticketAddress({ shortName: place.publicIdentifier, ticketId: ticket.uuid }, page)}
      {...comingFrom(reservationAddress(place, 'success'))}
    >
      {children}
    </Link>
  )
}
