import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { QueryResult } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { DeskIcon } from './desk-icon.tsx'
import { Loaded } from './loaded.tsx'
import css from './filters.module.css'

/** The search and the filters of a list, side by side. */
export function Seek({ children }: { readonly children: ReactNode }) {
  return <search className={css.seek}>{children}</search>
}

type SearchFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const AS_TYPED_MS = 250

/** Waits until nothing more is typed. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onChange(typed.trim()), AS_TYPED_MS)
    return () => clearTimeout(timer)
  })
  return (
    <label className={css.search}>
      <DeskIcon name="search" />
      <span className="unseen">{label}</span>
      <input
        type="search"
        placeholder={label}
        value={typed}
        dir="auto"
        onChange={event => setTyped(event.target.value)}
      />
    </label>
  )
}

/** Choices of which one counts. */
export function Pills({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={css.pills} role="group" aria-label={label}>
      {children}
    </div>
  )
}

type PillProps = { readonly isOn: boolean; readonly onClick: () => void; readonly children: ReactNode }

export function Pill({ isOn, onClick, children }: PillProps) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  )
}

type EndProps = {
  readonly query: QueryResult<unknown>
  /** Null: nothing more, or not read yet. */
  readonly next: string | null
  readonly onMore: (next: string) => void
}

/** The end of a list: reads on when it comes into view, or is pressed. */
export function EndOfList({ query, next, onMore }: EndProps) {
  const t = useT()
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = end.current
    if (!element || next === null) return
    const watcher = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) onMore(next)
      },
      { rootMargin: '600px' },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [next, onMore])
  if (query.isError) return <Loaded query={query}>{() => null}</Loaded>
  if (query.data !== undefined && next === null) return null
  return (
    <div className={css.more} ref={end}>
      <Button tone="quiet" busy={next === null} onClick={() => next !== null && onMore(next)}>
        {t('foyer.desk.more')}
      </Button>
    </div>
  )
}
