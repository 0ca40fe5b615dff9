import { useState } from 'react'
import { useDates } from '#client/language/use-dates.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { policiesOf } from '../../catalog/event-policies.ts'
import { isEvent, useOpenReservation } from '../frame/open-reservation.ts'

/** Refunds and passing on, in the same sentences as on the page of the event, where the buyer decides; passes have conditions of their own. */
export function Policies() {
  const setting = useLanguage()
  const { context } = useOpenReservation()
  const [now] = useState(Date.now)
  const dates = useDates(context.timeZone)
  if (!isEvent(context) || context.facts === undefined) return null
  const { refunds, passingOn } = policiesOf(context.facts, setting, { dates, now })
  return (
    <ul className="soft small">
      {[...refunds, passingOn].map(sentence => (
        <li key={sentence} dir="auto">
          {sentence}
        </li>
      ))}
    </ul>
  )
}
