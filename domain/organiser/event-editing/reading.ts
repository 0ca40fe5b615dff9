import { type PaymentProxy, isChosenByBuyers, isPaidAtDesk } from '#domain/catalog/payment-method/payment-method.ts'
import { type Instant, type Window, after } from '#domain/foundation/instant.ts'
import { type Language, type LocalizedTexts, inLanguage } from '#domain/foundation/language/texts.ts'
import { type Currency, currency } from '#domain/foundation/money/currency.ts'
import { type Minor, minorFromDecimal } from '#domain/foundation/money/money.ts'
import { type Percentage, percentage } from '#domain/foundation/money/percentage.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import type { EventDraft, PromoCodeDraft, StatedSetting, StatedText } from './event-draft.ts'
import type { Findings, Refuser } from './event-problem.ts'
import type { EventRequest, LocalizedBody, SettingsRequest } from './event-request.ts'

/** What the rules about events read of the world. */
export type DecodingContext = {
  readonly now: Instant
  /** What the organisation has stored for all of its events. */
  readonly organizerCodes: readonly PromoCodeDraft[]
  /** The languages the shop ships, in their order. */
  readonly languages: readonly Language[]
  /** May an event be without categories? The organiser contract refuses that. */
  readonly mayOnlyAnnounce: boolean
  isCurrency(code: Currency): boolean
  isTimeZone(zone: string): boolean
  /** The moment a local date-time names in a zone; undefined when it names none. */
  instantOf(local: string, zone: string): Instant | undefined
  /** Does the clock of the zone go forward over this local date-time, so that it never shows it? */
  isSkipped(local: string, zone: string): boolean
  /** Has the shop a text under this key? */
  isTextKey(key: string): boolean
}

/**
 * What every reader of a part of the request works with; `stored` is null when the event is new. A reader returns
 * undefined where it has reported a problem, or where what it is read against could not be read.
 */
export type Reading = {
  readonly request: EventRequest
  readonly stored: EventDraft | null
  readonly context: DecodingContext
  readonly findings: Findings
}

/** When the event takes place, and when an online one can be joined. */
export type Times = Pick<EventDraft, 'timeZone' | 'startsAt' | 'endsAt' | 'callLinks'>

/** How the event is sold. */
export type TermsOfSale = Pick<EventDraft, 'isFreeOfCharge' | 'seats' | 'currency' | 'tax' | 'paymentProxies'>

/** One row a seat: beyond this an event would not be stored in one go. */
export const MAX_SEATS = 200_000

/** What a reader works with that reads the same member of events and of passes. */
export type Shared<Stated extends keyof EventRequest, Stored extends keyof EventDraft, Code extends string> = {
  readonly request: Pick<EventRequest, Stated>
  readonly stored: Pick<EventDraft, Stored> | null
  readonly context: Omit<DecodingContext, 'organizerCodes'>
  readonly findings: Refuser<Code>
}

type Complete<Parts> = { readonly [Name in keyof Parts]: Exclude<Parts[Name], undefined> }

/** Were all parts read? */
export const isComplete = <Parts extends object>(parts: Parts): parts is Parts & Complete<Parts> =>
  Object.values(parts).every(part => part !== undefined)

/** All values of a list, or undefined where one could not be read. */
export const allRead = <Value>(values: readonly (Value | undefined)[]): readonly Value[] | undefined =>
  values.every(value => value !== undefined) ? values : undefined

/** A text without the blanks around it; null when nothing is left. */
export const trimmed = (text: string | null | undefined): string | null => text?.trim() || null

/** A name or a title: one line. */
export const line = (text: string | null | undefined): string | null => cleanLine(text ?? '') || null

export const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max

/** A number within bounds; `kept` when none is stated. */
export function readNumber<Code extends string, Kept>(
  { findings }: { readonly findings: Refuser<Code> },
  value: number | null | undefined,
  { kept, min, max, code, field }: { kept: Kept; min: number; max: number; code: Code; field: string },
): number | Kept | undefined {
  if (value === null || value === undefined) return kept
  return isWithin(value, min, max) ? value : findings.refuse(code, field, value)
}

const ANY_NUMBER = -1

