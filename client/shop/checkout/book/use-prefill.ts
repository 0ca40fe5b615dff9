import { useEffect } from 'react'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import type { User } from '#contract/user.ts'
import { questionsOf } from '../../ticket/attendee/answer-values.ts'
import { keepDraft } from '../details/booking-draft.ts'
import { prefilled } from '../details/prefill.ts'
import { ticketsOf } from '../details/stored-details.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import type { BookingForm } from './use-booking-form.ts'

/** Fills in what is known of the buyer, once for each order: what was emptied by hand stays empty. */
export function usePrefill(form: BookingForm, me: User | null | undefined): void {
  const open = useOpenReservation()
  useEffect(() => {
    const key = `foyer.booking.filled.${open.place.reservationId}`
    if (!me || tabStorage.read(key) === me.emailAddress) return
    tabStorage.write(key, me.emailAddress)
    const tickets = ticketsOf(open)
    const [first] = tickets
    const values = prefilled(
      form.getValues(),
      me,
      {
        firstTicket: first && !first.locked ? { uuid: first.uuid, questions: questionsOf(first) } : undefined,
        ownerQuestions: open.reservation.subscriptionInfos?.[0]?.additionalFields ?? [],
      },
      path => form.getFieldState(path).isTouched,
    )
    form.reset(values)
    const ids = tickets.map(({ uuid }) => uuid)
    keepDraft(tabStorage, open.place, values, ids)
  }, [form, me, open])
}
