import type { DateParts } from '../../language/dates.ts'
import css from './day.module.css'

type DayProps = { readonly parts: DateParts; readonly size?: 'large' | 'small' }

/** A calendar leaf: the date you can point at. The full date is in words beside it, so it is drawn only. */
export function Day({ parts: { weekday, day, month }, size = 'large' }: DayProps) {
  return (
    <span className={css.day} data-size={size} aria-hidden="true" suppressHydrationWarning>
      <span className={css.month} suppressHydrationWarning>
        {month}
      </span>
      <b suppressHydrationWarning>{day}</b>
      <span suppressHydrationWarning>{weekday}</span>
    </span>
  )
}
