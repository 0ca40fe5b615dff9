import type { ReactNode } from 'react'
import type { DateParts } from '#domain/foundation/language/dates.ts'
import css from './mark.module.css'

/** Drawn with strokes on 24 by 24. */
const SHAPES = {
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.5V12l3 2',
  place: 'M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11Zm0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  online: 'M4 5h16v11H4zM2.5 20h19M9 20l.5-4M15 20l-.5-4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9c1.5-4 4.5-6 8-6s6.5 2 8 6',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c2.5 2.4 3.8 5.4 3.8 9s-1.3 6.6-3.8 9c-2.5-2.4-3.8-5.4-3.8-9S9.5 5.4 12 3Z',
  calendar: 'M4 6h16v14H4zM4 10.500h16M8 3v5M16 3v5',
  out: 'M9 6H5v13h13v-4M13 5h6v6M19 5l-9 9',
  close: 'M6 6l12 12M18 6 6 18',
  again: 'M20 11a8 8 0 1 0-2.3 6.300M20 4.500V11h-6.5',
  alert: 'M12 4 2.5 20h19L12 4Zm0 6v4.500m0 2.600v.1',
  check: 'M5 12.5 10 17.5 19.5 7',
  ticket: 'M3 7h18v3.500a1.5 1.5 0 0 0 0 3V17H3v-3.500a1.5 1.5 0 0 0 0-3V7Zm11 .5v9',
  card: 'M3 6h18v12H3zM3 10h18M6.5 14.500h4',
  bank: 'M3 9.500 12 4l9 5.500H3ZM5.500 10v7M10 10v7M14 10v7M18.500 10v7M3 20h18',
  wallet: 'M4 7h15v12H4zM4 7l11-3v3M15 13h4',
} as const

export type IconName = keyof typeof SHAPES

/** A small drawing beside a word; it says nothing by itself. */
export function Icon({ name, size = '1.25rem' }: { name: IconName; size?: string }) {
  return (
    <svg
      className={css.icon}
      style={{ inlineSize: size, blockSize: size }}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={SHAPES[name]} />
    </svg>
  )
}

type BadgeTone = 'plain' | 'warn' | 'good' | 'accent'

/** A word or two about the state of something. */
export function Badge({ children, tone = 'plain' }: { children: ReactNode; tone?: BadgeTone }) {
  return (
    <span className={css.badge} data-tone={tone}>
      {children}
    </span>
  )
}

type DayProps = { readonly parts: DateParts; readonly size?: 'large' | 'small' }

/** A calendar leaf: the date you can point at. The full date is in words beside it, so it is drawn only. */
export function Day({ parts: { weekday, day, month }, size = 'large' }: DayProps) {
  return (
    <span
      className={css.day}
      data-size={size}
      data-several={day.includes('–') || undefined}
      aria-hidden="true"
      suppressHydrationWarning
    >
      <span className={css.month} suppressHydrationWarning>
        {month}
      </span>
      <b suppressHydrationWarning>{day}</b>
      <span suppressHydrationWarning>{weekday}</span>
    </span>
  )
}
