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
} as const

const EVERYWHERE = ['ticket', 'extra'] as const

export function answerCases(call: 'C' | 'T'): Cases<AnswersFixture> {
  const cases = EVERYWHERE.flatMap(asked =>
    Object.entries(WRONG).map(([row, provoke]): [string, Case<AnswersFixture>] => [
      `${call} ${PLACES[asked][call]}${row}`,
      at => provoke(at, asked),
    ]),
  )
  return Object.fromEntries(cases)
}

/** Of a ticket by itself a wrong number is told of its field as a whole, too. */
export const WRONG_NUMBER_AS_A_WHOLE: Cases<AnswersFixture> = Object.fromEntries(
  EVERYWHERE.map(asked => [
    `T ${PLACES[asked].T} error.STEP_2_INVALID_VAT: not valid`,
    at => at.answer(asked, { vat: ['888888888'] }),
  ]),
)

export function answerDifferences(call: 'C' | 'T'): Differences<AnswersFixture> {
  const rows = EVERYWHERE.map(asked => {
    const place = `${PLACES[asked][call]}[i]`
    const beside = call === 'C' ? ['G error.STEP_2_MISSING_ATTENDEE_DATA'] : []
    return [
      [
        `${call} ${place} error.emptyField: date of birth is none`,
        {
          provoke: (at: AnswersFixture) => at.answer(asked, { born: ['1990-02-30'] }),
          told: [`${place} error.restrictedValue`, ...beside],
          why: 'A day that is none is a wrong value, as any other text that is no day.',
        },
      ],
      [
        `${call} ${place} error.STEP_2_INVALID_VAT: VIES off`,
        {
          provoke: (at: AnswersFixture) => at.answerUnverified(asked, { vat: ['999999999'] }),
          told: [],
          why: 'Where the organiser does not verify numbers, one that looks like one is good.',
        },
      ],
    ] as const
  })
  return Object.fromEntries(rows.flat())
}
