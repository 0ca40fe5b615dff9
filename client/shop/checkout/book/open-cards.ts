import { useEffect, useState } from 'react'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { ticketOf } from './controls.ts'
import { ticketsOf } from '../details/booking-values.ts'
import type { BookingForm } from './use-booking-form.ts'
import type { Submission } from './use-submission.ts'

export type OpenCards = {
  readonly isOpen: (ticketId: string) => boolean
  readonly set: (ticketId: string, isOpen: boolean) => void
  /** The path of an extra on its way to another card, until it is there. */
  readonly arrived: string | undefined
  readonly setArrived: (itemPath: string | undefined) => void
}

/** So many cards are open at first: names are short, and the cards of a large order are not. */
const OPEN_AT_FIRST = 5

/** Which cards are open: the first ones, those with something to mend, and whatever the buyer opens. */
export function useOpenCards(form: BookingForm, { refusal }: Submission): OpenCards {
  const tickets = ticketsOf(useOpenReservation())
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(tickets.slice(0, OPEN_AT_FIRST).map(({ uuid }) => uuid)),
  )
  const [arrived, setArrived] = useState<string>()
  useEffect(() => {
    const values = form.getValues()
    const wrong = refusal?.fields.flatMap(({ field }) => ticketOf(field, values) ?? []) ?? []
    if (wrong.length > 0) setOpened(before => new Set([...before, ...wrong]))
  }, [form, refusal])
  return {
    arrived,
    setArrived,
    isOpen: id => opened.has(id),
    set: (id, isOpen) =>
      setOpened(before => {
        if (before.has(id) === isOpen) return before
        const next = new Set(before)
        if (isOpen) next.add(id)
        else next.delete(id)
        return next
      }),
  }
}
