import type { AccessType, SeatSource } from '#domain/catalog/catalog/category.ts'
import type { EventFormat } from '#domain/catalog/catalog/event.ts'
import type { Instant, Window } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { type Minor, ZERO, minorFromDecimal } from '#domain/foundation/money/money.ts'
import type { CategoryDraft } from './category/category-draft.ts'
import type { CategoryRequest } from './event-request.ts'
import { readGroupLink } from './group.ts'
import { line, type Reading, isWholeNumber, readMoment, readSettings, readTexts, trimmed } from './reading.ts'
import { MAX_SEATS, type TermsOfSale } from './read-terms-of-sale.ts'
import type { Times } from './read-times.ts'

const MAX_NAME_LENGTH = 255

/** The parts of the event a category is read against; undefined where that part could not be read. */
export type Around = {
  readonly format: EventFormat | undefined
  readonly times: Times | undefined
  readonly sale: TermsOfSale | undefined
}

/** All categories the event will have: the stored ones, changed where the request names them, and the new ones. */
export function readCategories(reading: Reading, around: Around): readonly CategoryDraft[] | undefined {
  const { request, stored, findings } = reading
  const requested = request.tickets?.categories ?? []
  const matches = requested.map(category => matchOf(category, stored?.categories ?? []))
  const read = requested.map((category, index) => {
    const at = { ...reading, category, stored: matches[index] ?? null, field: `tickets.categories[${index}]`, index }
    return readCategory(at, around)
  })
  const untouched = (stored?.categories ?? []).filter(category => !matches.includes(category))
  if (requested.length + untouched.length === 0) findings.refuse('categories-missing', 'tickets.categories')
  for (const { onSale, name } of untouched) checkWindow(reading, onSale, around, name)
  if (!read.every(category => category !== undefined)) return undefined
  const categories = [...untouched, ...read]
  const areNamed = hasOwnNames(reading, categories)
  return haveOwnCodes(reading, categories) && areNamed ? categories : undefined
}

/** Matched by id, then by name (organiser contract, event update). */
function matchOf({ id, name }: CategoryRequest, stored: readonly CategoryDraft[]): CategoryDraft | undefined {
  return stored.find(category => category.id === id) ?? stored.find(category => category.name === line(name))
}

function hasOwnNames({ findings }: Reading, categories: readonly CategoryDraft[]): boolean {
  const names = categories.map(({ name }) => name)
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  for (const name of repeated) findings.refuse('category-name-repeated', 'tickets.categories', name)
  return repeated.size === 0
}

function haveOwnCodes({ findings }: Reading, categories: readonly CategoryDraft[]): boolean {
  const codes = categories.flatMap(({ code }) => (code === null ? [] : [code]))
  const repeated = new Set(codes.filter((code, index) => codes.indexOf(code) !== index))
  for (const code of repeated) findings.refuse('category-code-repeated', 'tickets.categories', code)
  return repeated.size === 0
}

type CategoryReading = Omit<Reading, 'stored'> & {
  readonly category: CategoryRequest
  readonly stored: CategoryDraft | null
  readonly field: string
  readonly index: number
}

function readCategory(at: CategoryReading, around: Around): CategoryDraft | undefined {
  const name = readName(at)
  const description = readDescription(at)
  const price = readPrice(at, around.sale)
  const seatSource = readSeatSource(at)
  const access = readAccess(at, seatSource)
  const onSale = readWindow(at, around, name ?? '')
  const accessType = readAccessType(at, around.format)
  const validity = readValidity(at, around.times?.timeZone)
  if (name === undefined || description === undefined || price === undefined || seatSource === undefined)
    return undefined
  if (onSale === undefined || accessType === undefined || validity === undefined || !access) return undefined
  return {
    id: at.stored?.id ?? null,
    name,
    description,
    price,
    seatSource,
    ...access,
    onSale,
    accessType,
    ordinal: at.category.ordinal ?? at.stored?.ordinal ?? at.index,
    ...validity,
    settings: readSettings(at.category.settings, `${at.field}.settings`),
  }
}

function readName({ category, stored, field, findings }: CategoryReading): string | undefined {
  const name = line(category.name) ?? stored?.name
  if (name === undefined) return findings.refuse('category-name-missing', `${field}.name`)
  return name.length <= MAX_NAME_LENGTH
    ? name
    : findings.refuse('category-name-too-long', `${field}.name`, MAX_NAME_LENGTH)
}

function readDescription(at: CategoryReading): LocalizedTexts | undefined {
  const { category, stored, field } = at
  if (!category.description) return stored?.description ?? {}
  return readTexts(at, category.description, `${field}.description`)
}

function readPrice(
  { category, stored, field, findings }: CategoryReading,
  sale: TermsOfSale | undefined,
): Minor | undefined {
  const at = `${field}.price`
  const given = category.price ?? null
  if (given === null) {
    if (sale?.isFreeOfCharge) return ZERO
    return stored?.price ?? findings.refuse('category-price-missing', at)
  }
  if (sale === undefined) return undefined
  if (sale.isFreeOfCharge) return Number(given) === 0 ? ZERO : findings.refuse('category-price-in-free-event', at)
  const price = sale.currency === null ? undefined : minorFromDecimal(given, sale.currency)
  const isPrice = price !== undefined && price >= 0n && price <= 1_000_000_000_000n
  return isPrice ? price : findings.refuse('category-price-unreadable', at, String(given))
}

