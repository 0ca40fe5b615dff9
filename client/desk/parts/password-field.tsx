import { useState } from 'react'
import { FieldFrame, type FieldTexts, controlProps } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './password-field.module.css'

type PasswordFieldProps = FieldTexts & {
  readonly value: string
  readonly onChange: (value: string) => void
  /** A password that is being set, which the browser may propose. */
  readonly isNew?: boolean
}

/** A password, shown on request. */
export function PasswordField({ value, onChange, isNew = false, ...texts }: PasswordFieldProps) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame {...texts}>
      <div className={css.secret}>
        <input
          {...controlProps(texts)}
          type={isShown ? 'text' : 'password'}
          name={texts.id}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          onChange={event => onChange(event.target.value)}
          required
        />
        <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'foyer.desk.password.hide' : 'foyer.desk.password.show')}
          <span className="unseen">: {texts.label}</span>
        </button>
      </div>
    </FieldFrame>
  )
}
