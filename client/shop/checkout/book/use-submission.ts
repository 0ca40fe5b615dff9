import { useEffect, useRef, useState } from 'react'
import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useNavigate } from '#client/routing/router.tsx'
import { explain, type Failure, httpStatusOf, type WireProblem } from '#client/frame/calls/call-result.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import type { WarningMessage } from '#contract/wrapper.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { type RefusedField, refusedFields, stillWrong } from '#client/frame/forms/refused-fields.ts'
import { controlFor } from '../../ticket/attendee/answer-values.ts'
import { EMPTY, type SortedProblems, emptyProblem, sortProblems } from '../../ticket/attendee/field-errors.ts'
import { wantsOwnDocument } from '#client/shop/payment/methods/forms.ts'
import { leaveDetailsOpen, sendDetails } from '../calls.ts'
import { type OpenReservation, reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { dropBuyer, dropDraft, keepBuyer } from '../details/booking-draft.ts'
import { type BookingValues, toContactForm } from '../details/booking-values.ts'
import { controlsOf, hidesContact, placedProblems, questionAt } from './controls.ts'
import { isCompanyNameMissing, isNeededForInvoice } from '../details/invoice-values.ts'
import type { Finish } from './finish.ts'
import type { BookingForm } from './use-booking-form.ts'

/** What the server refused, and the status of its answer. */
export type Refusal = SortedProblems & { readonly status: number }

export type Submission = {
  readonly isSending: boolean
  readonly refusal: Refusal | undefined
  /** What is wrong with the present value of a field. */
  readonly problemOf: (path: string) => WireProblem | undefined
  /** What the server wondered about; it waits for an answer. */
  readonly warnings: readonly WarningMessage[]
  readonly dropWarnings: () => void
  readonly send: (options?: { readonly ignoreWarnings: boolean }) => Promise<void>
}

/**
 * Sends the details, and keeps what came back; shows it once `prepare` has loaded what a refusal is shown with. However
 * often it is pressed, one order is on its way at a time.
 * @param finish How a free order ends here; without it the overview is next. What is not agreed to is shown together with
 * what the server refuses: details that it accepts stay open then.
 */
export function useSubmission(form: BookingForm, prepare: () => Promise<void>, finish: Finish | undefined): Submission {
  const open = useOpenReservation()
  const { language } = useLanguage()
  const accept = useAccepted(form, finish?.confirm)
  const { refusal, refuse, clear, problemOf } = useRefusal(form)
  const [isSending, setIsSending] = useState(false)
  const [warnings, setWarnings] = useState<readonly WarningMessage[]>([])
  const isUnderWay = useRef(false)

  const send = async ({ ignoreWarnings } = { ignoreWarnings: false }) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSending(true)
    setWarnings([])
    await sendOnce(ignoreWarnings)
    isUnderWay.current = false
    setIsSending(false)
  }
  const sendOnce = async (ignoreWarnings: boolean) => {
    const { context, reservation, place } = open
    const isAgreed = finish?.check() ?? true
    const details = toContactForm(form.getValues(), context.invoicingConfiguration, reservation.orderSummary.free)
    const own = problemsOf(form.getValues(), open)
    const [answer] = await Promise.all([sendDetails(place, details, { language, ignoreWarnings }), prepare()])
    if (answer.kind === 'missing') return open.reload()
    if (answer.kind !== 'done') return refuse(answer, own)
    if (!isAgreed || own.length > 0) {
      await leaveDetailsOpen(place)
      return refuse(NOTHING_REFUSED, own)
    }
    clear()
    if (!ignoreWarnings && answer.value.warnings.length > 0) setWarnings(answer.value.warnings)
    else await accept(details.email ?? '')
  }
  return { isSending, refusal, problemOf, warnings, dropWarnings: () => setWarnings([]), send }
}

/** What the page alone demands. */
function problemsOf(values: BookingValues, { context, reservation }: OpenReservation): readonly WireProblem[] {
  const isMissing = isCompanyNameMissing(values, context.invoicingConfiguration, reservation.orderSummary.free)
  return isMissing ? [{ field: 'billingAddressCompany', code: EMPTY, args: [] }] : []
}

/** The server accepts what was sent; the page knows what is missing. */
const NOTHING_REFUSED: Failure = { kind: 'refused', problems: [], value: null }

/** The server has everything: the draft has done its work, and the overview is next, or what `confirm` does. */
function useAccepted(form: BookingForm, confirm: (() => Promise<void>) | undefined): (email: string) => Promise<void> {
  const { place, context, reservation } = useOpenReservation()
  const navigate = useNavigate()
  const cache = useQueryCache()
  return async email => {
    dropDraft(tabStorage, place)
    // A buyer who is signed in has a profile for that.
    if (cache.getQueryData(['me'])) dropBuyer(tabStorage)
    else keepBuyer(tabStorage, form.getValues())
    if (confirm) return confirm()
    if (new URLSearchParams(location.search).has('subscription')) {
      const { applyBroughtPass } = await import('../pass/apply-pass.ts')
      await applyBroughtPass({ place, context }, email)
    }
    const overview = reservationAddress(place, 'overview')
    if (wantsOwnDocument(reservation, overview)) location.assign(overview)
    else navigate(overview)
  }
}

type Refused = {
  readonly refusal: Refusal
  readonly fields: readonly RefusedField[]
  /** What of it is wrong with the present form. */
  readonly problems: readonly WireProblem[]
}

function useRefusal(form: BookingForm) {
  const { reservation, context } = useOpenReservation()
  const [refused, setRefused] = useState<Refused>()
  useEffect(() => {
    const judge = (field: string, value: string) => (value === '' ? emptyAt(field, reservation) : undefined)
    const check = (values: unknown) =>
      setRefused(before => before && withProblems(before, stillWrong(before.fields, values, judge)))
    return form.subscribe(({ values }) => check(values))
  }, [form, reservation])
  const refuse = (failure: Failure, own: readonly WireProblem[] = []) => {
    const values = form.getValues()
    const isContactHidden = hidesContact(reservation)
    const controls = controlsOf(reservation, context.invoicingConfiguration, values, { isContactHidden })
    const placed = [...explain(failure), ...own].map(problem => ({
      ...problem,
      field: controlFor(problem.field, values.items),
    }))
    const refusal = { ...sortProblems(placedProblems(placed, values), controls), status: httpStatusOf(failure) }
    const fields = refusedFields(refusal.fields, values)
    setRefused({ refusal, fields, problems: fields.map(({ problem }) => problem) })
  }
  const problemOf = (path: string) => refused?.problems.find(({ field }) => field === path)
  return { refusal: refused?.refusal, refuse, clear: () => setRefused(undefined), problemOf }
}

/** The same as before where nothing has changed, so that typing alone renders nothing. */
function withProblems(before: Refused, problems: readonly WireProblem[]): Refused {
  const keyOf = (list: readonly WireProblem[]) => list.map(({ field, code }) => `${field} ${code}`).join()
  return keyOf(problems) === keyOf(before.problems) ? before : { ...before, problems }
}

function emptyAt(field: string, reservation: ReservationInfo): WireProblem | undefined {
  // It is the buyer's then.
  if (/^tickets\..*\.email$/.test(field)) return undefined
  if (isNeededForInvoice(field)) return { field, code: EMPTY, args: [] }
  return emptyProblem(field, questionAt(field, reservation))
}
