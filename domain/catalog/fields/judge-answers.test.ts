import { describe, expect, test } from 'vitest'
import type { RegisterAnswer } from '#domain/documents/tax-id/vat-number.ts'
import { type VatFacts, startedYears, completedYears, isDay, judgeAnswers, numbersToVerify } from './judge-answers.ts'
import { type AdditionalField, type FieldId, type FieldOption, mergedAnswers } from './field.ts'

const option = (value: string, isEnabled = true): FieldOption => ({ value, isEnabled, labels: { en: value } })
const MEALS = [option('meat'), option('vegan'), option('fish', false)]

function field(changes: Partial<AdditionalField> = {}): AdditionalField {
  return {
    id: 1 as FieldId,
    name: 'q',
    type: 'TEXT',
    isRequired: false,
    isEditable: true,
    minimum: null,
    maximum: null,
    options: [],
    label: { en: 'Question' },
    placeholder: {},
    subject: { kind: 'attendee', categories: [] },
    isShownAtCheckIn: false,
    ordinal: 0,
    ...changes,
  }
}

const VAT: VatFacts = {
  country: 'DE',
  isVerified: true,
  answers: new Map<string, RegisterAnswer>([
    ['DE 123456789', 'valid'],
    ['DE 999999999', 'invalid'],
    ['DE 555555555', 'unreachable'],
  ]),
}

type Options = { readonly stored?: readonly string[]; readonly vat?: Partial<VatFacts> }

function problemsOf(
  question: AdditionalField,
  values: (string | null)[] | null,
  { stored = [], vat = {} }: Options = {},
) {
  const input = {
    sent: new Map(values ? [['q', values]] : []),
    stored: new Map([[question.id, stored]]),
    path: 'tickets[x].',
  }
  const facts = { today: '2026-11-21', vat: { ...VAT, ...vat } }
  return judgeAnswers([question], input, facts).map(({ field: at, code, args = [] }) =>
    [at?.replace('tickets[x].additional', ''), code, ...args].join(' '),
  )
}

const born = { type: 'DATE_OF_BIRTH', minimum: 18, maximum: 65 } as const

test.each<[string, Partial<AdditionalField>, (string | null)[], string | null]>([
  ['nothing', {}, [' '], null],
  ['nothing where something is needed', { isRequired: true }, [' '], '[q][0] error.emptyField'],
  ['no value at all', { isRequired: true }, [], '[q][0] error.emptyField'],
  ['a text of the right length', { minimum: 3, maximum: 5 }, [' abc '], null],
  ['a short text', { minimum: 3 }, ['ab'], '[q][0] error.tooShort 3'],
  ['a long text', { maximum: 3 }, ['abcd'], '[q][0] error.tooLong 3'],
  ['a long phone number', { type: 'PHONE', maximum: 3 }, ['0790'], '[q][0] error.tooLong 3'],
  ['a long story', { type: 'LONG_TEXT', maximum: 3 }, ['a\nbc'], '[q][0] error.tooLong 3'],
  ['one of the list', { type: 'SELECT', options: MEALS }, ['vegan'], null],
  ['none of the list', { type: 'SELECT', options: MEALS }, ['cake'], '[q][0] error.restrictedValue'],
  ['one that is switched off', { type: 'RADIO', options: MEALS }, ['fish'], '[q][0] error.disabledValue'],
  ['several boxes', { type: 'CHECKBOX', options: MEALS }, ['meat', 'vegan', null], null],
  ['a wrong box', { type: 'CHECKBOX', options: MEALS }, ['meat', null, 'fish'], '[q][2] error.disabledValue'],
  ['no box', { type: 'CHECKBOX', options: MEALS }, [null, null, null], null],
  [
    'no box of which one is needed',
    { type: 'CHECKBOX', options: MEALS, isRequired: true },
    [null],
    '[q] error.emptyField',
  ],
  [
    'no single box',
    { type: 'CHECKBOX', options: [option('yes')], isRequired: true },
    [null],
    '[q][0] error.emptyField',
  ],
  ['a country', { type: 'COUNTRY' }, ['CH'], null],
  ['no country', { type: 'COUNTRY' }, ['XX'], '[q][0] error.restrictedValue'],
  ['a country of a list', { type: 'COUNTRY', options: [option('CH')] }, ['DE'], '[q][0] error.restrictedValue'],
  ['a grown-up', born, ['1990-02-28'], null],
  ['no day', born, ['1990-02-30'], '[q][0] error.restrictedValue'],
  ['another way to write a day', born, ['28.02.1990'], '[q][0] error.restrictedValue'],
  ['today', { type: 'DATE_OF_BIRTH' }, ['2026-11-21'], '[q][0] error.restrictedValue'],
  ['yesterday', { type: 'DATE_OF_BIRTH' }, ['2026-11-20'], null],
  ['18 today', born, ['2008-11-21'], null],
  ['18 tomorrow', born, ['2008-11-22'], '[q][0] error.tooYoung 18'],
  ['65 today', born, ['1961-11-21'], null],
  ['65 since yesterday', born, ['1961-11-20'], '[q][0] error.tooOld 65'],
  ['a VAT number', { type: 'VAT_NUMBER' }, ['DE 123456789'], null],
  ['an unknown VAT number', { type: 'VAT_NUMBER' }, ['999999999'], '[q][0] error.STEP_2_INVALID_VAT'],
  ['no VAT number', { type: 'VAT_NUMBER' }, ['12'], '[q][0] error.STEP_2_INVALID_VAT'],
  [
    'no VAT number where one is needed',
    { type: 'VAT_NUMBER', isRequired: true },
    [''],
    '[q][0] error.STEP_2_INVALID_VAT',
  ],
  ['no VAT number where none is needed', { type: 'VAT_NUMBER' }, [''], null],
  ['a register that is down', { type: 'VAT_NUMBER' }, ['555555555'], '[q][0] error.vatVIESDown'],
])('%s', (_, changes, values, expected) => {
  expect(problemsOf(field(changes), values)).toEqual(expected === null ? [] : [expected])
})

