import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { explain, type Failure, httpStatusOf, type WireProblem } from '#client/api/answer.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { WarningMessage } from '#contract/wrapper.ts'
import { tabStorage } from '../../../tab-storage.ts'
import { controlFor } from '../../attendee/answer-values.ts'
import { sendDetails } from '../calls.ts'
import { reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { dropDraft } from './booking-draft.ts'
import { toContactForm } from './booking-values.ts'
import { hidesContact } from './hides-contact.ts'
import { controlsOf } from './controls.ts'
import { sortProblems, type SortedProblems } from '../../attendee/field-errors.ts'
import type { BookingForm } from './use-booking-form.ts'

/** What the server refused, and the status of its answer. */
export type Refusal = SortedProblems & { readonly status: number }

export type Submission = {
  readonly isSending: boolean
  readonly refusal: Refusal | undefined
  /** What is wrong with a field, unless it was changed since. */
  readonly problemOf: (path: string) => WireProblem | undefined
  /** What the server wondered about; it waits for an answer. */
  readonly warnings: readonly WarningMessage[]
  readonly dropWarnings: () => void
  readonly send: (options?: { readonly ignoreWarnings: boolean }) => Promise<void>
}

/** Sends the details, and knows what came back; tells it once `prepare` has loaded what a refusal is shown with. */
export function useSubmission(form: BookingForm, prepare: () => Promise<void>): Submission {
  const open = useOpenReservation()
  const { language } = useLanguage()
  const accept = useAccepted()
  const { refusal, refuse, forget, problemOf } = useRefusal(form)
  const [isSending, setIsSending] = useState(false)
  const [warnings, setWarnings] = useState<readonly WarningMessage[]>([])
  const isUnderWay = useRef(false)

  const send = async ({ ignoreWarnings } = { ignoreWarnings: false }) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSending(true)
    setWarnings([])
    const { event, reservation, place } = open
    const details = toContactForm(form.getValues(), event.invoicingConfiguration, reservation.orderSummary.free)
    const [answer] = await Promise.all([sendDetails(place, details, { language, ignoreWarnings }), prepare()])
    isUnderWay.current = false
    setIsSending(false)
    if (answer.kind === 'missing') return open.reload()
    if (answer.kind !== 'done') return refuse(answer)
    forget()
    if (!ignoreWarnings && answer.value.warnings.length > 0) setWarnings(answer.value.warnings)
    else await accept()
  }
  return { isSending, refusal, problemOf, warnings, dropWarnings: () => setWarnings([]), send }
}

/** The server has everything: the draft has done its work, and the overview is next. */
function useAccepted(): () => Promise<void> {
  const { place } = useOpenReservation()
  const navigate = useNavigate()
  return async () => {
    dropDraft(tabStorage, place)
    await navigate(reservationAddress(place, 'overview'))
  }
}

function useRefusal(form: BookingForm) {
  const open = useOpenReservation()
  const [refusal, setRefusal] = useState<Refusal>()
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set())
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name !== undefined) setMended(known => (known.has(name) ? known : new Set(known).add(name)))
        },
      }),
    [form],
  )
  const refuse = (failure: Failure) => {
    const values = form.getValues()
    const { reservation, event } = open
    const isContactHidden = hidesContact(reservation)
    const controls = controlsOf(reservation, event.invoicingConfiguration, values, { isContactHidden })
    const placed = explain(failure).map(problem => ({ ...problem, field: controlFor(problem.field, values.items) }))
    setMended(new Set())
    setRefusal({ ...sortProblems(placed, controls), status: httpStatusOf(failure) })
  }
  const problemOf = (path: string) =>
    mended.has(path) ? undefined : refusal?.fields.find(problem => problem.field === path)
  return { refusal, refuse, forget: () => setRefusal(undefined), problemOf }
}
