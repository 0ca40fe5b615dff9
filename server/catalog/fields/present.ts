import type * as wire from '#contract/ticket.ts'
import { type AdditionalField, type Answers, type FieldType, isManyfold } from '#domain/catalog/fields/field.ts'
import { type Language, inFirstLanguage } from '#domain/foundation/language/texts.ts'

/** Under which names clients know the types. */
const TYPES = {
  TEXT: 'input:text',
  PHONE: 'input:tel',
  VAT_NUMBER: 'vat:eu',
  DATE_OF_BIRTH: 'input:dateOfBirth',
  LONG_TEXT: 'textarea',
  COUNTRY: 'country',
  SELECT: 'select',
  CHECKBOX: 'checkbox',
  RADIO: 'radio',
} as const satisfies Record<FieldType, wire.AdditionalField['type']>

/** `others`: the languages of the event in their order, for texts that a language of the shop lacks. */
type FieldContext = {
  readonly answers: Answers
  readonly languages: readonly Language[]
  readonly others: readonly Language[]
}

/** The questions to an attendee, with the answers; those before name and e-mail, and those after. */
export function presentQuestions(
  fields: readonly AdditionalField[],
  context: FieldContext,
): Pick<wire.Ticket, 'ticketFieldConfigurationBeforeStandard' | 'ticketFieldConfigurationAfterStandard'> {
  const present = (field: AdditionalField) => presentField(field, context)
  return {
    ticketFieldConfigurationBeforeStandard: fields.filter(({ ordinal }) => ordinal < 0).map(present),
    ticketFieldConfigurationAfterStandard: fields.filter(({ ordinal }) => ordinal >= 0).map(present),
  }
}

/**
 * One question with its answer. What is switched off can be seen by those who have chosen it only; every language of the
 * shop has a text, because clients look for the one they speak.
 */
export function presentField(
  field: AdditionalField,
  { answers, languages, others }: FieldContext,
): wire.AdditionalField {
  const values = answers.get(field.id) ?? []
  const options = field.options.filter(({ value, isEnabled }) => isEnabled || values.includes(value))
  return {
    name: field.name,
    value: values.length === 0 ? null : isManyfold(field) ? JSON.stringify(values) : (values[0] ?? null),
    type: TYPES[field.type],
    required: field.isRequired,
    editable: field.isEditable,
    minLength: field.minimum,
    maxLength: field.maximum,
    restrictedValues: options.map(({ value }) => value),
    fields: presentInputs(field, values, options),
    beforeStandardFields: field.ordinal < 0,
    description: Object.fromEntries(
      languages.map(language => [
        language,
        {
          label: inFirstLanguage(field.label, language, others),
          placeholder: inFirstLanguage(field.placeholder, language, others) || null,
          restrictedValuesDescription: Object.fromEntries(
            options.map(({ value, labels }) => [value, inFirstLanguage(labels, language, others) || value]),
          ),
        },
      ]),
    ),
  }
}

/** One for each box, empty when it is not ticked; one for everything else, empty about an extra (booking contract 5). */
function presentInputs(
  field: AdditionalField,
  values: readonly string[],
  options: AdditionalField['options'],
): wire.AdditionalField['fields'] {
  if (field.type !== 'CHECKBOX')
    return [{ fieldIndex: 0, fieldValue: values[0] ?? (field.subject.kind === 'item' ? '' : null) }]
  const boxes = options.length > 0 ? options.map(({ value }) => value) : ['']
  return boxes.map((value, fieldIndex) => ({ fieldIndex, fieldValue: values.includes(value) ? value : '' }))
}