describe('what is stored', () => {
  test('counts where nothing was sent', () => {
    expect(problemsOf(field({ isRequired: true }), null, { stored: ['vegan'] })).toEqual([])
    expect(problemsOf(field({ isRequired: true }), null)).toEqual(['[q][0] error.emptyField'])
    expect(problemsOf(field({ isRequired: true }), [''], { stored: ['vegan'] })).toEqual(['[q][0] error.emptyField'])
  })

  test('may be kept when it has been switched off', () => {
    expect(problemsOf(field({ type: 'SELECT', options: MEALS }), ['fish'], { stored: ['fish'] })).toEqual([])
  })

  test('is replaced by what was sent, field by field', () => {
    const fields = [field(), field({ id: 2 as FieldId, name: 'r' }), field({ id: 3 as FieldId, name: 's' })]
    const stored = new Map([1, 2, 3].map(id => [id as FieldId, ['old']]))
    const sent = new Map([
      ['q', [' new ', 'more']],
      ['r', [null]],
    ])
    expect([...mergedAnswers(fields, sent, stored)]).toEqual([
      [1, ['new']],
      [2, []],
      [3, ['old']],
    ])
  })
})

test('a VAT number has to look like one where the register is not asked', () => {
  const question = field({ type: 'VAT_NUMBER' })
  expect(problemsOf(question, ['999999999'], { vat: { isVerified: false } })).toEqual([])
  expect(problemsOf(question, ['9'], { vat: { isVerified: false } })).toEqual(['[q][0] error.STEP_2_INVALID_VAT'])
  expect(problemsOf(question, ['123456789'], { vat: { country: null } })).toEqual(['[q][0] error.STEP_2_INVALID_VAT'])
})

test('the register is asked for the country of the organiser, where that is in the Union', () => {
  const input = { sent: new Map([['q', ['de 123']]]), stored: new Map() }
  const numbers = (vat: Partial<VatFacts>) =>
    numbersToVerify([field({ type: 'VAT_NUMBER' })], input, { ...VAT, ...vat })
  expect(numbers({})).toEqual([{ country: 'DE', number: '123' }])
  expect([numbers({ country: null }), numbers({ country: 'CH' }), numbers({ isVerified: false })]).toEqual([[], [], []])
})

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test.each([
  ['2000-02-29', '2026-02-28', 25, 26],
  ['2000-02-29', '2026-03-01', 26, 27],
  ['2000-11-21', '2026-11-21', 26, 26],
])('born on %s, on %s it is %d years, or the %dth', (birth, today, completed, running) => {
  expect([completedYears(birth, today), startedYears(birth, today)]).toEqual([completed, running])
})
