import type { FieldOption, FieldType } from '#domain/catalog/fields/field.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import {
  type CategoryDraft,
  type CategoryReference,
  type FieldDraft,
  type ServiceDraft,
  referenceOf,
} from './event-draft.ts'
import { type EventProblemCode, newFindings } from './event-problem.ts'
import { type FieldRequest, QUESTION_TYPES } from './event-request.ts'
import { type Place, type Shared, allRead, isComplete, isWithin, readNamed, readTexts, trimmed } from './reading.ts'

const MAX_LENGTH = 10_000
const MAX_ORDINAL = 10_000

/** What questions may refer to; undefined where that part could not be read. */
type FieldScope = {
  readonly categories: readonly CategoryDraft[] | undefined
  readonly services: readonly ServiceDraft[] | undefined
  readonly firstLanguage: string | undefined
}

/** Questions of an event, or of a pass, which has neither categories nor extras. */
type FieldsReading = Shared<'additionalInfo', 'fields', FieldProblemCode>

export type FieldProblemCode =
  | Exclude<Extract<EventProblemCode, `field-${string}`>, 'field-answered'>
  | 'category-unknown'
  | 'language-unknown'
  | 'language-repeated'

/** The questions: the stated ones, identified by their names, or the stored. */
export function readFields(reading: FieldsReading, scope: FieldScope): readonly FieldDraft[] | undefined {
  const { request, stored, findings } = reading
  if (!request.additionalInfo) return keepStored(reading, scope)
  const list = {
    field: 'additionalInfo',
    identify: (field: FieldRequest, at: string) => {
      const name = trimmed(field.name) ?? ''
      const isName = /^[a-z0-9][a-z0-9_-]{0,63}$/i.test(name)
      return isName ? { name } : findings.refuse('field-name-malformed', `${at}.name`, name)
    },
    refuseRepeated: (name: string, at: string) => findings.refuse('field-name-repeated', `${at}.name`, name),
  }
  return readNamed(request.additionalInfo, list, (field, place) => {
    const id = stored?.fields.find(one => one.name === place.name)?.id ?? null
    return readField({ ...reading, ...place, request: field, scope }, id)
  })
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

type FieldReading = Omit<FieldsReading, 'request'> &
  Place<{ readonly name: string }> & { readonly request: FieldRequest; readonly scope: FieldScope }

function readField(at: FieldReading, id: number | null): FieldDraft | undefined {
  const { request, name, field, findings } = at
  const type = QUESTION_TYPES[request.type]
  const label = readTexts(at, request.label, `${field}.label`)
  const placeholder = readTexts(at, request.placeholder, `${field}.placeholder`)
  if (label && Object.keys(label).length === 0) findings.refuse('field-label-missing', `${field}.label`)
  const options = readOptions(at, type)
  const lengths = readLengths(at)
  const ordinal = request.ordinal ?? at.index
  if (!isWithin(ordinal, -MAX_ORDINAL, MAX_ORDINAL)) {
    return findings.refuse('field-ordinal-unreadable', `${field}.ordinal`, ordinal)
  }
  const subject = { categories: readCategories(at), service: readService(at) }
  const parts = { label, placeholder, options, lengths, ...subject }
  if (!isComplete(parts)) return undefined
  const { lengths: bounds, ...rest } = parts
  return {
    id,
    name,
    type,
    isRequired: request.required ?? false,
    isEditable: request.editable ?? true,
    ...bounds,
    ...rest,
    isShownAtCheckIn: request.displayAtCheckIn ?? false,
    ordinal,
  }
}

/** Lists, radio buttons and boxes have options, a country may have; all others have none. */
function readOptions(at: FieldReading, type: FieldType): readonly FieldOption[] | undefined {
  const { findings } = at
  const requests = at.request.restrictedValues ?? []
  const list = {
    field: `${at.field}.restrictedValues`,
    identify: ({ value }: (typeof requests)[number], field: string) => {
      const name = trimmed(value)
      return name === null ? findings.refuse('field-option-blank', field) : { name }
    },
    refuseRepeated: (name: string, field: string) => findings.refuse('field-option-repeated', field, name),
  }
  const isChosen = type === 'SELECT' || type === 'RADIO' || type === 'CHECKBOX'
  if (isChosen && requests.length === 0) return findings.refuse('field-options-missing', list.field)
  if (!isChosen && type !== 'COUNTRY') return []
  return readNamed(requests, list, ({ enabled, descriptions }, { name: value, field }): FieldOption | undefined => {
    const labels = readTexts(at, descriptions, `${field}.descriptions`)
    return labels && { value, isEnabled: enabled ?? true, labels }
  })
}

function readLengths({ request, field, findings }: FieldReading): Pick<FieldDraft, 'minimum' | 'maximum'> | undefined {
  const minimum = request.contentLength?.min ?? null
  const maximum = request.contentLength?.max ?? null
  const isLength = (length: number | null) => length === null || isWithin(length, 0, MAX_LENGTH)
  const isOrdered = minimum === null || maximum === null || minimum <= maximum
  return isLength(minimum) && isLength(maximum) && isOrdered
    ? { minimum, maximum }
    : findings.refuse('field-length-unreadable', `${field}.contentLength`)
}

function readCategories({ request, field, scope, findings }: FieldReading): readonly CategoryReference[] | undefined {
  const { categories } = scope
  if (!categories) return undefined
  const read = (request.categories ?? []).map(name => {
    const category = categories.find(one => one.name === name.trim())
    return category ? referenceOf(category) : findings.refuse('category-unknown', `${field}.categories`, name)
  })
  return allRead(read)
}

/** Null: the question is to attendees. */
function readService({ request, field, scope, findings }: FieldReading): string | null | undefined {
  const title = trimmed(request.additionalService)
  const { services, firstLanguage } = scope
  if (title === null) return null
  if (!services || firstLanguage === undefined) return undefined
  const isOffered = services.some(service => inLanguage(service.title, firstLanguage) === title)
  return isOffered ? title : findings.refuse('field-service-unknown', `${field}.additionalService`, title)
}

/** A stored question and what people have answered. */
export type StoredField = {
  readonly id: number
  readonly name: string
  readonly type: FieldType
  readonly options: readonly FieldOption[]
  readonly isAnswered: boolean
}

export type FieldPlan = { readonly put: readonly FieldDraft[]; readonly deleted: readonly number[] }

/**
 * Decides how the questions of an event change: one that people have answered stays, and so do its type and its options;
 * an option may be switched off.
 */
export function planFields(stored: readonly StoredField[], fields: readonly FieldDraft[]): Outcome<FieldPlan> {
  const { problems, refuse } = newFindings()
  const missing = stored.filter(({ id }) => !fields.some(field => field.id === id))
  for (const { name, isAnswered } of missing) if (isAnswered) refuse('field-answered', 'additionalInfo', name)
  for (const before of stored.filter(({ isAnswered }) => isAnswered)) {
    const after = fields.find(({ id }) => id === before.id)
    if (after && !isSameKind(before, after)) refuse('field-answered', 'additionalInfo', before.name)
  }
  return acceptedUnless(problems, { put: fields, deleted: missing.map(({ id }) => id) })
}

/** Does a change leave what people may have answered to this question as it is? */
export function isKeptAsStored(before: StoredField, fields: readonly FieldDraft[]): boolean {
  const after = fields.find(({ id }) => id === before.id)
  return after !== undefined && isSameKind(before, after)
}

function isSameKind(before: StoredField, after: FieldDraft): boolean {
  const isKept = ({ value }: FieldOption) => after.options.some(option => option.value === value)
  return before.type === after.type && before.options.every(isKept)
}
