import { rowsProvoking } from './provoked-rows.ts'

/** A test over HTTP, by its file and title; or rows of booking contract section 6, each of which is provoked. */
export type Proof = { readonly file: string; readonly title: string } | { readonly rows: readonly string[] }

/** What provokes a rule; or why it is otherwise here, with the test that shows how. */
export type Shown =
  | readonly Proof[]
  | { readonly difference: string; readonly shownBy: Proof }
  | { readonly servedLater: string }

const FILES = {
  attendees: 'tests/wire/lifecycle/attendees.test.ts',
  checkIn: 'tests/wire/lifecycle/check-in.test.ts',
  update: 'server/ticket/ticket/update-ticket.test.ts',
  release: 'server/ticket/ticket/release-ticket.test.ts',
  ticket: 'server/ticket/ticket/ticket.test.ts',
  details: 'server/checkout/reservation/details/details.test.ts',
  fields: 'server/catalog/fields/fields.test.ts',
  door: 'server/door/check-in/scan/check-in.test.ts',
  doorExtras: 'server/door/check-in/extras.test.ts',
  doorAnswers: 'server/door/check-in/answers.test.ts',
  doorLists: 'server/door/check-in/lists/lists.test.ts',
  doorRoles: 'server/door/check-in/roles.test.ts',
  offline: 'server/door/check-in/device.test.ts',
  sponsor: 'server/door/check-in/sponsor/sponsor-scan.test.ts',
  doorRaces: 'tests/races/check-in.test.ts',
  online: 'server/door/online-check-in/online-check-in.test.ts',
  room: 'server/door/online-check-in/room-info.test.ts',
  google: 'server/ticket/wallet/google.test.ts',
  apple: 'server/ticket/wallet/apple-updates.test.ts',
  import: 'server/organiser/ticket-desk/import.test.ts',
} as const

const by = (file: keyof typeof FILES, title: string): Proof => ({ file: FILES[file], title })

const TRANSFER = by(
  'update',
  'a ticket goes to another person: the old code is worthless, the private id stays, and both are written to',
)
const RELEASED = by(
  'release',
  'a free ticket is released: nothing of the person is left, its ids are dead, and holder and organiser are notified',
)
const STAYS = by('release', 'a ticket stays where %s')
const ENTERS = by('door', 'comes in once: it is checked in, locked, logged and noted')
const BADGES = by('door', 'whose badges are scanned daily lets each in once a day, in the colour of the category')
const BY_HAND = by('door', 'a check-in by hand needs no code, and reverting it leaves the ticket good')
const IN_ORDER = by('checkIn', '%s: %s')
const NOT_GOOD = by('ticket', 'a ticket %s is not to be found, and its picture and its PDF are refused')

