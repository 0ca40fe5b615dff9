import type { Category } from '#domain/catalog/catalog/category.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { type Contact, EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, looksLikeEmail } from '#domain/order/reservation/contact.ts'
import { type WaitingKind, type WaitingListFacts, waitingKind, waitingListChoices } from './waiting-list.ts'

/** What a visitor sends who wants to wait. Texts are trimmed. */
export type WaitingListRequest = {
  readonly person: Contact
  /** A language tag; empty when none was sent. */
  readonly language: string
  /** Null: any. What can't be a category is NaN. */
  readonly categoryId: number | null
  readonly isTermsAccepted: boolean
  readonly isPrivacyAccepted: boolean
}

/** The problems of the form, each with its field and code; two of them are odd (shop contract 3). */
export function checkSubscription(
  request: WaitingListRequest,
  { isPrivacyPolicySet }: { readonly isPrivacyPolicySet: boolean },
): Problem[] {
  const { person, language, isTermsAccepted, isPrivacyAccepted } = request
  return [
    ...(isTermsAccepted ? [] : [problem(CONSENT, { field: 'termAndConditionsAccepted' })]),
    ...(isPrivacyAccepted || !isPrivacyPolicySet ? [] : [problem(CONSENT, { field: 'privacyPolicyAccepted' })]),
    ...checkName(person.firstName, { field: 'firstName', empty: 'error.firstname', tooLong: 'error.firstname' }),
    ...checkName(person.lastName, { field: 'lastName', empty: 'lastname.fullname', tooLong: 'error.lastname' }),
    ...(isAddress(person.email) ? [] : [problem('error.email', { field: 'email' })]),
    ...(language === '' ? [problem('error.userLanguage', { field: 'userLanguage' })] : []),
  ]
}

/** A person on the list, and what for. */
export type AcceptedSubscription = { readonly kind: WaitingKind; readonly category: Category | null }

/** Undefined when the list is closed now, or closed for the category asked for (domain rules 6.2). */
export function acceptSubscription(
  { categoryId }: Pick<WaitingListRequest, 'categoryId'>,
  facts: WaitingListFacts,
): AcceptedSubscription | undefined {
  const kind = waitingKind(facts)
  if (!kind) return undefined
  if (categoryId === null) return { kind, category: null }
  const category = waitingListChoices(facts.categories, facts.now).find(({ id }) => id === categoryId)
  return category && { kind, category }
}

const CONSENT = 'error.STEP_2_TERMS_CONDITIONS'

const isAddress = (email: string): boolean => email.length <= EMAIL_MAX_LENGTH && looksLikeEmail(email)

type NameCodes = { readonly field: string; readonly empty: string; readonly tooLong: string }

function checkName(name: string, { field, empty, tooLong }: NameCodes): Problem[] {
  if (name === '') return [problem(empty, { field })]
  return name.length > NAME_MAX_LENGTH ? [problem(tooLong, { field, args: [NAME_MAX_LENGTH] })] : []
}
