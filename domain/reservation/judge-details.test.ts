import { expect, test } from 'vitest'
import { looksLikeEmail } from './contact.ts'
import { type BookingDetails, judgeDetails } from './judge-details.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
const T1 = '207f224c-1df6-4994-9cb2-fa12eb36882d'
const T2 = '307f224c-1df6-4994-9cb2-fa12eb36882d'

function details(changes: Partial<BookingDetails> = {}): BookingDetails {
  const attendees = new Map([T1, T2].map(id => [id, { ...ada, language: 'en' }]))
  return { contact: ada, attendees, isAssignmentPostponed: false, ...changes }
}

const NOBODY: ReadonlySet<string> = new Set()

function problemsOf(given: BookingDetails, { isAssignmentForced = false, uninvited = NOBODY } = {}) {
  return judgeDetails(given, { ticketIds: [T1, T2], isAssignmentForced, uninvited }).problems.map(
    ({ code, field, args }) => [field ?? '*', code, ...(args ?? [])].join(' '),
  )
}

const contact = (changes: Partial<typeof ada>) => details({ contact: { ...ada, ...changes } })
const attendee = (changes: Partial<typeof ada>) =>
  details({
    attendees: new Map([
      [T1, { ...ada, ...changes, language: null }],
      [T2, { ...ada, language: null }],
    ]),
  })

test('complete details have no problem', () => {
  expect(problemsOf(details())).toEqual([])
})

test.each<[string, BookingDetails, string]>([
  ['e-mail missing', contact({ email: '' }), 'email error.STEP_2_EMPTY_EMAIL'],
  ['e-mail malformed', contact({ email: 'ada@' }), 'email error.STEP_2_INVALID_EMAIL'],
  ['e-mail too long', contact({ email: `a@${'b'.repeat(254)}` }), 'email error.STEP_2_EMAIL_IS_TOO_LONG 255'],
  ['first name missing', contact({ firstName: '' }), 'firstName error.STEP_2_EMPTY_FIRSTNAME'],
  ['last name missing', contact({ lastName: '' }), 'lastName error.STEP_2_EMPTY_LASTNAME'],
  ['first name too long', contact({ firstName: 'x'.repeat(256) }), 'firstName error.STEP_2_MAX_LENGTH_FIRSTNAME 255'],
  ['last name too long', contact({ lastName: 'x'.repeat(256) }), 'lastName error.STEP_2_MAX_LENGTH_LASTNAME 255'],
])('contact: %s', (_name, given, expected) => {
  expect(problemsOf(given)).toEqual([expected])
})

const ALL = '* error.STEP_2_MISSING_ATTENDEE_DATA'
test.each<[string, BookingDetails, string]>([
  ['e-mail missing', attendee({ email: '' }), `tickets[${T1}].email error.email`],
  ['e-mail malformed', attendee({ email: 'x@y.' }), `tickets[${T1}].email error.email`],
  ['first name missing', attendee({ firstName: '' }), `tickets[${T1}].firstName error.STEP_2_EMPTY_FIRSTNAME`],
  ['last name missing', attendee({ lastName: '' }), `tickets[${T1}].lastName error.STEP_2_EMPTY_LASTNAME`],
  [
    'first name too long',
    attendee({ firstName: 'x'.repeat(256) }),
    `tickets[${T1}].firstName error.STEP_2_MAX_LENGTH_FIRSTNAME 255`,
  ],
  [
    'last name too long',
    attendee({ lastName: 'x'.repeat(256) }),
    `tickets[${T1}].lastName error.STEP_2_MAX_LENGTH_LASTNAME 255`,
  ],
])('attendee: %s, and the whole form is told', (_name, given, expected) => {
  expect(problemsOf(given)).toEqual([expected, ALL])
})

test('an attendee who is not named at all is missing', () => {
  expect(problemsOf(details({ attendees: new Map([[T1, { ...ada, language: null }]]) }))).toHaveLength(4)
})

test('postponed attendees are not looked at, unless the organiser wants them now', () => {
  const postponed = details({ attendees: new Map(), isAssignmentPostponed: true })
  expect(problemsOf(postponed)).toEqual([])
  expect(problemsOf(postponed, { isAssignmentForced: true })).toContain(ALL)
})

test('an attendee who is not invited is told so at the address, once that is an address', () => {
  const uninvited = new Set([T2])
  expect(problemsOf(details(), { uninvited })).toEqual([
    `tickets[${T2}].email error.STEP_2_WHITELIST_CHECK_FAILED`,
    ALL,
  ])
  expect(problemsOf(attendee({ email: '' }), { uninvited: new Set([T1]) })).toEqual([
    `tickets[${T1}].email error.email`,
    ALL,
  ])
})

test.each(['ada@localhost', 'ada@example.c'])('%s is asked about, not refused', email => {
  const { problems, warnings } = judgeDetails(contact({ email }), {
    ticketIds: [T1, T2],
    isAssignmentForced: false,
    uninvited: NOBODY,
  })
  expect(problems).toEqual([])
  expect(warnings).toEqual([{ code: 'error.STEP_2_EMAIL_TYPO', params: [email] }])
})

test.each([
  ['ada@example.org', true],
  ['1@2', true],
  ['ünicode@exämple.ch', true],
  ['@example.org', false],
  ['ada@@example.org', false],
  ['ada@exam ple.org', false],
  ['.ada@example.org', false],
  ['ada@example.org.', false],
])('%s: an address? %s', (text, expected) => {
  expect(looksLikeEmail(text)).toBe(expected)
})
