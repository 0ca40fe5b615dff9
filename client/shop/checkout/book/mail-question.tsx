import { type ReactNode, Suspense, lazy, useState } from 'react'
import type { MailPath, Suggestion as ShownSuggestion } from './mail-suggestion.tsx'
import type { BookingForm } from './use-booking-form.ts'

/** Knows the usual domains; fetched once an address was typed. */
const Suggestion = lazy(async () => ({
  default: (await import('./mail-suggestion.tsx').catch(() => NOTHING)).Suggestion,
}))
const NOTHING: { readonly Suggestion: typeof ShownSuggestion } = { Suggestion: () => null }

type Asking = {
  /** For the field: the buyer has left it. */
  readonly onBlur: (event: { readonly target: { readonly value: string } }) => void
  /** Below the field: another address that may be meant. Nothing is refused. */
  readonly question: ReactNode
}

/** Asks about an address that looks mistyped once its field was left. */
export function useMailQuestion(form: BookingForm, path: MailPath): Asking {
  const [left, setLeft] = useState('')
  return {
    onBlur: ({ target }) => {
      form.touch(path)
      setLeft(target.value)
    },
    question: (
      <div role="status">
        <Suspense>{left && <Suggestion key={left} typed={left} form={form} path={path} />}</Suspense>
      </div>
    ),
  }
}
