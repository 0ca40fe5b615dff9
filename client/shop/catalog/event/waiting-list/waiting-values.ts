import type { WaitingListForm } from '#contract/waiting-list.ts'
import type { TabStorage } from '#client/frame/storage/browser-storage.ts'
import type { WireProblem } from '#client/frame/calls/call-result.ts'

/** The form as it is filled in. `category` is an id as text; empty: any. */
export type WaitingValues = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly category: string
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

export function formOf(values: WaitingValues, needsPrivacy: boolean): WaitingListForm {
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    email: values.email.trim(),
    selectedCategory: values.category === '' ? null : Number(values.category),
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
    return typeof value === 'string' ? value : blank[name]
  }
  return {
    ...blank,
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    category: text('category'),
  }
}

export function keepDraft(storage: TabStorage, shortName: string, values: WaitingValues): void {
  const { firstName, lastName, email, category } = values
  storage.write(keyOf(shortName), { firstName, lastName, email, category })
}

export function dropDraft(storage: TabStorage, shortName: string): void {
  storage.forget(keyOf(shortName))
}