/** Lifecycle E, attendee data. */
const ATTENDEE_RULES: Readonly<Record<string, Shown>> = {
  'assigned: name and e-mail present': [by('details', 'holders may be named later, where the organiser allows it')],
  'public ticket calls: tickets of a COMPLETE reservation only': [
    NOT_GOOD,
    by('update', 'only a ticket of a complete order of this event can be changed'),
  ],
  'full: also an unassigned ticket': [by('update', 'a ticket without a holder can be read and gets its first holder')],
  'view, PDF, QR, e-mail: assigned tickets only': [NOT_GOOD],
  'release: assigned tickets only': [by('attendees', 'a ticket without a holder cannot be released')],
  'update: the name and e-mail of a locked ticket stay': [
    by('update', 'where tickets may not be passed on, the holder stays; the language may change'),
  ],
  'update: extra fields of a locked ticket can change': [
    by('attendees', 'of a ticket whose holder is final the answers can still be changed'),
  ],
  'update: e-mail pattern, names, extra fields, group membership': [
    { rows: rowsProvoking('T', /^(email|firstName|lastName) /) },
    { rows: rowsProvoking('T', /^additional\[/) },
  ],
  'update: ticket mail to the new holder when name or e-mail changed': [
    TRANSFER,
    by('attendees', 'nothing is sent and nothing noted when nothing is different'),
  ],
  'update: mail to the old holder when the e-mail of an ACQUIRED ticket changed': [
    TRANSFER,
    by('attendees', 'a ticket that is to be paid at the desk goes to another person without a word to the old one'),
    by(
      'attendees',
      'a holder who gets another name at the same address has a new code, and is the only one who is notified',
    ),
  ],
  'update: the organiser is told once the event has begun': [
    by('update', 'once the event has begun the organiser is notified of a new holder'),
  ],
  'update: TICKET_HOLDER_CHANGED for a real reassignment, ignoring case': [
    TRANSFER,
    by('update', 'another spelling of the same person keeps the code, and no former holder is notified'),
  ],
  'update: UPDATE_TICKET with the differences': [
    by(
      'attendees',
      'a holder who gets another name at the same address has a new code, and is the only one who is notified',
    ),
  ],
  'update: wallet object invalidated': [
    by(
      'google',
      'when the ticket goes to another person the old object is void, and the new holder has one of their own',
    ),
    by('apple', 'when the ticket goes to another person the old pass is void, and never learns the new code'),
  ],
  'update: a category linked to a group locks after the first assignment': [
    by('update', 'a ticket for members goes to members only, and to one of them once'),
  ],
  'locked: ENABLE_TICKET_TRANSFER off at confirmation': [
    by('update', 'where tickets may not be passed on, the holder stays; the language may change'),
  ],
  'locked: check-in': [by('update', 'who has come in stays the holder'), ENTERS],
  'locked: group': [by('update', 'a ticket for members goes to members only, and to one of them once')],
  "locked: organiser's import": [
    by(
      'import',
      'are complete as orders that were paid elsewhere; no person gets a mail, and no holder is changed any more',
    ),
  ],
  'transfer: the code and the public id change, the private id does not': [TRANSFER],
  'release: new ids': [RELEASED],
  'cancellationEnabled: final price 0': [STAYS],
  'cancellationEnabled: event not over': [by('release', 'when the event is over a ticket stays')],
  'cancellationEnabled: no paid supplement in the reservation': [
    by('release', 'a paid supplement, or a donation that has this ticket alone, keeps it'),
  ],
  'cancellationEnabled: ALLOW_FREE_TICKETS_CANCELLATION': [STAYS, RELEASED],
  'cancellationEnabled: ticket ACQUIRED': [STAYS],
  'cancellationEnabled: category not restricted, or an unbounded one': [
    STAYS,
    by('release', 'a hidden category gives its seat to the pool and loses a token; its last one keeps both'),
  ],
  'release: price, setting, state, event over, paid supplement enforced': [
    STAYS,
    by('release', 'when the event is over a ticket stays'),
    by('release', 'a paid supplement, or a donation that has this ticket alone, keeps it'),
  ],
  'release: unknown ticket 404': [by('release', 'an unknown ticket, and one of another event, is not found')],
  'release: RELEASED, data erased, mails, audit CANCEL_TICKET': [RELEASED],
  'release: extension TICKET_CANCELLED': { servedLater: 'Extensions' },
  'release: the last ticket without transaction deletes the reservation': [
    by('release', 'the last ticket takes its order with it'),
  ],
  'pre-assignment: only while the reservation is PENDING': [
    by('details', 'warnings that were ignored are noted; details of a confirmed order are not to be found'),
  ],
  'pre-assignment: a foreign ticket id is refused': [
    by('details', 'the ticket of another holder is neither changed nor returned'),
  ],
  'postponeAssignment skips attendee validation': [
    by('details', 'holders may be named later, where the organiser allows it'),
    by('fields', 'may wait with the attendees'),
  ],
  'postponeAssignment: not where assignment is forced': [
    by('details', 'where holders must be named, postponing is not listened to'),
  ],
  'extra fields: order, before and after the standard fields, per category': [
    by('fields', 'come with their tickets, before and after the name, by category'),
  ],
  'extra fields: per additional service': [by('fields', 'are answered for each item')],
  'extra fields: every type': [by('attendees', 'a question of the type %s is asked, answered and judged')],
  'extra fields: required': [{ rows: rowsProvoking('CT', /error\.emptyField: required, blank$/) }],
  'extra fields: restricted values': [{ rows: rowsProvoking('CT', /error\.restrictedValue: not in the list$/) }],
  'extra fields: disabled values': [{ rows: rowsProvoking('CT', /error\.disabledValue/) }],
  'extra fields: min and max length': [
    { rows: rowsProvoking('CT', /additional.*error\.tooLong/) },
    { rows: rowsProvoking('CT', /additional.*error\.tooShort/) },
  ],
  'extra fields: date of birth': [
    { rows: rowsProvoking('CT', /error\.tooOld/) },
    { rows: rowsProvoking('CT', /error\.tooYoung/) },
    { rows: rowsProvoking('CT', /error\.restrictedValue: date of birth/) },
  ],
  'extra fields: vat:eu': [
    { rows: rowsProvoking('CT', /additional.*error\.STEP_2_INVALID_VAT/) },
    { rows: rowsProvoking('CT', /additional.*error\.vatVIESDown/) },
  ],
  'extra fields: several checkboxes, required': [{ rows: rowsProvoking('CT', /required, no box ticked$/) }],
  'extra fields: path of the error': [
    { rows: rowsProvoking('C', /^tickets\[uuid\]\.additional\[name\]\[i\]/) },
    { rows: rowsProvoking('CT', /^additionalServices\[uuid\]\[i\]\.additional\[name\]\[i\]/) },
  ],
  'extra fields: a stored answer to a non-editable one stays': {
    difference: 'From the sale on: a buyer who still fills in the form may correct a typing error.',
    shownBy: by('attendees', 'an answer that is final can be changed until the ticket is sold, and not any more then'),
  },
  'extra fields: disabled values hidden unless chosen': [
    by('attendees', 'an option that is switched off is shown to a holder who has chosen it, and stays good for them'),
  ],
  'extra fields: global companion errors': [
    { rows: rowsProvoking('C', /^G error\.(STEP_2_(MISSING|INVALID|ADDITIONAL))/) },
  ],
  'extra fields: items not linked to tickets, of older events': {
    difference: 'There are no such events: every item has belonged to a ticket from the beginning.',
    shownBy: by('fields', 'a form that knows nothing of extras leaves them where they are, and unanswered'),
  },
  'contact: codes': [{ rows: rowsProvoking('C', /^(email|firstName|lastName) /) }],
  'contact: warnings': [{ rows: rowsProvoking('C', /^warning /) }],
  'billing: required with an invoice': [{ rows: rowsProvoking('C', /error\.emptyField: invoice requested$/) }],
  'billing: limits': [{ rows: rowsProvoking('C', /^billing.*error\.tooLong/) }],
  'billing: company without skipVatNr needs vatNr': [{ rows: rowsProvoking('C', /^vatNr error\.emptyField/) }],
  'autocomplete: ENABLE_ATTENDEE_AUTOCOMPLETE': [
    by('attendees', 'a page reads whether the only attendee is filled in from the contact'),
  ],
}

/** Lifecycle F, check-in. */
const CHECK_IN_RULES: Readonly<Record<string, Shown>> = {
  'key: header Authorization: ApiKey': [by('doorRoles', 'without a good key is denied, whatever else is wrong')],
  'key: no access is TICKET_NOT_FOUND': [
    by('doorRoles', 'a scan at the door of another organisation finds no ticket'),
    by('door', 'a ticket of another event, of another organisation or of no order is not found'),
  ],
  'scan: EVENT_NOT_FOUND': [by('sponsor', 'learns nothing from other events')],
  'scan: TICKET_NOT_FOUND': [by('checkIn', 'TICKET_NOT_FOUND: a scan of %s; evaluating it is denied')],
  'scan: INVALID_TICKET_STATE without category': {
    difference: 'A ticket of an order always has a category, as the database sees to.',
    shownBy: by('checkIn', 'a ticket of an order without a category cannot even be stored'),
  },
  'scan: OK_READY_FOR_BADGE_SCAN, BADGE_SCAN_SUCCESS': [BADGES],
  'scan: BADGE_SCAN_ALREADY_DONE': [BADGES],
  'scan: badge outside its validity': [BADGES],
  'scan: EMPTY_TICKET_CODE': [IN_ORDER],
  'scan: INVALID_TICKET_CATEGORY_CHECK_IN_DATE': [IN_ORDER],
  'scan: check-in from and to are inclusive': [by('checkIn', 'of a category with times of its own comes in %s: %s')],
  'scan: INVALID_TICKET_CODE': [IN_ORDER, by('door', 'with a code that is not its own stays outside')],
  'scan: MUST_PAY with amount and currency': [
    IN_ORDER,
    by('door', 'is returned with the amount due, and is checked in when that is confirmed'),
  ],
  'scan: ALREADY_CHECK_IN': [IN_ORDER],
  'scan: INVALID_TICKET_STATE when not ACQUIRED': [IN_ORDER],
  'scan: OK_READY_TO_BE_CHECKED_IN, SUCCESS': [ENTERS],
  'scan: in this order': [IN_ORDER],
  'success: row locked, once at many doors': [
    by('doorRaces', 'a ticket scanned at eight doors at once comes in once (%i)'),
  ],
  'success: CHECKED_IN, assignment locked, scan log, audit CHECK_IN': [ENTERS],
  'success: linked items CHECKED_IN': [
    by('checkIn', 'has its extras handed out with it, and takes them back'),
    by('doorExtras', 'come in with their own ticket, and with no other'),
  ],
  'success: the answer has items, check-in fields, colour': [
    by('doorAnswers', 'a scan shows what the organiser wants to see, and what is to be handed out'),
    BADGES,
  ],
  'audit: MANUAL_CHECK_IN, REVERT_CHECK_IN': [BY_HAND],
  'audit: BADGE_SCAN': [BADGES],
  'revert: to ACQUIRED': [BY_HAND],
  'revert: to TO_BE_PAID for on-site reservations': [
    by('door', 'completes the payment of its order with the last one, and takes it back'),
  ],
  'manual check-in': [BY_HAND],
  bulk: [by('door', 'the scans of a device that was offline are worked off in their order, each by its own')],
  'confirm-on-site-payment': [by('door', 'is returned with the amount due, and is checked in when that is confirmed')],
  status: [by('doorLists', 'the state of a ticket is returned, and nothing of what is no good ticket')],
  statistics: [by('doorLists', 'statistics count who is expected and who has come, of some categories or of all')],
  'attendee search: 20 per page': [
    by('doorLists', 'results come in pages of twenty, and a page after the last one still knows how many there are'),
  ],
  'offline lists: at most 200 ids a call': [
    by('offline', 'no device gets tickets of another event, of too many, or of none'),
  ],
  'offline: encryption, nothing without the scanned code': [
    by('offline', 'a device reads exactly the tickets whose codes it scans'),
  ],
  'offline: both settings': [by('offline', 'an event that keeps devices online returns no tickets to them')],
  'offline: Alfio-TIME for the next delta': [
    by('offline', 'a device gets what has changed since it asked last, and in the second before'),
  ],
  'online: sold, assigned, right hash, else the site root': [by('online', 'leads home from another event')],
  'online: the link valid now, latest start first': [by('online', 'leads to the link that began last')],
  'online: no link is the waiting room': [
    by('online', 'leads to the waiting room while no link is open, and changes nothing'),
  ],
  'online: outside the window of the category is the ticket page': [
    by('online', 'leads to the page of the ticket while the category is not let in'),
  ],
  'online: CHECKED_IN, the second visit passes': [
    by(
      'online',
      'leads who joins to the link while it is open: the holder is checked in, the ticket locked, and it is noted',
    ),
    by('online', 'leads to the link again who is checked in, and notes nothing more'),
  ],
  'online: mail scanners change nothing': [
    by('online', 'leads to the waiting room while a link is open, and changes nothing: the button there joins'),
    by('online', 'keeps the link of a holder who is in from programs that only look'),
  ],
  'online: check-in-info 404 for a wrong hash': [
    by('room', 'is returned to no caller without the hash, for no ticket of a door, and kept in no cache'),
  ],
  'online: check-in-info in another zone': [
    by('room', 'are in the zone that the request names, and in that of the event otherwise'),
  ],
  'online: check-in-info with the real end of the link': [
    by('room', 'are the dates of the event, and, while a link is open, begin and real end of that'),
  ],
}

export const PROOFS: Readonly<Record<'E' | 'F', Readonly<Record<string, Shown>>>> = {
  E: ATTENDEE_RULES,
  F: CHECK_IN_RULES,
}
