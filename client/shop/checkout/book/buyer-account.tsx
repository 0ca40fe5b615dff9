import { Notice } from '#client/kit/notice/notice.tsx'
import { TextButton } from '#client/kit/button/button.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { signInForOrderAddress, useMe } from '#client/shop/access/sign-in.tsx'
import type { User } from '#contract/user.ts'
import type { BookingForm } from './use-booking-form.ts'
import { useEffect, useState } from 'react'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { questionsOf } from '../../ticket/attendee/answer-values.ts'
import { keepDraft } from '../details/booking-draft.ts'
import { prefilled } from '../details/prefill.ts'
import { ticketsOf, toContactForm } from '../details/booking-values.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { leaveDetailsOpen, sendDetails } from '../calls.ts'

/** Who orders; or, for a buyer who is not signed in, the way to sign in; an account is optional. */
export function BuyerAccount({ form }: { readonly form: BookingForm }) {
  const me = useMe()
  usePrefill(form, me)
  if (me === undefined) return null
  return me ? <SignedIn me={me} /> : <Suggestion form={form} />
}

function SignedIn({ me: { firstName, lastName, emailAddress } }: { readonly me: User }) {
  const t = useT()
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return <p>{t('foyer.account.signed-in', name || emailAddress)}</p>
}

function Suggestion({ form }: { readonly form: BookingForm }) {
  const t = useT()
  const { isSaving, hasFailed, signIn } = useSignIn(form)
  return (
    <>
      <p>
        {t('reservation-page.login.message')}{' '}
        <TextButton busy={isSaving} onClick={() => void signIn()}>
          {t('user.menu.login')}
        </TextButton>
      </p>
      <div role="alert">{hasFailed && <Notice tone="bad">{t('reservation-page.cannot-login.error')}</Notice>}</div>
    </>
  )
}

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
      form.isTouched,
    )
    form.reset(values)
    const ids = tickets.map(({ uuid }) => uuid)
    keepDraft(tabStorage, open.place, values, ids)
  }, [form, me, open])
}

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
