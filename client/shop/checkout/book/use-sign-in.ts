import { useState } from 'react'
import { useLanguage } from '#client/language/language-context.ts'
import { signInForOrderAddress } from '#client/shop/access/sign-in.tsx'
import { leaveDetailsOpen, sendDetails } from '../calls.ts'
import { toContactForm } from '../details/booking-values.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import type { BookingForm } from './use-booking-form.ts'

/**
 * Saves what is typed, right or not, and leads to the provider and back to these details (lifecycle H). Details that are complete are
 * not accepted by that: they are given by the buyer who comes back, so that the order is theirs.
 */
export function useSignIn(form: BookingForm) {
  const open = useOpenReservation()
  const { language } = useLanguage()
  const [isSaving, setIsSaving] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const signIn = async () => {
    if (isSaving) return
    setIsSaving(true)
    setHasFailed(false)
    const { context, reservation, place } = open
    const details = toContactForm(form.getValues(), context.invoicingConfiguration, reservation.orderSummary.free)
    const saved = await sendDetails(place, details, { language, ignoreWarnings: true })
    const answer = saved.kind === 'done' ? await leaveDetailsOpen(place) : saved
    setIsSaving(false)
    if (answer.kind === 'missing') return open.reload()
    if (answer.kind === 'done' || answer.kind === 'refused') location.assign(signInForOrderAddress(place))
    else setHasFailed(true)
  }
  return { isSaving, hasFailed, signIn }
}