/** Nothing, or 0, means that the category draws from the pool (organiser contract, maxTickets). */
function readSeatSource({ category, stored, field, findings }: CategoryReading): SeatSource | undefined {
  const seats = category.maxTickets ?? null
  if (seats === null) return stored?.seatSource ?? { kind: 'pool' }
  if (!isWholeNumber(seats, 0, MAX_SEATS)) {
    return findings.refuse('category-seats-unreadable', `${field}.maxTickets`, seats)
  }
  return seats === 0 ? { kind: 'pool' } : { kind: 'bounded', seats }
}

type Access = Pick<CategoryDraft, 'isRestricted' | 'code' | 'groupLink'>

/** Who may buy from the category: everybody, or buyers with a token, with the category's own code, or in a group. */
function readAccess(at: CategoryReading, seatSource: SeatSource | undefined): Access | undefined {
  const { category, stored, field, findings } = at
  const isRestricted = category.accessRestricted ?? stored?.isRestricted ?? false
  if (isRestricted && seatSource?.kind === 'pool') {
    findings.refuse('category-restricted-unbounded', `${field}.accessRestricted`)
  }
  const code = readCode(at)
  const groupLink = readGroupLink(at, category.groupLink, stored?.groupLink ?? null, `${field}.groupLink`)
  return code === undefined || groupLink === undefined ? undefined : { isRestricted, code, groupLink }
}

/** Nothing keeps the code, a blank one removes it. It is part of an address, so it is plain. */
function readCode({ category, stored, field, findings }: CategoryReading): string | null | undefined {
  const given = category.accessCode ?? null
  if (given === null) return stored?.code ?? null
  const code = given.trim().toUpperCase()
  if (code === '') return null
  return /^[A-Z0-9_-]{1,64}$/.test(code)
    ? code
    : findings.refuse('category-code-malformed', `${field}.accessCode`, given)
}

function readWindow(at: CategoryReading, around: Around, name: string): Window | undefined {
  const { category, stored, field, findings } = at
  const zone = around.times?.timeZone
  const start = readMoment(at, category.startSellingDate, zone, `${field}.startSellingDate`)
  const end = readMoment(at, category.endSellingDate, zone, `${field}.endSellingDate`)
  if (start === undefined || end === undefined) return undefined
  const from = start ?? stored?.onSale.start
  const to = end ?? stored?.onSale.end
  if (from === undefined || to === undefined) return findings.refuse('category-sale-missing', field, name)
  const window = { start: from, end: to }
  return checkWindow(at, window, around, name) ? window : undefined
}

/** Ordered, begun before the event begins, over when the event ends (domain rules 4.8). */
function checkWindow({ findings }: Pick<Reading, 'findings'>, { start, end }: Window, { times }: Around, name: string) {
  const field = 'tickets.categories'
  if (start >= end) findings.refuse('category-sale-order', field, name)
  else if (times && end > times.endsAt) findings.refuse('category-sale-after-event', field, name)
  else if (times && start >= times.startsAt) findings.refuse('category-starts-after-event', field, name)
  else return true
  return false
}

/** Only a hybrid event has categories of both kinds; elsewhere they follow the event (domain rules 5). */
function readAccessType({ category, stored, field, findings }: CategoryReading, format: EventFormat | undefined) {
  const at = `${field}.ticketAccessType`
  const given = trimmed(category.ticketAccessType)
  if (given !== null && !isAccessType(given)) return findings.refuse('category-access-type-unknown', at, given)
  if (format === 'HYBRID') {
    if (given === 'INHERIT') return findings.refuse('category-access-type-missing', at)
    return given ?? stored?.accessType ?? 'IN_PERSON'
  }
  const isFit = given === null || given === 'INHERIT' || format === undefined || given === format
  return isFit ? ('INHERIT' as const) : findings.refuse('category-access-type-unfit', at, given)
}

const ACCESS_TYPES: readonly string[] = ['INHERIT', 'IN_PERSON', 'ONLINE'] satisfies AccessType[]
const isAccessType = (text: string): text is AccessType => ACCESS_TYPES.includes(text)

type Validity = Pick<CategoryDraft, 'checkInFrom' | 'checkInTo' | 'validFrom' | 'validTo'>

function readValidity(at: CategoryReading, zone: string | undefined): Validity | undefined {
  const { category, stored, field, findings } = at
  const asked = category.customValidity ?? {}
  const moment = (name: keyof typeof asked, kept: Instant | null | undefined) => {
    const given = readMoment(at, asked[name], zone, `${field}.customValidity.${name}`)
    return given === null ? (kept ?? null) : given
  }
  const checkInFrom = moment('checkInFrom', stored?.checkInFrom)
  const checkInTo = moment('checkInTo', stored?.checkInTo)
  const validFrom = moment('validityStart', stored?.validFrom)
  const validTo = moment('validityEnd', stored?.validTo)
  if (checkInFrom === undefined || checkInTo === undefined || validFrom === undefined || validTo === undefined) {
    return undefined
  }
  const isOrdered = (from: Instant | null, to: Instant | null) => from === null || to === null || from < to
  return isOrdered(checkInFrom, checkInTo) && isOrdered(validFrom, validTo)
    ? { checkInFrom, checkInTo, validFrom, validTo }
    : findings.refuse('category-validity-order', `${field}.customValidity`)
}
