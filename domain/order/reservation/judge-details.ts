import type { SentAnswers } from '#domain/catalog/fields/field.ts'
import { type AnswerFacts, judgeAnswers } from '#domain/catalog/fields/judge-answers.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { isProbablyMistyped } from '#domain/foundation/text/mail-address.ts'
import { type Attendee, type Contact, checkAttendee, checkContact, checkOwner, isPlausibleEmail } from './contact.ts'
import type { Questionnaire, SentItem } from './questionnaire.ts'

export type BookingDetails = {
  readonly contact: Contact
  /** By public ticket id; tickets left out keep what they have. */
  readonly attendees: ReadonlyMap<string, Attendee>
  /** To the organiser's own questions, by public ticket id. */
  readonly answers: ReadonlyMap<string, SentAnswers>
  /** The extras of the order and the tickets they are to belong to; null: as they do. */
  readonly items: readonly SentItem[] | null
  /** Whom the pass is for; null: the buyer. */
  readonly owner: Contact | null
  /** To the questions of the pass. */
  readonly ownerAnswers: SentAnswers
  /** The buyer will say later who is coming. */
  readonly isAssignmentPostponed: boolean
  /** Of some tickets only, by their public ids; what is sent about these does not count. */
  readonly namedLater: ReadonlySet<string>
}

export type DetailsFacts = {
  /** The questions of each ticket, by its public id; not of those whose holders are named later. */
  readonly tickets: ReadonlyMap<string, Questionnaire>
  /** Those of the tickets that are for the members of a group, and not for this attendee (domain rules 8). */
  readonly uninvited: ReadonlySet<string>
  /** No attendee is checked yet: the buyer names them later, and the organiser allows it. */
  readonly isPostponed: boolean
  readonly invoice: DetailsVerdict
  /** What is asked about each extra of these tickets; undefined: not each extra belongs to one ticket. */
  readonly items: readonly Questionnaire[] | undefined
  /** What is asked about each pass. */
  readonly passes: readonly Questionnaire<BoughtPassId>[]
  readonly answerFacts: AnswerFacts
}

/**
 * Judges the details of a reservation (booking contract section 6), and adds what is known of its invoice. A wrong
 * attendee also makes one problem of the whole form; so does an extra without a ticket.
 */
export function judgeDetails(details: BookingDetails, facts: DetailsFacts): DetailsVerdict {
  const contact = checkContact(details.contact)
  const attendees = facts.isPostponed ? [] : checkEverybody(details.attendees, facts)
  return {
    problems: [...contact, ...facts.invoice.problems, ...attendees, ...checkPasses(details.owner, facts)],
    warnings: [...warningsOf(details, facts), ...facts.invoice.warnings],
  }
}

function checkEverybody(attendees: BookingDetails['attendees'], facts: DetailsFacts): Problem[] {
  const items = facts.items ?? []
  const own = [
    ...checkAttendees(attendees, facts),
    ...items.flatMap(({ fields, ...input }) => judgeAnswers(fields, input, facts.answerFacts)),
  ]
  return [
    ...own,
    ...(own.length === 0 ? [] : [problem(own.some(({ code }) => code === INVALID_VAT) ? INVALID_VAT : MISSING)]),
    ...(facts.items === undefined ? [problem('error.STEP_2_ADDITIONAL_ITEMS_NOT_ASSIGNED')] : []),
  ]
}

function checkAttendees(attendees: BookingDetails['attendees'], facts: DetailsFacts): Problem[] {
  return [...facts.tickets].flatMap(([id, { fields, ...input }]) => {
    const found = checkAttendee(attendees.get(id) ?? NO_ATTENDEE, input.path)
    const email = `${input.path}email`
    const isAddressValid = !found.some(({ field }) => field === email)
    return [
      ...found,
      ...(isAddressValid && facts.uninvited.has(id) ? [problem(NOT_INVITED, { field: email })] : []),
      ...judgeAnswers(fields, input, facts.answerFacts),
    ]
  })
}

function checkPasses(owner: Contact | null, { passes, answerFacts }: DetailsFacts): Problem[] {
  return passes.flatMap(({ fields, ...input }) => [
    ...(owner ? checkOwner(owner, input.path) : []),
    ...judgeAnswers(fields, input, answerFacts),
  ])
}

/** One for each address that a ticket or a pass goes to and that probably gets no mail; a refused address has its problem already. */
function warningsOf(
  { contact, attendees, owner }: BookingDetails,
  { isPostponed, tickets }: DetailsFacts,
): DetailsVerdict['warnings'] {
  const named = isPostponed ? [] : [...attendees].flatMap(([id, attendee]) => (tickets.has(id) ? attendee : []))
  const people = [contact, ...named, ...(owner ? [owner] : [])]
  const emails = new Set(people.map(({ email }) => email).filter(email => isPlausibleEmail(email)))
  return [...emails]
    .filter(email => isProbablyMistyped(email))
    .map(email => ({ code: 'error.STEP_2_EMAIL_TYPO', params: [email] }))
}

const NOT_INVITED = 'error.STEP_2_WHITELIST_CHECK_FAILED'
const INVALID_VAT = 'error.STEP_2_INVALID_VAT'
const MISSING = 'error.STEP_2_MISSING_ATTENDEE_DATA'

const NO_ATTENDEE: Attendee = { firstName: '', lastName: '', email: '', language: null }

/** Worth asking about; the buyer may insist. */
export type DetailsWarning = { readonly code: string; readonly params: readonly string[] }

export type DetailsVerdict = { readonly problems: readonly Problem[]; readonly warnings: readonly DetailsWarning[] }

export const NOTHING_WRONG: DetailsVerdict = { problems: [], warnings: [] }
