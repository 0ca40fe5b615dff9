import { useEffect, useState } from 'react'
import { TextButton } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { suggestedAddress } from './suggested-address.ts'

/** A button that is pressed right after the field must not be moved under the finger. */
const AFTER_MS = 400

export type SuggestionProps = {
  /** With what the field was left; blank: not yet. */
  readonly typed: string
  /** What the field holds now. */
  readonly present: string | undefined
  readonly onTake: (address: string) => void
}

/** What may be meant by the typed address, which one press takes; nothing where it looks right, or is another one by now. */
export function Suggestion({ typed, present, onTake }: SuggestionProps) {
  const t = useT()
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const address = suggestedAddress(typed.trim())
  if (!isDue || address === undefined || present !== typed) return null
  return <TextButton onClick={() => onTake(address)}>{t('foyer.book.did-you-mean', address)}</TextButton>
}
