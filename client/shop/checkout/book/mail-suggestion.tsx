import { useEffect, useState } from 'react'
import { useFormValues } from '#client/frame/forms/form-values.ts'
import { TextButton } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import type { BookingValues } from '../details/booking-values.ts'
import { focusSoon } from './focus-soon.ts'
import { suggestedAddress } from './suggested-address.ts'
import type { BookingForm } from './use-booking-form.ts'

/** A button that is pressed right after the field must not be moved under the finger. */
const AFTER_MS = 400

/** The fields that are asked about. */
export type MailPath = 'email' | `tickets.${string}.email`

type SuggestionProps = { readonly typed: string; readonly form: BookingForm; readonly path: MailPath }

/** What may be meant by the typed address, which one press takes; nothing where it looks right, or is another one by now. */
export function Suggestion({ typed, form, path }: SuggestionProps) {
  const t = useT()
  const [isDue, setIsDue] = useState(false)
  const present = useFormValues(form, values => addressAt(values, path))
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const address = suggestedAddress(typed.trim())
  if (!isDue || address === undefined || present !== typed) return null
  const take = () => {
    form.setValue(path, address)
    focusSoon(path)
  }
  return <TextButton onClick={take}>{t('foyer.book.did-you-mean', address)}</TextButton>
}

function addressAt({ email, tickets }: BookingValues, path: MailPath): string | undefined {
  return path === 'email' ? email : tickets[path.split('.')[1] ?? '']?.email
}
