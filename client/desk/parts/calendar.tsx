import 'cally'
import { useEffect, useRef } from 'react'
import { useLanguage } from '#client/language/language-context.ts'
import css from './date-time-field.module.css'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'calendar-date': React.DOMAttributes<HTMLElement> & {
        ref?: React.Ref<CalendarElement>
        value: string
        locale: string
        'first-day-of-week': number
        'aria-label': string
      }
      'calendar-month': React.DOMAttributes<HTMLElement>
    }
  }
}

type CalendarElement = HTMLElement & { value: string; focus(options?: object): void }

type CalendarProps = {
  readonly label: string
  /** "2027-05-15", or empty. */
  readonly value: string
  readonly onPick: (date: string) => void
  readonly onClose: () => void
}

/** A month to pick a day from, by arrow keys too; Escape and a press elsewhere close it. Drawn by cally (decision 97). */
export function Calendar({ label, value, onPick, onClose }: CalendarProps) {
  const { language } = useLanguage()
  const sheet = useRef<HTMLDivElement>(null)
  const calendar = useRef<CalendarElement>(null)
  useEffect(() => {
    const element = calendar.current
    if (!element) return
    element.focus()
    const onChange = () => onPick(element.value)
    const onPress = ({ target }: MouseEvent) => {
      if (target instanceof Node && !sheet.current?.parentElement?.contains(target)) onClose()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      onClose()
      sheet.current?.parentElement?.querySelector('button')?.focus()
    }
    const surroundings = sheet.current
    element.addEventListener('change', onChange)
    surroundings?.addEventListener('keydown', onKey)
    addEventListener('pointerdown', onPress)
    return () => {
      element.removeEventListener('change', onChange)
      surroundings?.removeEventListener('keydown', onKey)
      removeEventListener('pointerdown', onPress)
    }
  }, [onPick, onClose])
  return (
    <div ref={sheet} className={css.sheet}>
      <calendar-date
        ref={calendar}
        value={value}
        locale={language === 'en' ? 'en-GB' : language}
        first-day-of-week={1}
        aria-label={label}
      >
        <calendar-month />
      </calendar-date>
    </div>
  )
}
