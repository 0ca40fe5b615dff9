import { useEffect, useState } from 'react'
import { type Form, useForm } from '#client/frame/forms/form-values.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { carriedDraft, draftFor, keepDraft, withLastBuyer } from '../details/booking-draft.ts'
import { type BookingValues, storedValues, ticketsOf } from '../details/booking-values.ts'

export type BookingForm = Form<BookingValues>

/**
 * The form of the booking page: filled from the server, what was typed since laid over it, be it for the order whose place
 * this one has taken, or with the buyer of the last order of the visit. Everything typed is kept at once.
 */
export function useBookingForm(): BookingForm {
  const open = useOpenReservation()
  const { language } = useLanguage()
  const [initial] = useState(() => {
    const stored = storedValues(open, language)
    const ids = ticketsOf(open).map(ticket => ticket.uuid)
    const filledIn =
      draftFor(tabStorage, open.place, stored) ??
      carriedDraft(tabStorage, open.place, stored, ids) ??
      withLastBuyer(tabStorage, stored) ??
      stored
    return isInvoiceInAddress() ? { ...filledIn, invoiceRequested: true } : filledIn
  })
  const form = useForm<BookingValues>(initial)
  useKeptDraft(form)
  useSharedDraft(form)
  useInvoiceRequestOnce(initial)
  return form
}

function useKeptDraft(form: BookingForm): void {
  const open = useOpenReservation()
  const { place } = open
  const ids = ticketsOf(open)
    .map(ticket => ticket.uuid)
    .join(' ')
  useEffect(
    () => form.subscribe(({ values }) => keepDraft(tabStorage, place, values, ids.split(' '))),
    [form, place, ids],
  )
}

/** Other tabs and devices with this order have it, too; without the script or the calls this tab goes on alone. */
function useSharedDraft(form: BookingForm): void {
  const open = useOpenReservation()
  const { language } = useLanguage()
  const { place } = open
  const [stored] = useState(() => storedValues(open, language))
  useEffect(() => {
    const leaving = new AbortController()
    const join = async () =>
      (await import('./shared-draft.ts')).joinDraft(form, { place, stored, leaving: leaving.signal })
    void join().catch(() => undefined)
    return () => leaving.abort()
  }, [form, place, stored])
}

/** What the address asks for is kept like what is typed, and the address lets go of it. */
function useInvoiceRequestOnce(initial: BookingValues): void {
  const { place } = useOpenReservation()
  useEffect(() => {
    if (!isInvoiceInAddress()) return
    keepDraft(tabStorage, place, initial, Object.keys(initial.tickets))
    takeInvoiceOutOfAddress()
  }, [place, initial])
}

/** Does the address ask for an invoice? `?requestInvoice`, with or without a value, as long as it is not "false". */
export function isInvoiceInAddress(): boolean {
  const value = new URLSearchParams(location.search).get('requestInvoice')
  return value !== null && value !== 'false'
}

/** The address has been read: from here on the visitor decides, also after a reload or on the way back. */
function takeInvoiceOutOfAddress(): void {
  const address = new URL(location.href)
  address.searchParams.delete('requestInvoice')
  history.replaceState(history.state, '', address)
}
