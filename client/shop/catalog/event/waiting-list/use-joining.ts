import { useEffect, useState } from 'react'
import { type TabStorage, tabStorage } from '#client/frame/storage/browser-storage.ts'
import { type CallResult, type Failure, type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { type Refusal, refusedFields, stillWrong } from '#client/frame/forms/refused-fields.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useKeepPlace } from './use-place.ts'
import type { JoinedList, WaitingTogetherForm } from '#contract/waiting-list.ts'
import { lastPerson } from '../../../shell/last-buyer.ts'
import { joinWaitingListPath } from '#contract/waiting-list-paths.ts'
import { server } from '#client/frame/calls/server.ts'

export type Joining = {
  readonly values: WaitingValues
  change(part: Partial<WaitingValues>): void
  readonly state: 'open' | 'sending' | 'joined'
  /** What is wrong with the present values of its fields. */
  readonly problems: readonly WireProblem[]
  readonly refusal: Refusal | undefined
  join(): Promise<void>
}

type JoiningProps = {
  readonly shortName: string
  readonly needsTerms: boolean
  readonly needsPrivacy: boolean
}

const NOT_JOINED: WireProblem = { field: '', code: 'show-event.sold-out.subscription-error', args: [] }

/** The form of the waiting list: what is typed stays, whatever becomes of it. */
export function useJoining({ shortName, needsTerms, needsPrivacy }: JoiningProps): Joining {
  const { language } = useLanguage()
  const keepPlace = useKeepPlace(shortName)
  const [values, setValues] = useState(() => blankValues(language, needsTerms))
  const [hasChosenLanguage, setChosenLanguage] = useState(false)
  const [state, setState] = useState<Joining['state']>('open')
  const [refusal, setRefusal] = useState<Refusal>()

  // After hydration only: the server can't know it.
  useEffect(() => setValues(blank => draftOf(tabStorage, shortName, blank)), [shortName])

  const shown = hasChosenLanguage ? values : { ...values, language }
  const change = (part: Partial<WaitingValues>) => {
    const changed = { ...shown, ...part }
    if (part.language !== undefined) setChosenLanguage(true)
    keepDraft(tabStorage, shortName, changed)
    setValues(changed)
  }
  const refuse = (found: readonly WireProblem[]) => {
    setState('open')
    const fields = refusedFields(
      found.filter(({ field }) => isControl(field)),
      formOf(shown, needsPrivacy),
    )
    setRefusal({ fields, global: found.filter(({ field }) => !isControl(field)) })
  }
  async function join() {
    const missing = missingParts(shown, needsPrivacy)
    if (missing.length > 0) return refuse(missing)
    setState('sending')
    const answer = await subscribeToWaitingList(shortName, formOf(shown, needsPrivacy))
    if (answer.kind !== 'done') return refuse(reasonsOf(answer))
    if (!answer.value?.isOn) return refuse([NOT_JOINED])
    dropDraft(tabStorage, shortName)
    if (answer.value.key !== null) keepPlace(answer.value.key)
    setState('joined')
  }
  // A name or a tick that is taken away again is missing again.
  const isMissing = (field: string) => missingParts(shown, needsPrivacy).find(missing => missing.field === field)
  const problems = stillWrong(refusal?.fields ?? [], formOf(shown, needsPrivacy), isMissing)
  return { values: shown, change, state, problems, refusal, join }
}

/** A failed network and too many requests have texts of their own; all else is the list's own failure. */
function reasonsOf(failure: Failure): readonly WireProblem[] {
  const isOther = failure.kind === 'failed' || failure.kind === 'missing'
  return isOther ? [NOT_JOINED] : explain(failure)
}

/** The form as it is filled in. `category` is an id as text; empty: any. */
type WaitingValues = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly category: string
  /** A whole number as text, from 1. */
  readonly quantity: string
  readonly orFewer: boolean
  readonly language: string
  readonly terms: boolean
  readonly privacy: boolean
}

/** `needsTerms` is false where neither the event nor the shop has terms to agree to. */
export const blankValues = (language: string, needsTerms = true): WaitingValues => ({
  firstName: '',
  lastName: '',
  email: '',
  category: '',
  quantity: '1',
  orFewer: true,
  language,
  terms: !needsTerms,
  privacy: false,
})

/** Controls under the names that the wire has for them, and what each is called. */
export const LABELS = {
  firstName: 'common.first-name',
  lastName: 'common.last-name',
  email: 'common.email',
  selectedCategory: 'reservation-page.category',
  quantity: 'foyer.waiting.quantity',
  orFewer: 'foyer.waiting.or-fewer',
  userLanguage: 'reservation-page-complete.language',
  privacyPolicyAccepted: 'reservation-page.privacy.link.text',
  termAndConditionsAccepted: 'reservation-page.tc.link.text',
} as const

export type Control = keyof typeof LABELS

export const isControl = (field: string): field is Control => field in LABELS

/** What is missing (specification of browsing, point 5), in the words that the server has for it; an address is asked for. */
export function missingParts(values: WaitingValues, needsPrivacy: boolean): WireProblem[] {
  const missing = (field: Control, code: string, isMissing: boolean): WireProblem[] =>
    isMissing ? [{ field, code, args: [] }] : []
  return [
    ...missing('firstName', 'error.firstname', values.firstName.trim() === ''),
    ...missing('lastName', 'error.lastname', values.lastName.trim() === ''),
    ...missing('email', 'foyer.empty.email', values.email.trim() === ''),
    ...missing('privacyPolicyAccepted', 'error.STEP_2_TERMS_CONDITIONS', needsPrivacy && !values.privacy),
    ...missing('termAndConditionsAccepted', 'error.STEP_2_TERMS_CONDITIONS', !values.terms),
  ]
}

export function formOf(values: WaitingValues, needsPrivacy: boolean): WaitingTogetherForm {
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    email: values.email.trim(),
    selectedCategory: values.category === '' ? null : Number(values.category),
    quantity: Number(values.quantity),
    orFewer: values.orFewer,
    userLanguage: values.language,
    termAndConditionsAccepted: values.terms,
    privacyPolicyAccepted: needsPrivacy ? values.privacy : null,
  }
}

const keyOf = (shortName: string): string => `foyer.waiting-list.${shortName}`

/** What has been typed in this tab, laid over a blank form; agreement is given anew. */
export function draftOf(storage: TabStorage, shortName: string, blank: WaitingValues): WaitingValues {
  const found = Object(storage.read(keyOf(shortName)))
  const text = (name: 'firstName' | 'lastName' | 'email' | 'category') => {
    const value: unknown = Reflect.get(found, name)
    return typeof value === 'string' ? value : undefined
  }
  // Who has ordered in this visit need not type it again.
  const buyer = lastPerson(storage)
  return {
    ...blank,
    firstName: text('firstName') ?? buyer.firstName,
    lastName: text('lastName') ?? buyer.lastName,
    email: text('email') ?? buyer.email,
    category: text('category') ?? blank.category,
  }
}

export function keepDraft(storage: TabStorage, shortName: string, values: WaitingValues): void {
  const { firstName, lastName, email, category } = values
  storage.write(keyOf(shortName), { firstName, lastName, email, category })
}

export function dropDraft(storage: TabStorage, shortName: string): void {
  storage.remove(keyOf(shortName))
}

/** Puts a visitor on the list, unless it is closed just now. */
function subscribeToWaitingList(shortName: string, form: WaitingTogetherForm): Promise<CallResult<JoinedList | null>> {
  return server().callWrapped('POST', joinWaitingListPath, { params: { shortName }, body: form })
}
