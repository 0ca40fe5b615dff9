import { type Category, hasSaleEnded, isSaleInFuture } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { type Contact, EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, isPlausibleEmail } from '#domain/order/reservation/contact.ts'

/** People wait before anything is sold, or because all is sold. */
export type WaitingKind = 'PRE_SALES' | 'SOLD_OUT'

/** What of a category decides whether its event has a waiting list. */
type Awaited = Pick<Category, 'isRestricted' | 'onSale' | 'seatSource'>

export type WaitingListFacts<Of extends Awaited = Category> = {
  /** Of the event, in any order. */
  readonly categories: readonly Of[]
  /** Seats that can be had in a category now; an unbounded one counts the pool. */
  readonly freeSeats: (category: Of) => number
  readonly now: Instant
  readonly rules: WaitingListRules
}

/** What the organiser has decided. */
export type WaitingListRules = {
  /** STOP_WAITING_QUEUE_SUBSCRIPTIONS */
  readonly isStopped: boolean
  /** ENABLE_PRE_REGISTRATION */
  readonly isOpenBeforeSales: boolean
  /** ENABLE_WAITING_QUEUE */
  readonly isOpenWhenSoldOut: boolean
}

/** Is the form shown (domain rules 6.1)? */
export function isWaitingListOpen<Of extends Awaited>(facts: WaitingListFacts<Of>): boolean {
  if (facts.rules.isStopped) return false
  return isPreSales(facts.categories, facts.now) ? facts.rules.isOpenBeforeSales : isOpenAfterSellOut(facts)
}

/**
 * What a visitor who joins now waits for; undefined when the list is closed (domain rules 6.2). It differs from the
 * form only where the category that ends first is not the one that begins first (13, Q13): what is on sale is bought.
 */
export function waitingKind(facts: WaitingListFacts): WaitingKind | undefined {
  const hasStarted = visible(facts.categories).some(category => !isSaleInFuture(category, facts.now))
  if (!isWaitingListOpen(facts)) return undefined
  if (!hasStarted) return 'PRE_SALES'
  return isOpenAfterSellOut(facts) ? 'SOLD_OUT' : undefined
}

/** Before the sale of the visible category that ends first (domain rules 5; 13, Q13). */
function isPreSales(categories: readonly Awaited[], now: Instant): boolean {
  const firstToEnd = visible(categories).toSorted((a, b) => a.onSale.end - b.onSale.end)[0]
  return firstToEnd !== undefined && isSaleInFuture(firstToEnd, now)
}

/** The categories a visitor may wait for: visible, unbounded, and not ended (domain rules 6.1). */
export function waitingListChoices(categories: readonly Category[], now: Instant): Category[] {
  return visible(categories).filter(category => category.seatSource.kind === 'pool' && !hasSaleEnded(category, now))
}

/** A seat left over in a category whose sale has ended is not for sale, and so keeps no visitor from waiting. */
function isOpenAfterSellOut<Of extends Awaited>({ categories, freeSeats, now, rules }: WaitingListFacts<Of>): boolean {
  const current = visible(categories).filter(category => !hasSaleEnded(category, now))
  return rules.isOpenWhenSoldOut && current.length > 0 && current.every(category => freeSeats(category) <= 0)
}

const visible = <Of extends Awaited>(categories: readonly Of[]): readonly Of[] =>
  categories.filter(({ isRestricted }) => !isRestricted)

/** How many seats a person waits for, from 1. */
export type WaitingSeats = {
  readonly quantity: number
  /** False: all of them at once, or none. */
  readonly isFewerEnough: boolean
}

/** What clients of the wire ask for. */
export const ONE_SEAT: WaitingSeats = { quantity: 1, isFewerEnough: true }

/** No more than one order may have of a category, for an offer is an order. */
export function boundedSeats({ quantity, isFewerEnough }: WaitingSeats, mostInOrder: number): WaitingSeats {
  return { quantity: Math.max(1, Math.min(quantity, mostInOrder)), isFewerEnough }
}

/** What a visitor sends who wants to wait. Texts are trimmed. */
export type WaitingListRequest = {
  readonly person: Contact
  /** A language tag; empty when none was sent. */
  readonly language: string
  /** Null: any. What can't be a category is NaN. */
  readonly categoryId: number | null
  readonly seats: WaitingSeats
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

const isAddress = (email: string): boolean => email.length <= EMAIL_MAX_LENGTH && isPlausibleEmail(email)

type NameCodes = { readonly field: string; readonly empty: string; readonly tooLong: string }

function checkName(name: string, { field, empty, tooLong }: NameCodes): Problem[] {
  if (name === '') return [problem(empty, { field })]
  return name.length > NAME_MAX_LENGTH ? [problem(tooLong, { field, args: [NAME_MAX_LENGTH] })] : []
}
