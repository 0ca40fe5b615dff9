import { type Problem, problem } from '../problem.ts'
import { type Attendee, type Contact, checkAttendee, checkContact, isProbablyMistyped } from './contact.ts'

export type BookingDetails = {
  readonly contact: Contact
  /** By public ticket id; tickets left out keep what they have. */
  readonly attendees: ReadonlyMap<string, Attendee>
  /** The buyer will say later who is coming. */
  readonly isAssignmentPostponed: boolean
}

export type DetailsVerdict = {
  readonly problems: readonly Problem[]
  /** Worth asking about; the buyer may insist. */
  readonly warnings: readonly { readonly code: string; readonly params: readonly string[] }[]
}

/**
 * Judges contact and attendee data of a reservation with these tickets (booking contract section 6). A wrong attendee
 * also makes one problem of the whole form. Attendees are not looked at when their assignment is postponed, which an
 * organiser can forbid.
 */
export function judgeDetails(
  details: BookingDetails,
  { isAssignmentForced, ...facts }: AttendeeFacts & { readonly isAssignmentForced: boolean },
): DetailsVerdict {
  const contact = checkContact(details.contact)
  const attendees = details.isAssignmentPostponed && !isAssignmentForced ? [] : checkAttendees(details.attendees, facts)
  return { problems: [...contact, ...attendees], warnings: warningsOf(details, contact) }
}

type AttendeeFacts = {
  readonly ticketIds: readonly string[]
  /** Those of the tickets that are for the members of a group, and not for this attendee (domain rules 8). */
  readonly uninvited: ReadonlySet<string>
}

function checkAttendees(attendees: BookingDetails['attendees'], { ticketIds, uninvited }: AttendeeFacts): Problem[] {
  const problems = ticketIds.flatMap(id => {
    const path = `tickets[${id}].`
    const found = checkAttendee(attendees.get(id) ?? NOBODY, path)
    const email = `${path}email`
    const isAddressKnown = !found.some(({ field }) => field === email)
    return isAddressKnown && uninvited.has(id) ? [...found, problem(NOT_INVITED, { field: email })] : found
  })
  return problems.length === 0 ? [] : [...problems, problem('error.STEP_2_MISSING_ATTENDEE_DATA')]
}

function warningsOf({ contact }: BookingDetails, problems: readonly Problem[]): DetailsVerdict['warnings'] {
  const isEmailWrong = problems.some(({ field }) => field === 'email')
  if (isEmailWrong || !isProbablyMistyped(contact.email)) return []
  return [{ code: 'error.STEP_2_EMAIL_TYPO', params: [contact.email] }]
}

const NOT_INVITED = 'error.STEP_2_WHITELIST_CHECK_FAILED'

const NOBODY: Attendee = { firstName: '', lastName: '', email: '', language: null }
