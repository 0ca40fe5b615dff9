import type { WaitingListForm } from '#contract/waiting-list.ts'
import type { WireProblem } from '../../../../../api/answer.ts'

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

export const blankValues = (language: string): WaitingValues => ({
  firstName: '',
  lastName: '',
  email: '',
  category: '',
  language,
  terms: false,
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
export function draftOf(drawer: Pick<Storage, 'getItem'>, shortName: string, blank: WaitingValues): WaitingValues {
  try {
    const found: unknown = JSON.parse(drawer.getItem(keyOf(shortName)) ?? '{}')
    const text = (name: 'firstName' | 'lastName' | 'email' | 'category') => {
      const value: unknown = Reflect.get(Object(found), name)
      return typeof value === 'string' ? value : blank[name]
    }
    return {
      ...blank,
      firstName: text('firstName'),
      lastName: text('lastName'),
      email: text('email'),
      category: text('category'),
    }
  } catch {
    return blank
  }
}

/** Storage may be full or forbidden; the form works without it. */
export function keepDraft(drawer: Pick<Storage, 'setItem'>, shortName: string, values: WaitingValues): void {
  try {
    const { firstName, lastName, email, category } = values
    drawer.setItem(keyOf(shortName), JSON.stringify({ firstName, lastName, email, category }))
  } catch {
    // What is typed stays as long as the page does.
  }
}

export function dropDraft(drawer: Pick<Storage, 'removeItem'>, shortName: string): void {
  try {
    drawer.removeItem(keyOf(shortName))
  } catch {
    // There was nothing to forget.
  }
}
