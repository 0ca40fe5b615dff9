import { type ReactNode, useRef } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { FieldFrame, type FieldTexts, controlProps } from '#client/kit/field/field.tsx'
import css from './file-field.module.css'

type FileFieldProps = FieldTexts & {
  /** On the button: the browser's own speaks the language of the browser. */
  readonly choose: string
  readonly accept: string
  readonly onChoose: (file: File) => void
  /** What was chosen, before the button. */
  readonly chosen?: ReactNode
  /** After the button. */
  readonly children?: ReactNode
}

/** A file, chosen by a button in the language of the page; the same one can be chosen again. */
export function FileField({ choose, accept, onChoose, chosen, children, ...texts }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <FieldFrame {...texts}>
      <div className={css.line}>
        {chosen}
        <Button tone="quiet" onClick={() => input.current?.click()}>
          {choose}
          <span className="unseen">: {texts.label}</span>
        </Button>
        {children}
      </div>
      <input
        {...controlProps(texts)}
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          target.value = ''
        }}
      />
    </FieldFrame>
  )
}
