import { type ReactNode, useEffect, useRef } from 'react'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './unsaved.module.css'

/** One member that differs from what is stored. */
export type UnsavedChange = {
  readonly path: string
  /** Of the member, for people. */
  readonly name: string
  /** What is stored, in a few words; empty: nothing. */
  readonly was: string
}

type UnsavedProps = {
  readonly changes: readonly UnsavedChange[]
  readonly isSending: boolean
  /** Puts one member back to what is stored. */
  readonly onPutBack: (path: string) => void
  readonly onDiscard: () => void
  readonly onSave: () => void
  /** What follows from the changes, where it is more than they say. */
  readonly note?: ReactNode
}

/**
 * Says below a form what is changed and not saved, in one sentence, with what was there. It takes a place of its own at the end
 * of the page and stays in sight while the form is read, and never covers a field. Renders nothing without changes.
 */
export function Unsaved({ changes, isSending, onPutBack, onDiscard, onSave, note }: UnsavedProps) {
  const t = useT()
  useSaveKey(changes.length > 0, onSave)
  if (changes.length === 0) return null
  const count = changes.length === 1 ? t('foyer.desk.unsaved.one') : t('foyer.desk.unsaved', changes.length)
  return (
    <section className={css.bar} aria-label={t('foyer.desk.unsaved.title')}>
      <div>
        <details className={css.what}>
          <summary>
            <b>{count}</b> <span className="soft">{changes.map(({ name }) => name).join(', ')}</span>
          </summary>
          <ul>
            {changes.map(({ path, name, was }) => (
              <li key={path}>
                <span>
                  {name}:{' '}
                  <span className="soft">{was === '' ? t('foyer.desk.was-empty') : t('foyer.desk.was', was)}</span>
                </span>
                <TextButton onClick={() => onPutBack(path)}>
                  {t('foyer.desk.put-back')}
                  <span className="unseen">: {name}</span>
                </TextButton>
              </li>
            ))}
          </ul>
          {note}
        </details>
        <div className={css.acts}>
          <Button tone="quiet" onClick={onDiscard}>
            {t('foyer.desk.discard')}
          </Button>
          <Button busy={isSending} onClick={onSave}>
            {t('foyer.desk.save')}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Ctrl+S and ⌘S save. Nothing asks on leaving: what is typed is kept until it is saved or discarded. */
function useSaveKey(isChanged: boolean, onSave: () => void): void {
  const save = useRef(onSave)
  useEffect(() => {
    save.current = onSave
  })
  useEffect(() => {
    if (!isChanged) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      save.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isChanged])
}
