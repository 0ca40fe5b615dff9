import { useState } from 'react'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { TextButton } from '#client/kit/button/button.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { dropLeftover, keepDraft, leftoverFor } from '../details/booking-draft.ts'
import { isBlank, storedValues, ticketsOf } from '../details/booking-values.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import type { BookingForm } from './use-booking-form.ts'
import css from './book.module.css'

/** Offers what was typed for an earlier reservation of this event, as long as nothing is typed for this one. */
export function EarlierDetails({ form }: { readonly form: BookingForm }) {
  const open = useOpenReservation()
  const { t, language } = useLanguage()
  const toast = useToast()
  const ids = ticketsOf(open).map(ticket => ticket.uuid)
  const [earlier, setEarlier] = useState(() =>
    isBlank(form.getValues()) ? leftoverFor(tabStorage, open.place, storedValues(open, language), ids) : undefined,
  )
  if (!earlier) return null
  const use = () => {
    form.reset(earlier)
    keepDraft(tabStorage, open.place, earlier, ids)
    setEarlier(undefined)
    toast(t('foyer.book.earlier.used'), 'good')
  }
  const drop = () => {
    dropLeftover(tabStorage, open.place)
    setEarlier(undefined)
  }
  const answers = (
    <span className={css.copy}>
      <TextButton onClick={use}>{t('foyer.book.earlier.use')}</TextButton>
      <TextButton onClick={drop}>{t('foyer.book.earlier.drop')}</TextButton>
    </span>
  )
  return <Notice action={answers}>{t('foyer.book.earlier')}</Notice>
}
