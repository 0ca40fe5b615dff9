import { type ReactNode, createContext, use, useCallback, useRef, useState } from 'react'
import { TOAST_MS } from '#contract/limits.ts'
import css from './notice.module.css'

type NoticeTone = 'plain' | 'good' | 'warn' | 'bad'

type NoticeProps = {
  readonly children: ReactNode
  readonly tone?: NoticeTone
  /** What can be done about it, at the end of the line. */
  readonly action?: ReactNode
}

/** A remark within a page. It is read in its place; what must interrupt is a toast or an error summary. */
export function Notice({ children, tone = 'plain', action }: NoticeProps) {
  return (
    <div className={css.notice} data-tone={tone}>
      <div>{children}</div>
      {action === undefined ? null : <div className={css.action}>{action}</div>}
    </div>
  )
}

/** Fills a page that has nothing to show: what is so, and what to do next. */
export function Blank({ title, children, action }: { title: ReactNode; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.blank}>
      {title}
      {children === undefined ? null : <div className={css.why}>{children}</div>}
      {action === undefined ? null : <div className={css.next}>{action}</div>}
    </div>
  )
}

type ToastTone = 'plain' | 'good' | 'bad'

/** Shows a short remark for a moment. `bad` interrupts a screen reader, the others wait their turn. */
type ShowToast = (text: string, tone?: ToastTone) => void

const ToastContext = createContext<ShowToast>(() => {})

/** `const toast = useToast()`, then `toast(t('email.ticket-email-sent'), 'good')`. */
export function useToast(): ShowToast {
  return use(ToastContext)
}

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
