import { createContext, use } from 'react'

export type ToastTone = 'plain' | 'good' | 'bad'

/** Shows a short remark for a moment. `bad` interrupts a screen reader, the others wait their turn. */
export type ShowToast = (text: string, tone?: ToastTone) => void

export const ToastContext = createContext<ShowToast>(() => {})

/** `const toast = useToast()`, then `toast(t('email.ticket-email-sent'), 'good')`. */
export function useToast(): ShowToast {
  return use(ToastContext)
}
