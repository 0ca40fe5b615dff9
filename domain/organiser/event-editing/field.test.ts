import { describe, expect, test } from 'vitest'
import { planFields } from './field.ts'
import type { EventDraft } from './event-draft.ts'
import type { FieldRequest } from './event-request.ts'
import { aService, anEvent, draftOf, problemsOf } from '#tests/builders/event-requests.ts'

const aQuestion = (changes: Partial<FieldRequest> = {}): FieldRequest => ({
  name: 'meal',
  type: 'LIST_BOX',
  label: [{ lang: 'en', body: 'Which meal?' }],
  restrictedValues: [{ value: 'meat' }, { value: 'vegan', enabled: false }],
  ...changes,
})

const asking = (...additionalInfo: FieldRequest[]) => anEvent({ additionalInfo, additionalServices: [aService()] })

test('a question needs a name, a type and a label; the rest goes without saying', () => {
  expect(
    draftOf(asking({ name: 'phone', type: 'PHONE_NUMBER', label: [{ lang: 'en', body: 'Phone' }] })).fields,
  ).toEqual([
    {
      id: null,
      name: 'phone',
      type: 'PHONE',
      isRequired: false,
      isEditable: true,
      minimum: null,
      maximum: null,
      options: [],
      label: { en: 'Phone' },
      placeholder: {},
      categories: [],
      service: null,
      isShownAtCheckIn: false,
      ordinal: 0,
    },
  ])
})

test('everything about a question is kept', () => {
  const question = aQuestion({
    ordinal: -1,
    required: true,
    editable: false,
    contentLength: { min: 1, max: 5 },
    displayAtCheckIn: true,
    categories: ['Conference'],
    additionalService: 'Booklet',
    placeholder: [{ lang: 'en', body: 'As you like' }],
  })
  expect(draftOf(asking(question)).fields).toMatchObject([
    {
      type: 'SELECT',
      isRequired: true,
      isEditable: false,
      minimum: 1,
      maximum: 5,
      options: [
        { value: 'meat', isEnabled: true },
        { value: 'vegan', isEnabled: false },
      ],
      placeholder: { en: 'As you like' },
      categories: ['Conference'],
      service: 'Booklet',
      isShownAtCheckIn: true,
      ordinal: -1,
    },
  ])
})

test.each<[string, Partial<FieldRequest>, string]>([
  ['a name with blanks', { name: 'my meal' }, 'field-name-malformed at additionalInfo[0].name'],
  ['no label', { label: [] }, 'field-label-missing at additionalInfo[0].label'],
  ['nothing to choose', { restrictedValues: [] }, 'field-options-missing at additionalInfo[0].restrictedValues'],
  [
    'a blank value',
    { restrictedValues: [{ value: ' ' }] },
    'field-option-blank at additionalInfo[0].restrictedValues[0]',
  ],
  [
    'a value twice',
    { restrictedValues: [{ value: 'a' }, { value: 'a ' }] },
    'field-option-repeated at additionalInfo[0].restrictedValues[1]',
  ],
  [
    'bounds the wrong way',
    { contentLength: { min: 5, max: 1 } },
    'field-length-unreadable at additionalInfo[0].contentLength',
  ],
  ['an unknown category', { categories: ['VIP'] }, 'category-unknown at additionalInfo[0].categories'],
  ['an unknown extra', { additionalService: 'Dinner' }, 'field-service-unknown at additionalInfo[0].additionalService'],
  ['a place beyond reason', { ordinal: 1e9 }, 'field-ordinal-unreadable at additionalInfo[0].ordinal'],
])('a question with %s is refused', (_, changes, expected) => {
  expect(problemsOf(asking(aQuestion(changes)))).toEqual([expected])
})

test('two questions of one name are refused', () => {
  expect(problemsOf(asking(aQuestion(), aQuestion()))).toEqual(['field-name-repeated at additionalInfo[1].name'])
})

describe('an update', () => {
  const stored: EventDraft = (() => {
    const draft = draftOf(asking(aQuestion({ additionalService: 'Booklet' })))
    return { ...draft, fields: draft.fields.map(field => ({ ...field, id: 7 })) }
  })()

  test('that says nothing of questions keeps them', () => {
    expect(draftOf({}, stored).fields).toEqual(stored.fields)
  })

  test('finds a question by its name', () => {
    expect(draftOf({ additionalInfo: [aQuestion(), aQuestion({ name: 'other' })] }, stored).fields).toMatchObject([
      { id: 7, name: 'meal', service: null },
      { id: null, name: 'other' },
    ])
  })

  test('cannot take away the extra that is asked about', () => {
    expect(problemsOf({ additionalServices: [] }, stored)).toEqual(['field-service-unknown at additionalInfo'])
  })

  const [field] = stored.fields
  if (!field) throw new Error('no question')
  const answered = { ...field, id: 7, isAnswered: true }
  const unanswered = { ...answered, isAnswered: false }

  test.each([
    ['goes', []],
    ['gets another type', [{ ...field, type: 'RADIO' as const }]],
    ['loses a value', [{ ...field, options: field.options.slice(1) }]],
  ])('a question that people have answered stays as it is; an unanswered one %s', (_, fields) => {
    expect(planFields([answered], fields)).toMatchObject({ ok: false, problems: [{ code: 'field-answered' }] })
    expect(planFields([unanswered], fields)).toMatchObject({ ok: true })
  })

  test('its values may be switched off and be more', () => {
    const options = [
      ...field.options.map(option => ({ ...option, isEnabled: false })),
      { value: 'x', isEnabled: true, labels: {} },
    ]
    expect(planFields([answered], [{ ...field, options }])).toMatchObject({ ok: true, value: { deleted: [] } })
  })
})
