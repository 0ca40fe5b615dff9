import { expect, test } from 'vitest'
import type { AdditionalField } from '#contract/ticket.ts'
import { answersIn } from './question-texts.ts'

const aQuestion = (changes: Partial<AdditionalField>, ...answers: readonly string[]): AdditionalField => ({
  name: 'club',
  value: answers[0] ?? null,
  type: 'input:text',
  required: false,
  editable: true,
  minLength: null,
  maxLength: null,
  restrictedValues: [],
  fields: answers.map((fieldValue, fieldIndex) => ({ fieldIndex, fieldValue })),
  beforeStandardFields: false,
  description: { de: { label: 'Ihr Verein', placeholder: null, restrictedValuesDescription: { chess: 'Schach' } } },
  ...changes,
})

test('answers are read with the words of their questions', () => {
  expect(
    answersIn(
      [
        aQuestion({ type: 'checkbox' }, 'chess', 'go'),
        aQuestion({ name: 'land', type: 'country' }, 'CH'),
        aQuestion({ name: 'nothing' }),
        aQuestion({ name: 'blank' }, ''),
      ],
      'de',
    ),
  ).toEqual([
    { name: 'club', label: 'Ihr Verein', answer: 'Schach, go' },
    { name: 'land', label: 'Ihr Verein', answer: 'Schweiz' },
  ])
})
