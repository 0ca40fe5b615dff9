import { type MouseEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import css from './error-summary.module.css'

export type SummaryEntry = {
  readonly text: string
  /** Which field this is about: "Conference, ticket 2: E-mail". */
  readonly subject?: string
  /** The id of the control to go to; without one the whole form is meant. */
  readonly target?: string
}

type ErrorSummaryProps = {
  readonly title: string
  readonly entries: readonly SummaryEntry[]
  /** What the focus follows: whenever it is another value, the summary takes the focus. By default each other list. */
  readonly occasion?: unknown
  /** Of the HTTP answer that refused, for who listens from outside. */
  readonly status?: number | undefined
  /** Called before the focus moves, so that a folded part can be opened. */
  readonly onReveal?: (target: string) => void
}

/**
 * What has to be mended, at the top of the form. Takes the focus with each refusal, so that everybody meets it before
 * the fields; each entry leads to its field. Renders nothing without entries.
 */
export function ErrorSummary({ title, entries, occasion = entries, status, onReveal }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const listId = useId()
  // A change of the words alone, of the language for one, is no new occasion.
  const focusSummary = useEffectEvent(() => {
    if (entries.length === 0) return
    summary.current?.focus()
    problemsShown(
      entries.map(({ text }) => text),
      status,
    )
  })
  useEffect(() => focusSummary(), [occasion])
  if (entries.length === 0) return null
  return (
    <div
      className={css.summary}
      ref={summary}
      tabIndex={-1}
      role="group"
      aria-labelledby={titleId}
      aria-describedby={listId}
    >
      <h2 id={titleId}>{title}</h2>
      <ul id={listId}>
        {entries.map(entry => (
          <li key={`${entry.target ?? ''} ${entry.text}`}>
            <Entry entry={entry} onReveal={onReveal} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Entry({ entry, onReveal }: { entry: SummaryEntry; onReveal: ErrorSummaryProps['onReveal'] }) {
  const { target, subject, text } = entry
  const words = (
    <>
      {subject && (
        <span className={css.subject}>
          <bdi>{subject}</bdi>:{' '}
        </span>
      )}
      {text}
    </>
  )
  if (target === undefined) return words
  const go = (event: MouseEvent) => {
    event.preventDefault()
    onReveal?.(target)
    requestAnimationFrame(() => focusControl(target))
  }
  return (
    <a href={`#${target}`} onClick={go}>
      {words}
    </a>
  )
}

/** Focuses a control and brings its label, not only its box, into view. */
function focusControl(id: string): void {
  const control = document.getElementById(id)
  control?.focus({ preventScroll: true })
  control?.parentElement?.scrollIntoView({ block: 'center' })
}

/** `status`: of the HTTP answer that they are about; undefined where the page has found them itself. */
type Listener = (texts: readonly string[], status: number | undefined) => void

const listeners = new Set<Listener>()

/** Calls `listener` with the words of each error summary that is shown to visitors. Returns how to stop. */
export function onProblemsShown(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function problemsShown(texts: readonly string[], status: number | undefined): void {
  for (const listener of listeners) listener(texts, status)
}
