import { type ReactNode, useCallback, useRef, useState } from 'react'
import { TOAST_MS } from '#contract/limits.ts'
import { ToastContext, type ToastTone } from './toast-context.ts'
import css from './toast.module.css'

type Toast = { readonly id: number; readonly text: string; readonly tone: ToastTone }

/** Holds the toasts of everything within it, and takes each away after 2.5 seconds. */
export function Toaster({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const count = useRef(0)

  const show = useCallback((text: string, tone: ToastTone = 'plain') => {
    count.current += 1
    const id = count.current
    setToasts(shown => [...shown, { id, text, tone }])
    setTimeout(() => setToasts(shown => shown.filter(toast => toast.id !== id)), TOAST_MS)
  }, [])

  return (
    <ToastContext value={show}>
      {children}
      <div className={css.toasts}>
        <ToastList role="status" toasts={toasts.filter(({ tone }) => tone !== 'bad')} />
        <ToastList role="alert" toasts={toasts.filter(({ tone }) => tone === 'bad')} />
      </div>
    </ToastContext>
  )
}

/** Always in the page, so that screen readers know the place before anything is said there. */
function ToastList({ role, toasts }: { role: 'status' | 'alert'; toasts: readonly Toast[] }) {
  return (
    <div role={role} className={css.list}>
      {toasts.map(({ id, text, tone }) => (
        <p key={id} className={css.toast} data-tone={tone}>
          {text}
        </p>
      ))}
    </div>
  )
}