/** How many there are at most: -1 means any number, which is null. */
export function readMaximum<Code extends string>(
  reading: { readonly findings: Refuser<Code> },
  value: number | null | undefined,
  rule: { kept: number | null; min: number; max: number; code: Code; field: string },
): number | null | undefined {
  return value === ANY_NUMBER ? null : readNumber(reading, value, rule)
}

/** An amount of money that can be stored; undefined where it is none. */
export function amountOf(value: number, unit: Currency): Minor | undefined {
  const amount = minorFromDecimal(value, unit)
  return amount !== undefined && amount >= 0n && amount <= 1_000_000_000_000n ? amount : undefined
}

const HUNDRED = percentage(100)

/** A percentage from 0 to 100; undefined where it is none. */
export function percentageOf(value: number): Percentage | undefined {
  const read = percentage(value)
  return read !== undefined && HUNDRED !== undefined && read <= HUNDRED ? read : undefined
}

/** A currency that is stated; null when none is. */
export function readCurrency(
  {
    context,
    findings,
  }: { readonly context: Pick<DecodingContext, 'isCurrency'>; readonly findings: Refuser<'currency-unknown'> },
  text: string | null | undefined,
  field: string,
): Currency | null | undefined {
  const code = trimmed(text)
  if (code === null) return null
  const read = currency(code)
  return read !== undefined && context.isCurrency(read) ? read : findings.refuse('currency-unknown', field, code)
}

