import type { FieldOption, FieldType } from '#domain/catalog/fields/field.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { CategoryDraft, CategoryReference } from './category/category-draft.ts'
import type { EventDraft, Known } from './event-draft.ts'
import type { EventProblemCode, Refuser } from './event-problem.ts'
import type { EventRequest, FieldRequest } from './event-request.ts'
import type { FieldDraft } from './field/field-draft.ts'
import { isWholeNumber, readTexts, trimmed } from './reading.ts'
import type { ServiceDraft } from './service/service-draft.ts'

const MAX_LENGTH = 10_000
const MAX_ORDINAL = 10_000

/** What questions may refer to; undefined where that part could not be read. */
export type FieldScope = {
  readonly categories: readonly CategoryDraft[] | undefined
  readonly services: readonly ServiceDraft[] | undefined
  readonly firstLanguage: string | undefined
}

/** Questions of an event, or of a pass, which has neither categories nor extras. */
export type FieldsReading = {
  readonly request: Pick<EventRequest, 'additionalInfo'>
  readonly stored: Pick<EventDraft, 'fields'> | null
  readonly known: Pick<Known, 'languages'>
  readonly findings: Refuser<FieldProblemCode>
}

export type FieldProblemCode =
  | Exclude<Extract<EventProblemCode, `field-${string}`>, 'field-answered'>
  | 'category-unknown'
  | 'language-unknown'
  | 'language-repeated'

/** How organisers call the types (organiser contract, AdditionalInfoRequest). */
const TYPES: ReadonlyMap<string, FieldType> = new Map([
  ['GENERIC_TEXT', 'TEXT'],
  ['PHONE_NUMBER', 'PHONE'],
  ['MULTI_LINE_TEXT', 'LONG_TEXT'],
  ['LIST_BOX', 'SELECT'],
  ['COUNTRY', 'COUNTRY'],
  ['EU_VAT_NR', 'VAT_NUMBER'],
  ['CHECKBOX', 'CHECKBOX'],
  ['RADIO', 'RADIO'],
  ['DATE_OF_BIRTH', 'DATE_OF_BIRTH'],
])

/** The questions: the stated ones, identified by their names, or the stored. */
export function readFields(reading: FieldsReading, scope: FieldScope): readonly FieldDraft[] | undefined {
  const { request, stored, findings } = reading
  if (!request.additionalInfo) return keepStored(reading, scope)
  const names: string[] = []
  const read = request.additionalInfo.map((field, index) => {
    const place = `additionalInfo[${index}]`
    const name = trimmed(field.name) ?? ''
    if (!/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(name)) {
      return findings.refuse('field-name-malformed', `${place}.name`, name)
    }
    if (names.includes(name)) return findings.refuse('field-name-repeated', `${place}.name`, name)
    names.push(name)
    const id = stored?.fields.find(one => one.name === name)?.id ?? null
    const rest = readField({ ...reading, request: field, place, scope }, index)
    return rest && { id, name, ...rest }
  })
  return read.every(field => field !== undefined) ? read : undefined
}

/** An extra that is asked about can't be left out. */
function keepStored({ stored, findings }: FieldsReading, { services, firstLanguage }: FieldScope) {
  const fields = stored?.fields ?? []
  if (!services || firstLanguage === undefined) return fields
  const titles = services.map(({ title }) => inLanguage(title, firstLanguage))
  for (const { service } of fields) {
    if (service !== null && !titles.includes(service)) {
      findings.refuse('field-service-unknown', 'additionalInfo', service)
    }
  }
  return fields
}

type FieldReading = Omit<FieldsReading, 'request'> & {
  readonly request: FieldRequest
  readonly place: string
  readonly scope: FieldScope
}

function readField(at: FieldReading, index: number): Omit<FieldDraft, 'id' | 'name'> | undefined {
  const { request, place, findings } = at
  const type = TYPES.get(trimmed(request.type) ?? '') ?? findings.refuse('field-type-unknown', `${place}.type`)
  const label = readTexts(at, request.label ?? [], `${place}.label`)
  const placeholder = readTexts(at, request.placeholder ?? [], `${place}.placeholder`)
  if (label && Object.keys(label).length === 0) findings.refuse('field-label-missing', `${place}.label`)
  const options = type && readOptions(at, type)
  const lengths = readLengths(at)
  const ordinal = request.ordinal ?? index
  if (!isWholeNumber(ordinal, -MAX_ORDINAL, MAX_ORDINAL)) {
    return findings.refuse('field-ordinal-unreadable', `${place}.ordinal`, ordinal)
  }
  const categories = readCategories(at)
  const service = readService(at)
  if (!type || !label || !placeholder || !options || !lengths || !categories || service === undefined) return undefined
  return {
    type,
    isRequired: request.required ?? false,
    isEditable: request.editable ?? true,
    ...lengths,
    options,
    label,
    placeholder,
    categories,
    service,
    isShownAtCheckIn: request.displayAtCheckIn ?? false,
    ordinal,
  }
}

/** Lists, radio buttons and boxes have options, a country may have; all others have none. */
function readOptions(at: FieldReading, type: FieldType): readonly FieldOption[] | undefined {
  const { request, place, findings } = at
  const field = `${place}.restrictedValues`
  const requests = request.restrictedValues ?? []
  const isChosen = type === 'SELECT' || type === 'RADIO' || type === 'CHECKBOX'
  if (isChosen && requests.length === 0) return findings.refuse('field-options-missing', field)
  if (!isChosen && type !== 'COUNTRY') return []
  const values: string[] = []
  const read = requests.map(({ value: text, enabled, descriptions }, index) => {
    const value = trimmed(text)
    if (value === null) return findings.refuse('field-option-blank', `${field}[${index}]`)
    if (values.includes(value)) return findings.refuse('field-option-repeated', `${field}[${index}]`, value)
    values.push(value)
    const labels = readTexts(at, descriptions ?? [], `${field}[${index}].descriptions`)
    return labels && { value, isEnabled: enabled ?? true, labels }
  })
  return read.every(option => option !== undefined) ? read : undefined
}

function readLengths({ request, place, findings }: FieldReading): Pick<FieldDraft, 'minimum' | 'maximum'> | undefined {
  const minimum = request.contentLength?.min ?? null
  const maximum = request.contentLength?.max ?? null
  const isLength = (length: number | null) => length === null || isWholeNumber(length, 0, MAX_LENGTH)
  const isOrdered = minimum === null || maximum === null || minimum <= maximum
  return isLength(minimum) && isLength(maximum) && isOrdered
    ? { minimum, maximum }
    : findings.refuse('field-length-unreadable', `${place}.contentLength`)
}

function readCategories({ request, place, scope, findings }: FieldReading): readonly CategoryReference[] | undefined {
  const known = scope.categories
  if (!known) return undefined
  const read = (request.categories ?? []).map(name => {
    const category = known.find(one => one.name === name.trim())
    return category ? (category.id ?? category.name) : findings.refuse('category-unknown', `${place}.categories`, name)
  })
  return read.every(reference => reference !== undefined) ? read : undefined
}

/** Null: the question is to attendees. */
function readService({ request, place, scope, findings }: FieldReading): string | null | undefined {
  const title = trimmed(request.additionalService)
  const { services, firstLanguage } = scope
  if (title === null) return null
  if (!services || firstLanguage === undefined) return undefined
  const isKnown = services.some(service => inLanguage(service.title, firstLanguage) === title)
  return isKnown ? title : findings.refuse('field-service-unknown', `${place}.additionalService`, title)
}
