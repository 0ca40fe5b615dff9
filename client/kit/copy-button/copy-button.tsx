import { useState } from 'react'
import { useT } from '../../language/language-context.ts'
import css from './copy-button.module.css'

type CopyButtonProps = {
  /** What is put on the clipboard. */
  readonly text: string
  /** What it is, for users of a screen reader on a page of many such buttons: "Account". */
  readonly subject: string
  /** The text that says it is done. */
  readonly done?: string
}

/** Copies a value so that the buyer need not retype it; says so on the button and aloud. */
export function CopyButton({ text, subject, done = 'foyer.copy.done' }: CopyButtonProps) {
  const t = useT()
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <>
      <button type="button" className={css.button} onClick={() => void copy()} onBlur={() => setIsCopied(false)}>
        {t(isCopied ? done : 'foyer.copy')}
        <span className="unseen">: {subject}</span>
      </button>
      <span className="unseen" role="status">
        {isCopied ? t(done) : ''}
      </span>
    </>
  )
}
