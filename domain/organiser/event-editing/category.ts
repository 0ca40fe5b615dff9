import type { SeatSource } from '#domain/catalog/catalog/category.ts'
import type { EventFormat } from '#domain/catalog/catalog/event.ts'
import type { Instant, Window } from '#domain/foundation/instant.ts'
import { type Minor, ZERO } from '#domain/foundation/money/money.ts'
import type { CategoryDraft } from './event-draft.ts'
import type { CategoryRequest } from './event-request.ts'
import { readGroupLink } from './group.ts'
import {
  MAX_SEATS,
  type Reading,
  type TermsOfSale,
  type Times,
  allRead,
  amountOf,
  isComplete,
  line,
  readMoment,
  readNumber,
  readSettings,
  readTexts,
} from './reading.ts'

const MAX_NAME_LENGTH = 255

/** The parts of the event a category is read against; undefined where that part could not be read. */
type Around = {
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
  if (requested.length + untouched.length === 0 && !reading.context.mayOnlyAnnounce)
    findings.refuse('categories-missing', 'tickets.categories')
  for (const { onSale, name } of untouched) checkWindow(reading, onSale, around, name)
  const complete = allRead(read)
  if (!complete) return undefined
  const categories = [...untouched, ...complete]
  const names = repeatedAmong(categories.map(({ name }) => name))
  for (const name of names) findings.refuse('category-name-repeated', 'tickets.categories', name)
  const codes = repeatedAmong(categories.flatMap(({ code }) => code ?? []))
  for (const code of codes) findings.refuse('category-code-repeated', 'tickets.categories', code)
  return names.size + codes.size === 0 ? categories : undefined
}

/** Matched by id, then by name (organiser contract, event update). */
function matchOf({ id, name }: CategoryRequest, stored: readonly CategoryDraft[]): CategoryDraft | undefined {
  return stored.find(category => category.id === id) ?? stored.find(category => category.name === line(name))
}

const repeatedAmong = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.filter((text, index) => texts.indexOf(text) !== index))

type CategoryReading = Omit<Reading, 'stored'> & {
  readonly category: CategoryRequest
  readonly stored: CategoryDraft | null
  readonly field: string
  readonly index: number
}

function readCategory(at: CategoryReading, around: Around): CategoryDraft | undefined {
  const { category, stored, field } = at
  const name = readName(at)
  const description = readTexts(at, category.description, `${field}.description`, stored?.description)
  const price = readPrice(at, around.sale)
  const seatSource = readSeatSource(at)
  const access = readAccess(at, seatSource)
  const onSale = readWindow(at, around, name ?? '')
  const accessType = readAccessType(at, around.format)
  const validity = readValidity(at, around.times?.timeZone)
  const parts = { name, description, price, seatSource, access, onSale, accessType, validity }
  if (!isComplete(parts)) return undefined
  const { access: whoMayBuy, validity: whenValid, ...rest } = parts
  return {
    id: stored?.id ?? null,
    ...rest,
    ...whoMayBuy,
    ...whenValid,
    ordinal: category.ordinal ?? stored?.ordinal ?? at.index,
    settings: readSettings(category.settings, `${field}.settings`),
  }
}

function readName({ category, stored, field, findings: { refuse } }: CategoryReading): string | undefined {
  const name = line(category.name) ?? stored?.name
  if (name === undefined) return refuse('category-name-missing', `${field}.name`)
  const isFit = name.length <= MAX_NAME_LENGTH
  return isFit ? name : refuse('category-name-too-long', `${field}.name`, MAX_NAME_LENGTH)
}

function readPrice(at: CategoryReading, sale: TermsOfSale | undefined): Minor | undefined {
  const { category, stored, findings } = at
  const field = `${at.field}.price`
  const stated = category.price ?? null
  if (stated === null) {
    if (sale?.isFreeOfCharge) return ZERO
    return stored?.price ?? findings.refuse('category-price-missing', field)
  }
  if (sale === undefined) return undefined
  if (sale.isFreeOfCharge) return stated === 0 ? ZERO : findings.refuse('category-price-in-free-event', field)
  const price = sale.currency === null ? undefined : amountOf(stated, sale.currency)
  return price ?? findings.refuse('category-price-unreadable', field, String(stated))
}

/** Nothing, or 0, means that the category draws from the pool (organiser contract, maxTickets). */
function readSeatSource(at: CategoryReading): SeatSource | undefined {
  const rule = { kept: null, min: 0, max: MAX_SEATS, code: 'category-seats-unreadable' } as const
  const seats = readNumber(at, at.category.maxTickets, { ...rule, field: `${at.field}.maxTickets` })
  if (seats === undefined) return undefined
  if (seats === null) return at.stored?.seatSource ?? { kind: 'pool' }
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
  const stated = category.accessCode ?? null
  if (stated === null) return stored?.code ?? null
  const code = stated.trim().toUpperCase()
  if (code === '') return null
  const isFit = /^[A-Z0-9_-]{1,64}$/.test(code)
  return isFit ? code : findings.refuse('category-code-malformed', `${field}.accessCode`, stated)
}

function readWindow(at: CategoryReading, around: Around, name: string): Window | undefined {
  const { category, stored, field, findings } = at
  const zone = around.times?.timeZone
  const start = readMoment(at, category.startSellingDate, zone, `${field}.startSellingDate`)
  const end = readMoment(at, category.endSellingDate, zone, `${field}.endSellingDate`)
  if (start === undefined || end === undefined) return undefined
  const window = { start: start ?? stored?.onSale.start, end: end ?? stored?.onSale.end }
  if (!isComplete(window)) return findings.refuse('category-sale-missing', field, name)
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
  const stated = category.ticketAccessType ?? null
  if (format === 'HYBRID') {
    if (stated === 'INHERIT') return findings.refuse('category-access-type-missing', at)
    return stated ?? stored?.accessType ?? 'IN_PERSON'
  }
  const isFit = stated === null || stated === 'INHERIT' || format === undefined || stated === format
  return isFit ? ('INHERIT' as const) : findings.refuse('category-access-type-unfit', at, stated)
}

type Validity = Pick<CategoryDraft, 'checkInFrom' | 'checkInTo' | 'validFrom' | 'validTo'>

function readValidity(at: CategoryReading, zone: string | undefined): Validity | undefined {
  const { category, stored, field, findings } = at
  const stated = category.customValidity ?? {}
  const moment = (name: keyof typeof stated, kept: Instant | null | undefined) => {
    const read = readMoment(at, stated[name], zone, `${field}.customValidity.${name}`)
    return read === null ? (kept ?? null) : read
  }
  const validity = {
    checkInFrom: moment('checkInFrom', stored?.checkInFrom),
    checkInTo: moment('checkInTo', stored?.checkInTo),
    validFrom: moment('validityStart', stored?.validFrom),
    validTo: moment('validityEnd', stored?.validTo),
  }
  if (!isComplete(validity)) return undefined
  const isOrdered = (from: Instant | null, to: Instant | null) => from === null || to === null || from < to
  return isOrdered(validity.checkInFrom, validity.checkInTo) && isOrdered(validity.validFrom, validity.validTo)
    ? validity
    : findings.refuse('category-validity-order', `${field}.customValidity`)
}
