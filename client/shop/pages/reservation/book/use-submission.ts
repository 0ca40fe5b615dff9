import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { explain, type WireProblem } from '#client/api/answer.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { WarningMessage } from '#contract/wrapper.ts'
import { tabStorage } from '../../../tab-storage.ts'
import { sendDetails } from '../calls.ts'
import { reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { dropDraft } from './booking-draft.ts'
import { toContactForm } from './booking-values.ts'
import { controlFor, controlsOf } from './controls.ts'
import { sortProblems, type SortedProblems } from './field-errors.ts'
import type { BookingForm } from './use-booking-form.ts'

export type Submission = {
  readonly isSending: boolean
  readonly refusal: SortedProblems | undefined
  /** What is wrong with a field, unless it was changed since. */
  readonly problemOf: (path: string) => WireProblem | undefined
  /** The first thing the server wondered about; it waits for an answer. */
  readonly warning: WarningMessage | undefined
  readonly dropWarning: () => void
  readonly send: (options?: { readonly ignoreWarnings: boolean }) => Promise<void>
}

/** Sends the details, and knows what came back. */
export function useSubmission(form: BookingForm): Submission {
  const open = useOpenReservation()
  const { language } = useLanguage()
  const accept = useAccepted()
  const { refusal, refuse, forget, problemOf } = useRefusal(form)
  const [isSending, setIsSending] = useState(false)
  const [warning, setWarning] = useState<WarningMessage>()
  const isUnderWay = useRef(false)

  const send = async ({ ignoreWarnings } = { ignoreWarnings: false }) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSending(true)
    setWarning(undefined)
    const { event, reservation, place } = open
    const details = toContactForm(form.getValues(), event.invoicingConfiguration, reservation.orderSummary.free)
    const answer = await sendDetails(place, details, { language, ignoreWarnings })
    isUnderWay.current = false
    setIsSending(false)
    if (answer.kind === 'missing') return open.reload()
    if (answer.kind !== 'done') return refuse(explain(answer))
    forget()
    const [first] = ignoreWarnings ? [] : answer.value.warnings
    if (first) setWarning(first)
    else await accept()
  }
  return { isSending, refusal, problemOf, warning, dropWarning: () => setWarning(undefined), send }
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
  const [refusal, setRefusal] = useState<SortedProblems>()
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
  const refuse = (problems: readonly WireProblem[]) => {
    const values = form.getValues()
    const controls = controlsOf(open.reservation, open.event.invoicingConfiguration, values)
    const placed = problems.map(problem => ({ ...problem, field: controlFor(problem.field, values) }))
    setMended(new Set())
    setRefusal(sortProblems(placed, controls))
  }
  const problemOf = (path: string) =>
    mended.has(path) ? undefined : refusal?.fields.find(problem => problem.field === path)
  return { refusal, refuse, forget: () => setRefusal(undefined), problemOf }
}
