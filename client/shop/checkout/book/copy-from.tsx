import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { TextButton } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { isComplete, nameOf, type Person, PERSON_PARTS } from '../details/booking-values.ts'
import type { BookingForm } from './use-booking-form.ts'
import css from './book.module.css'

type CopyFromProps = { readonly ticketId: string; readonly title: string; readonly form: BookingForm }

/** Spares typing: the details of the buyer, or of another ticket, for this one. */
export function CopyFrom({ ticketId, title, form }: CopyFromProps) {
  const t = useT()
  const toast = useToast()
  const [isChoosing, setIsChoosing] = useState(false)
  const listId = useId()
  const others = useOtherAttendees(ticketId, form)
  const copy = (person: Person) => {
    for (const part of PERSON_PARTS) form.setValue(`tickets.${ticketId}.${part}`, person[part])
    setIsChoosing(false)
    toast(t('foyer.book.copied', title))
  }
  return (
    <div className={css.copy}>
      <TextButton onClick={() => copy(form.getValues())}>
        {t('foyer.book.same-as-above')}
        <span className="unseen">: {title}</span>
      </TextButton>
      {others.length > 0 && (
        <TextButton aria-expanded={isChoosing} aria-controls={listId} onClick={() => setIsChoosing(!isChoosing)}>
          {t('foyer.details.copy-from-ticket')}
          <span className="unseen">: {title}</span>
        </TextButton>
      )}
      <ul id={listId} hidden={!isChoosing} className={css.others}>
        {others.map(other => (
          <li key={`${nameOf(other)} ${other.email}`}>
            <TextButton onClick={() => copy(other)}>{nameOf(other)}</TextButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Everybody already named on another ticket, once. */
function useOtherAttendees(ticketId: string, form: BookingForm): Person[] {
  const tickets = useWatch({ control: form.control, name: 'tickets' })
  const others = Object.entries(tickets).filter(([id, attendee]) => id !== ticketId && isComplete(attendee))
  return [...new Map(others.map(([, attendee]) => [`${nameOf(attendee)} ${attendee.email}`, attendee])).values()]
}
