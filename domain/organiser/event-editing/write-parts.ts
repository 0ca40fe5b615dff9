import type { Discount } from '#domain/catalog/promo-code/promo-code.ts'
import type { FieldType } from '#domain/catalog/fields/field.ts'
import { trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import type { DiscountDraft, FieldDraft, PollDraft, PromoCodeDraft, ServiceDraft } from './event-draft.ts'
import {
  type DiscountRequest,
  type FieldRequest,
  type PollRequest,
  type PromoCodeRequest,
  QUESTION_TYPES,
  type ServiceRequest,
} from './event-request.ts'
import { type Writing, amount, bodies, localTime, namesOf } from './writing.ts'

/** The parts of an event as its organiser states them: the reverse of their readers. */

const ANY_NUMBER = -1

export const writeService =
  ({ timeZone, currency }: Writing) =>
  (service: ServiceDraft): ServiceRequest => ({
    type: service.type,
    supplementPolicy: service.charge.policy,
    title: bodies(service.title),
    description: bodies(service.description),
    ...writeCharge(service.charge, currency),
    availableQuantity: service.stock ?? ANY_NUMBER,
    maxQtyPerOrder: service.maxQtyPerOrder,
    inception: localTime(service.onSale.start, timeZone),
    expiration: localTime(service.onSale.end, timeZone),
    vatType: service.vat,
  })

function writeCharge(charge: ServiceDraft['charge'], currency: Writing['currency']): ServiceRequest {
  const amountOrNull = (value: Parameters<typeof amount>[0] | null) => (value === null ? null : amount(value, currency))
  if ('percentage' in charge) {
    return {
      price: Number(trimmedPercentage(charge.percentage)),
      minPrice: amountOrNull(charge.minimum),
      maxPrice: amountOrNull(charge.maximum),
    }
  }
  return { price: amountOrNull(charge.price), fixPrice: charge.price !== null }
}

export const writeCode =
  ({ timeZone, categories }: Writing) =>
  ({ code, effect, maxUsage, valid }: PromoCodeDraft): PromoCodeRequest => ({
    name: code,
    codeType: effect.codeType,
    validFrom: localTime(valid.start, timeZone),
    validTo: localTime(valid.end, timeZone),
    maxUsage: maxUsage ?? ANY_NUMBER,
    ...(effect.codeType === 'ACCESS'
      ? { discountType: 'NONE', hiddenCategory: namesOf([effect.hiddenCategory], categories)[0] ?? null }
      : { ...writeReduction(effect.discount), categories: namesOf(effect.categories, categories) }),
  })

/** A code of an organisation, with times of a zone: an amount has a currency of its own, and nothing is named of an event. */
export const writeOrganizationCode =
  (timeZone: string) =>
  ({ code, effect, maxUsage, valid }: PromoCodeDraft) => {
    if (effect.codeType !== 'DISCOUNT')
      throw new Error(`${code} opens a category, and is in no list of an organisation`)
    const { discount } = effect
    return {
      name: code,
      ...writeReduction(discount),
      currency: discount.kind === 'PERCENTAGE' ? null : discount.currency,
      validFrom: localTime(valid.start, timeZone),
      validTo: localTime(valid.end, timeZone),
      maxUsage: maxUsage ?? ANY_NUMBER,
    }
  }

/** Whole percent, or minor units. */
function writeReduction(discount: Discount) {
  const value = discount.kind === 'PERCENTAGE' ? trimmedPercentage(discount.percentage) : String(discount.amount)
  return { discountType: discount.kind, discount: Number(value) }
}

export const writeDiscount =
  ({ categories }: Writing) =>
  (rule: DiscountDraft): DiscountRequest => ({
    minimumTickets: rule.minimumTickets,
    categories: namesOf(rule.categories, categories),
    ...writeReduction(rule.discount),
    message: bodies(rule.message),
  })

export const writePoll = (poll: PollDraft): PollRequest => ({
  title: bodies(poll.title),
  description: bodies(poll.description),
  options: poll.options.map(({ title }) => bodies(title)),
  allowedTags: poll.allowedTags,
  order: poll.ordinal,
  status: poll.status,
})

export const writeQuestion =
  ({ categories }: Pick<Writing, 'categories'>) =>
  (field: FieldDraft): FieldRequest => ({
    ordinal: field.ordinal,
    name: field.name,
    type: typeName(field.type),
    required: field.isRequired,
    label: bodies(field.label),
    placeholder: bodies(field.placeholder),
    restrictedValues: field.options.map(({ value, isEnabled, labels }) => ({
      value,
      enabled: isEnabled,
      descriptions: bodies(labels),
    })),
    contentLength: field.minimum === null && field.maximum === null ? null : { min: field.minimum, max: field.maximum },
    displayAtCheckIn: field.isShownAtCheckIn,
    editable: field.isEditable,
    categories: namesOf(field.categories, categories),
    additionalService: field.service,
  })

function typeName(type: FieldType): FieldRequest['type'] {
  const found = TYPE_NAMES.find(name => QUESTION_TYPES[name] === type)
  if (found === undefined) throw new Error(`there is no question of the type ${type}`)
  return found
}

const isName = (name: string): name is FieldRequest['type'] => Object.hasOwn(QUESTION_TYPES, name)

const TYPE_NAMES = Object.keys(QUESTION_TYPES).filter(isName)
