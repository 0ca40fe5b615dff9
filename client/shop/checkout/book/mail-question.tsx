import { type ReactNode, useState } from 'react'
import { useFormValues } from '#client/frame/forms/form-values.ts'
import { MailQuestion } from '../../shell/mail-question/mail-question.tsx'
import type { BookingValues } from '../details/booking-values.ts'
import { focusSoon } from './focus-soon.ts'
import type { BookingForm } from './use-booking-form.ts'

/** The fields that are asked about. */
type MailPath = 'email' | 'owner.email' | `tickets.${string}.email`

type Asking = {
  /** For the field: the buyer has left it. */
  readonly onBlur: (event: { readonly target: { readonly value: string } }) => void
  /** Below the field: another address that may be meant. Nothing is refused. */
  readonly question: ReactNode
}

/** Asks about an address that looks mistyped once its field was left. */
export function useBookingMailQuestion(form: BookingForm, path: MailPath): Asking {
  const [left, setLeft] = useState('')
  return {
    onBlur: ({ target }) => {
      form.touch(path)
      setLeft(target.value)
    },
    question: <OfField typed={left} form={form} path={path} />,
  }
}

type OfFieldProps = { readonly typed: string; readonly form: BookingForm; readonly path: MailPath }

function OfField({ typed, form, path }: OfFieldProps) {
  const present = useFormValues(form, values => addressAt(values, path))
  const take = (address: string) => {
    form.setValue(path, address)
    focusSoon(path)
  }
  return <MailQuestion typed={typed} present={present} onTake={take} />
}

function addressAt({ email, owner, tickets }: BookingValues, path: MailPath): string | undefined {
  if (path === 'email') return email
  return path === 'owner.email' ? owner?.email : tickets[path.split('.')[1] ?? '']?.email
}