/** An address of the web; null when absent. */
export function readUrl<Code extends string>(
  { findings }: { readonly findings: Refuser<Code> },
  text: string | null | undefined,
  field: string,
  code: Code,
): string | null | undefined {
  const address = trimmed(text)
  if (address === null) return null
  return /^https?:\/\/[^\s/?#]+[^\s]*$/i.test(address) && address.length <= 2000
    ? address
    : findings.refuse(code, field, address)
}

export function readTimeZone({
  request,
  stored,
  context,
  findings,
}: Shared<'timezone', 'timeZone', 'time-zone-unknown'>): string | undefined {
  const zone = trimmed(request.timezone) ?? stored?.timeZone ?? ''
  return context.isTimeZone(zone) ? zone : findings.refuse('time-zone-unknown', 'timezone', zone)
}

type MomentReading = {
  readonly context: Pick<DecodingContext, 'instantOf' | 'isSkipped'>
  readonly findings: Refuser<'date-unreadable' | 'date-skipped'>
}

/** A local date-time as a moment; null when absent. */
export function readMoment(
  { context, findings }: MomentReading,
  text: string | null | undefined,
  zone: string | undefined,
  field: string,
): Instant | null | undefined {
  const local = trimmed(text)
  if (local === null) return null
  if (zone === undefined) return undefined
  const moment = context.instantOf(local, zone)
  if (moment === undefined) return findings.refuse('date-unreadable', field, local)
  return context.isSkipped(local, zone) ? findings.refuse('date-skipped', field, local, zone) : moment
}

/** From now until the end; of what is over already the beginning lies in the past, too. */
export const windowUntil = (end: Instant, now: Instant): Window => ({ start: now < end ? now : after(end, -1), end })

/** By which an event or a pass is found among others; each once. */
export function readTags({
  request,
  stored,
  findings,
}: Shared<'tags', 'tags', 'tag-blank'>): readonly string[] | undefined {
  if (!request.tags) return stored?.tags ?? []
  const tags = request.tags.map(tag => line(tag) ?? '')
  return tags.every(tag => tag !== '') ? [...new Set(tags)] : findings.refuse('tag-blank', 'tags')
}

/**
 * Ways to pay, in the organiser's order, which decides between two that offer the same method. One at least is needed:
 * not at a desk where there is none, and none where nothing is to pay.
 */
export function readPaymentProxies(
  { findings }: { readonly findings: Refuser<'payment-method-missing'> },
  stated: readonly PaymentProxy[],
  { hasDesk, isFree, field }: { readonly hasDesk: boolean; readonly isFree: boolean; readonly field: string },
): readonly PaymentProxy[] | undefined {
  const usable = [...new Set(stated)].filter(isChosenByBuyers)
  const isPayable = isFree || usable.some(proxy => hasDesk || !isPaidAtDesk(proxy))
  return isPayable ? usable : findings.refuse('payment-method-missing', field)
}

type TextReading = {
  readonly context: Pick<DecodingContext, 'languages'>
  readonly findings: Refuser<'language-unknown' | 'language-repeated'>
}

/** Texts by language, in the order of the languages the shop ships; blank ones are left out. `kept` when none are stated. */
export function readTexts(
  { context, findings }: TextReading,
  bodies: readonly LocalizedBody[] | null | undefined,
  field: string,
  kept: LocalizedTexts = {},
): LocalizedTexts | undefined {
  if (!bodies) return kept
  const stated = bodies.map(({ lang, body }) => ({ lang: lang.trim().toLowerCase(), body: body.trim() }))
  const unknown = stated.filter(({ lang }) => !context.languages.some(language => language === lang))
  const repeated = stated.filter(({ lang }, index) => stated.findIndex(other => other.lang === lang) !== index)
  for (const { lang } of unknown) findings.refuse('language-unknown', field, lang, context.languages.join(', '))
  for (const { lang } of repeated) findings.refuse('language-repeated', field, lang)
  if (unknown.length + repeated.length > 0) return undefined
  return Object.fromEntries(
    context.languages.flatMap(language => {
      const text = stated.find(({ lang }) => lang === language)?.body ?? ''
      return text === '' ? [] : [[language, text]]
    }),
  )
}

/** A title, and the name it gives its owner: the text in the first language of the event. */
export function readTitle<Code extends string>(
  reading: TextReading & { readonly findings: Refuser<Code> },
  bodies: readonly LocalizedBody[] | null | undefined,
  { field, firstLanguage, missing }: { readonly field: string; readonly firstLanguage: string; readonly missing: Code },
): { readonly name: string; readonly title: LocalizedTexts } | undefined {
  const title = readTexts(reading, bodies, field)
  if (title === undefined) return undefined
  const name = inLanguage(title, firstLanguage)
  return name === '' ? reading.findings.refuse(missing, field) : { name, title }
}

/** Where an item of a list is, and what identifies it. */
export type Place<Identity> = Identity & { readonly field: string; readonly index: number }

/** A list whose items have names of their own. An item without a name, or with that of an earlier one, is not read. */
export function readNamed<Item, Identity extends { readonly name: string }, Read>(
  items: readonly Item[],
  list: {
    readonly field: string
    identify(item: Item, field: string): Identity | undefined
    refuseRepeated(name: string, field: string): undefined
  },
  read: (item: Item, place: Place<Identity>) => Read | undefined,
): readonly Read[] | undefined {
  const names = new Set<string>()
  return allRead(
    items.map((item, index) => {
      const field = `${list.field}[${index}]`
      const identity = list.identify(item, field)
      if (identity === undefined) return undefined
      if (names.has(identity.name)) return list.refuseRepeated(identity.name, field)
      names.add(identity.name)
      return read(item, { ...identity, field, index })
    }),
  )
}

export function readSettings(settings: SettingsRequest | null | undefined, field: string): StatedSetting[] {
  return Object.entries(settings ?? {}).map(([key, value]) => ({
    key,
    value: value === null ? null : String(value),
    field: `${field}.${key}`,
  }))
}

/** The organiser's own texts: of languages the shop speaks, under keys it has. */
export function readTextOverrides({
  request,
  context,
  findings,
}: Shared<'i18nOverride', 'texts', 'language-unknown' | 'text-key-unknown'>): readonly StatedText[] | undefined {
  const read = Object.entries(request.i18nOverride ?? {}).flatMap(([lang, texts]) => {
    const language = context.languages.find(one => one === lang)
    if (language === undefined) {
      findings.refuse('language-unknown', `i18nOverride.${lang}`, lang, context.languages.join(', '))
      return [undefined]
    }
    return Object.entries(texts).map(([key, text]) =>
      context.isTextKey(key)
        ? { language, key, text: text.trim() }
        : findings.refuse('text-key-unknown', `i18nOverride.${lang}.${key}`, key),
    )
  })
  return allRead(read)
}
