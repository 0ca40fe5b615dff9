import type { Case, Cases, Differences } from './case.ts'
import type { AnswersFixture, QuestionPlace } from './questions.ts'
import { yearsAgo } from './questions.ts'

/** Each mistake in an answer to the organiser's questions; the same about a ticket and about an extra. */
const WRONG: Readonly<Record<string, (at: AnswersFixture, where: QuestionPlace) => ReturnType<Case<AnswersFixture>>>> =
  {
    '[i] error.emptyField: required, blank': (at, where) => at.answer(where, { note: [' '] }),
    ' error.emptyField: required, no box ticked': (at, where) => at.answer(where, { days: [null, ''] }),
    '[i] error.tooLong: above the maximum': (at, where) => at.answer(where, { note: ['Augusta'] }),
    '[i] error.tooShort: below the minimum': (at, where) => at.answer(where, { note: ['A'] }),
    '[i] error.tooOld: above the maximum': (at, where) => at.answer(where, { born: [yearsAgo(70)] }),
    '[i] error.tooYoung: below the minimum': (at, where) => at.answer(where, { born: [yearsAgo(10)] }),
    '[i] error.restrictedValue: not in the list': (at, where) => at.answer(where, { meal: ['cake'] }),
    '[i] error.restrictedValue: date of birth not in the past': (at, where) =>
      at.answer(where, { born: ['2100-01-01'] }),
    '[i] error.restrictedValue: date of birth malformed': (at, where) => at.answer(where, { born: ['yesterday'] }),
    '[i] error.disabledValue: option switched off': (at, where) => at.answer(where, { meal: ['fish'] }),
    '[i] error.STEP_2_INVALID_VAT: not valid': (at, where) => at.answer(where, { vat: ['999999999'] }),
    '[i] error.STEP_2_INVALID_VAT: blank': (at, where) => at.answerUnverified(where, { vat: [''] }),
    '[i] error.vatVIESDown: VIES not reachable': (at, where) =>
      at.whileRegisterIs('limited', () => at.answer(where, { vat: ['111111111'] })),
  }

const PLACES = {
  ticket: { C: 'tickets[uuid].additional[name]', T: 'additional[name]' },
  extra: { C: 'additionalServices[uuid][i].additional[name]', T: 'additionalServices[uuid][i].additional[name]' },
  pass: { C: 'subscriptionOwner.additional[name]' },
} as const

const OF_TICKETS = ['ticket', 'extra'] as const

/** What can be asked at a call, and where it is in its form. */
const placesAt = (call: 'C' | 'T'): [QuestionPlace, string][] => [
  ...OF_TICKETS.map((where): [QuestionPlace, string] => [where, PLACES[where][call]]),
  ...(call === 'C' ? [['pass', PLACES.pass.C] satisfies [QuestionPlace, string]] : []),
]

export function answerCases(call: 'C' | 'T'): Cases<AnswersFixture> {
  const cases = placesAt(call).flatMap(([where, place]) =>
    Object.entries(WRONG).map(([row, provoke]): [string, Case<AnswersFixture>] => [
      `${call} ${place}${row}`,
      at => provoke(at, where),
    ]),
  )
  return Object.fromEntries(cases)
}

/** On a ticket by itself a wrong number is an error of its field as a whole, too. */
export const WRONG_NUMBER_AS_A_WHOLE: Cases<AnswersFixture> = Object.fromEntries(
  OF_TICKETS.map(where => [
    `T ${PLACES[where].T} error.STEP_2_INVALID_VAT: not valid`,
    at => at.answer(where, { vat: ['888888888'] }),
  ]),
)

export function answerDifferences(call: 'C' | 'T'): Differences<AnswersFixture> {
  const rows = placesAt(call).map(([where, at]) => {
    const place = `${at}[i]`
    const beside = call === 'C' && where !== 'pass' ? ['G error.STEP_2_MISSING_ATTENDEE_DATA'] : []
    return [
      [
        `${call} ${place} error.emptyField: date of birth is none`,
        {
          provoke: (fixture: AnswersFixture) => fixture.answer(where, { born: ['1990-02-30'] }),
          errors: [`${place} error.restrictedValue`, ...beside],
          why: 'A day that is none is a wrong value, as any other text that is no day.',
        },
      ],
      [
        `${call} ${place} error.STEP_2_INVALID_VAT: VIES off`,
        {
          provoke: (fixture: AnswersFixture) => fixture.answerUnverified(where, { vat: ['999999999'] }),
          errors: [],
          why: 'Where the organiser does not verify numbers, one that looks like one is good.',
        },
      ],
    ] as const
  })
  return Object.fromEntries(rows.flat())
}
