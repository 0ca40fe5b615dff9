import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { FieldError } from '#client/kit/field/field.tsx'
import { useDropped } from './use-dropped.ts'
import css from './file-zone.module.css'

type FileZoneProps = {
  /** On the button. */
  readonly choose: string
  /** Which files, and how large. */
  readonly hint: string
  readonly accept?: string
  /** The one that was chosen before. */
  readonly file: File | undefined
  readonly isSending: boolean
  /** Why it was refused. */
  readonly error: string | undefined
  readonly onChoose: (file: File) => void
  /** Below the button. */
  readonly children?: ReactNode
}

/** Where a file is dropped, or chosen by a button; the same one can be chosen again. */
export function FileZone({ choose, hint, accept, file, isSending, error, onChoose, children }: FileZoneProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const take = (chosen: File | undefined) => {
    if (chosen) onChoose(chosen)
  }
  const zone = useDropped(take)
  return (
    <section ref={zone} className={css.zone} aria-label={choose}>
      <p>{hint}</p>
      <FieldError id={id} error={error} />
      <div className={css.acts}>
        <Button tone={file ? 'quiet' : 'main'} busy={isSending} onClick={() => input.current?.click()}>
          {choose}
        </Button>
        {file && <bdi className="soft">{file.name}</bdi>}
      </div>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        accept={accept}
        aria-label={choose}
        onChange={({ target }) => {
          take(target.files?.[0])
          target.value = ''
        }}
      />
      {children}
    </section>
  )
}
