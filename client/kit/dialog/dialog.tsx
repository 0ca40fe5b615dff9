import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { ButtonRow } from '../button/button.tsx'
import css from './dialog.module.css'

type DialogProps = {
  readonly isOpen: boolean
  readonly title: string
  readonly children: ReactNode
  /** The buttons, the safe one first, for the browser focuses the first. */
  readonly actions: ReactNode
  /** Called on Escape. Without it the dialog is static: only its buttons lead out. */
  readonly onDismiss?: () => void
  /** Not modal: what others put beside the dialog stays within reach. */
  readonly isModal?: boolean
  /** Room for a picture. */
  readonly isWide?: boolean
}

/** A question that must be answered before anything else. The platform's own dialog keeps the focus inside. */
export function Dialog({ isOpen, title, children, actions, onDismiss, isModal = true, isWide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed while it is still in the document: then the browser returns the focus to where it was before.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !isOpen) return
    if (isModal) element.showModal()
    else element.show()
    return () => element.close()
  }, [isOpen, isModal])
  // The browser closes a dialog on the second Escape in a row, whatever the cancel event says: stop the key itself.
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onDismiss?.()
  }
  return (
    <dialog
      className={css.dialog}
      ref={dialog}
      data-modeless={!isModal || undefined}
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      onKeyDown={onEscape}
      onCancel={event => event.preventDefault()}
    >
      {isOpen && (
        <>
          <h2 id={titleId}>{title}</h2>
          <div className={css.text}>{children}</div>
          <ButtonRow>{actions}</ButtonRow>
        </>
      )}
    </dialog>
  )
}
