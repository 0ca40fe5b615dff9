import { type ReactNode, useRef } from 'react'
import { useT } from '#client/language/language-context.ts'
import { DeskIcon } from './desk-icon.tsx'
import { useClosing } from './use-closing.ts'
import css from './more.module.css'

/**
 * Buttons and links that are seldom pressed, under each other behind one button. A dialog that one of them opens is no child of it:
 * it closes with each press.
 */
export function More({ children }: { readonly children: ReactNode }) {
  const t = useT()
  const menu = useRef<HTMLDetailsElement>(null)
  useClosing(menu)
  const close = () => {
    if (!menu.current) return
    menu.current.open = false
    // Where the keyboard goes on once the dialog is closed.
    menu.current.querySelector('summary')?.focus()
  }
  return (
    <details className={css.more} ref={menu}>
      <summary className={css.opener}>
        {t('foyer.desk.more-acts')}
        <DeskIcon name="down" size="1rem" />
      </summary>
      {/* The buttons in it are pressed; what they do to the menu comes after. */}
      <div className={css.sheet} role="presentation" onClick={close}>
        {children}
      </div>
    </details>
  )
}
