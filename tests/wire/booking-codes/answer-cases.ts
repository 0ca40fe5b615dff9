import type { Case, Cases, Differences } from './case.ts'
import type { AnswersFixture, Asked } from './questions.ts'
import { yearsAgo } from './questions.ts'

/** Each mistake in an answer to the organiser's questions; the same about a ticket and about an extra. */
const WRONG: Readonly<Record<string, (at: AnswersFixture, asked: Asked) => ReturnType<Case<AnswersFixture>>>> = {
  '[i] error.emptyField: required, blank': (at, asked) => at.answer(asked, { note: [' '] }),
  ' error.emptyField: required, no box ticked': (at, asked) => at.answer(asked, { days: [null, ''] }),
  '[i] error.tooLong: above the maximum': (at, asked) => at.answer(asked, { note: ['Augusta'] }),
  '[i] error.tooShort: below the minimum': (at, asked) => at.answer(asked, { note: ['A'] }),
  '[i] error.tooOld: above the maximum': (at, asked) => at.answer(asked, { born: [yearsAgo(70)] }),
  '[i] error.tooYoung: below the minimum': (at, asked) => at.answer(asked, { born: [yearsAgo(10)] }),
  '[i] error.restrictedValue: not in the list': (at, asked) => at.answer(asked, { meal: ['cake'] }),
  '[i] error.restrictedValue: date of birth not in the past': (at, asked) => at.answer(asked, { born: ['2100-01-01'] }),
  '[i] error.restrictedValue: date of birth malformed': (at, asked) => at.answer(asked, { born: ['yesterday'] }),
  '[i] error.disabledValue: option switched off': (at, asked) => at.answer(asked, { meal: ['fish'] }),
  '[i] error.STEP_2_INVALID_VAT: not valid': (at, asked) => at.answer(asked, { vat: ['999999999'] }),
  '[i] error.STEP_2_INVALID_VAT: blank': (at, asked) => at.answerUnverified(asked, { vat: [''] }),
  '[i] error.vatVIESDown: VIES not reachable': (at, asked) =>
    at.whileRegisterIs('limited', () => at.answer(asked, { vat: ['111111111'] })),
}

const PLACES = {
  ticket: { C: 'tickets[uuid].additional[name]', T: 'additional[name]' },
  extra: { C: 'additionalServices[uuid][i].additional[name]', T: 'additionalServices[uuid][i].additional[name]' },
  pass: { C: 'subscriptionOwner.additional[name]' },
} as const

const OF_TICKETS = ['ticket', 'extra'] as const

/** What can be asked at a call, and where it is in its form. */
const placesAt = (call: 'C' | 'T'): [Asked, string][] => [
  ...OF_TICKETS.map((asked): [Asked, string] => [asked, PLACES[asked][call]]),
  ...(call === 'C' ? [['pass', PLACES.pass.C] satisfies [Asked, string]] : []),
]

export function answerCases(call: 'C' | 'T'): Cases<AnswersFixture> {
  const cases = placesAt(call).flatMap(([asked, place]) =>
    Object.entries(WRONG).map(([row, provoke]): [string, Case<AnswersFixture>] => [
      `${call} ${place}${row}`,
      at => provoke(at, asked),
    ]),
  )
  return Object.fromEntries(cases)
}

/** On a ticket by itself a wrong number is an error of its field as a whole, too. */
export const WRONG_NUMBER_AS_A_WHOLE: Cases<AnswersFixture> = Object.fromEntries(
  OF_TICKETS.map(asked => [
    `T ${PLACES[asked].T} error.STEP_2_INVALID_VAT: not valid`,
    at => at.answer(asked, { vat: ['888888888'] }),
  ]),
)

export function answerDifferences(call: 'C' | 'T'): Differences<AnswersFixture> {
  const rows = placesAt(call).map(([asked, at]) => {
    const place = `${at}[i]`
    const beside = call === 'C' && asked !== 'pass' ? ['G error.STEP_2_MISSING_ATTENDEE_DATA'] : []
    return [
      [
        `${call} ${place} error.emptyField: date of birth is none`,
        {
          provoke: (fixture: AnswersFixture) => fixture.answer(asked, { born: ['1990-02-30'] }),
          told: [`${place} error.restrictedValue`, ...beside],
          why: 'A day that is none is a wrong value, as any other text that is no day.',
        },
      ],
      [
        `${call} ${place} error.STEP_2_INVALID_VAT: VIES off`,
        {
          provoke: (fixture: AnswersFixture) => fixture.answerUnverified(asked, { vat: ['999999999'] }),
          told: [],
          why: 'Where the organiser does not verify numbers, one that looks like one is good.',
        },
      ],
    ] as const
  })
  return Object.fromEntries(rows.flat())
}
