import { Suspense, lazy } from 'react'
import type { Suggestion as ShownSuggestion, SuggestionProps } from './suggestion.tsx'

/** Knows the usual domains; fetched once an address was typed. */
const Suggestion = lazy(async () => ({
  default: (await import('./suggestion.tsx').catch(() => NOTHING)).Suggestion,
}))
const NOTHING: { readonly Suggestion: typeof ShownSuggestion } = { Suggestion: () => null }

/** Below a field that was left: another address that may be meant. Nothing is refused. */
export function MailQuestion(props: SuggestionProps) {
  const { typed } = props
  return (
    <div role="status">
      <Suspense>{typed && <Suggestion key={typed} {...props} />}</Suspense>
    </div>
  )
}
