import { expect, test } from 'vitest'
import type { AdditionalField, FieldId } from '#domain/catalog/fields/field.ts'
import { isPlausibleEmail } from './contact.ts'
import { type BookingDetails, type DetailsFacts, NOTHING_WRONG, judgeDetails } from './judge-details.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
const T1 = '207f224c-1df6-4994-9cb2-fa12eb36882d'
const T2 = '307f224c-1df6-4994-9cb2-fa12eb36882d'

const NO_IDS: ReadonlySet<string> = new Set()

function details(changes: Partial<BookingDetails> = {}): BookingDetails {
  const attendees = new Map([T1, T2].map(id => [id, { ...ada, language: 'en' }]))
  const nothing = { answers: new Map(), items: null, owner: null, ownerAnswers: new Map() }
  return { contact: ada, attendees, isAssignmentPostponed: false, namedLater: NO_IDS, ...nothing, ...changes }
}

function facts(changes: Partial<DetailsFacts> = {}): DetailsFacts {
  const vat = { country: null, isVerified: false, answers: new Map() }
  return {
    tickets: questionnaires([]),
    uninvited: NO_IDS,
    isPostponed: false,
    invoice: NOTHING_WRONG,
    items: [],
    passes: [],
    answerFacts: { today: '2026-11-21', vat },
    ...changes,
  }
}

/** The questions to each attendee, all without an answer. */
function questionnaires(fields: readonly AdditionalField[]): DetailsFacts['tickets'] {
  const nothing = { sent: new Map(), stored: new Map() }
  return new Map([T1, T2].map((id, index) => [id, { id: BigInt(index), fields, ...nothing, path: `tickets[${id}].` }]))
}

function problemsOf(bookingDetails: BookingDetails, changes: Partial<DetailsFacts> = {}) {
  return judgeDetails(bookingDetails, facts(changes)).problems.map(({ code, field, args }) =>
    [field ?? '*', code, ...(args ?? [])].join(' '),
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

test('a ticket whose holder is named later is neither judged nor warned about', () => {
  const [first] = facts().tickets
  const tickets = new Map(first ? [first] : [])
  const attendees = new Map([
    [T1, { ...ada, language: null }],
    [T2, { firstName: '', lastName: '', email: 'ada@localhost', language: null }],
  ])
  expect(judgeDetails(details({ attendees, namedLater: new Set([T2]) }), facts({ tickets }))).toEqual(NOTHING_WRONG)
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
])('contact: %s', (_name, bookingDetails, expected) => {
  expect(problemsOf(bookingDetails)).toEqual([expected])
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
])('attendee: %s, and the whole form has a problem', (_name, bookingDetails, expected) => {
  expect(problemsOf(bookingDetails)).toEqual([expected, ALL])
})

test('an attendee who is not named at all is missing', () => {
  expect(problemsOf(details({ attendees: new Map([[T1, { ...ada, language: null }]]) }))).toHaveLength(4)
})

test('postponed attendees are not checked', () => {
  expect(problemsOf(details({ attendees: new Map() }), { isPostponed: true, items: undefined })).toEqual([])
})

const question: AdditionalField = {
  id: 1 as FieldId,
  name: 'q',
  type: 'TEXT',
  isRequired: true,
  isEditable: true,
  minimum: null,
  maximum: null,
  options: [],
  label: {},
  placeholder: {},
  subject: { kind: 'attendee', categories: [] },
  isShownAtCheckIn: false,
  ordinal: 0,
}

test('a question without an answer is a problem of its ticket or extra, and once of the whole form', () => {
  expect(problemsOf(details(), { tickets: questionnaires([question]) })).toEqual([
    `tickets[${T1}].additional[q][0] error.emptyField`,
    `tickets[${T2}].additional[q][0] error.emptyField`,
    ALL,
  ])
  const path = `additionalServices[${T1}][0].`
  const items = [{ id: 7n, fields: [question], sent: new Map(), stored: new Map(), path }]
  expect(problemsOf(details(), { items })).toEqual([`${path}additional[q][0] error.emptyField`, ALL])
})

test('a wrong VAT number is a problem of the whole form', () => {
  expect(problemsOf(details(), { tickets: questionnaires([{ ...question, type: 'VAT_NUMBER' }]) })).toEqual([
    `tickets[${T1}].additional[q][0] error.STEP_2_INVALID_VAT`,
    `tickets[${T2}].additional[q][0] error.STEP_2_INVALID_VAT`,
    '* error.STEP_2_INVALID_VAT',
  ])
})

test('extras without a ticket make one problem', () => {
  expect(problemsOf(details(), { items: undefined })).toEqual(['* error.STEP_2_ADDITIONAL_ITEMS_NOT_ASSIGNED'])
})

test('an attendee who is not invited is a problem of the address, once that is an address', () => {
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

test.each(['ada@localhost', 'ada@example.c', 'ada@example.c0m', 'ada@example.123'])(
  '%s is asked about, not refused',
  email => {
    const { problems, warnings } = judgeDetails(contact({ email }), facts())
    expect(problems).toEqual([])
    expect(warnings).toEqual([{ code: 'error.STEP_2_EMAIL_TYPO', params: [email] }])
  },
)

test.each(['ada@example.org', 'ada@bücher.москва', 'ada@example.xn--p1ai'])('%s is not asked about', email => {
  expect(judgeDetails(contact({ email }), facts())).toEqual({ problems: [], warnings: [] })
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
  expect(isPlausibleEmail(text)).toBe(expected)
})
