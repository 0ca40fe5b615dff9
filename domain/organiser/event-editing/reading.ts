import { type Instant, type Window, after } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import type { EventDraft, Known } from './event-draft.ts'
import type { StatedSetting } from './category/category-draft.ts'
import type { Findings, Refuser } from './event-problem.ts'
import type { EventRequest, LocalizedBody, SettingsRequest } from './event-request.ts'

/** What every reader of a part of the request works with; `stored` is null when the event is new. */
export type Reading = {
  readonly request: EventRequest
  readonly stored: EventDraft | null
  readonly known: Known
  readonly findings: Findings
}

/** A text without the blanks around it; null when nothing is left. */
export function trimmed(text: string | null | undefined): string | null {
  const rest = text?.trim() ?? ''
  return rest === '' ? null : rest
}

/** A name or a title: one line. */
export const line = (text: string | null | undefined): string | null => cleanLine(text ?? '') || null

/** An address of the web; null when absent, undefined when it is none. */
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

type TagReading = {
  readonly request: Pick<EventRequest, 'tags'>
  readonly stored: Pick<EventDraft, 'tags'> | null
  readonly findings: Refuser<'tag-blank'>
}

/** By which an event or a pass is found among others; each once. */
export function readTags({ request, stored, findings }: TagReading): readonly string[] | undefined {
  if (!request.tags) return stored?.tags ?? []
  const tags = request.tags.map(tag => line(tag) ?? '')
  return tags.every(tag => tag !== '') ? [...new Set(tags)] : findings.refuse('tag-blank', 'tags')
}

type TextReading = {
  readonly known: Pick<Known, 'languages'>
  readonly findings: Refuser<'language-unknown' | 'language-repeated'>
}

/** Texts by language, in the order of the languages the shop ships; blank ones are left out. */
export function readTexts(
  { known, findings }: TextReading,
  bodies: readonly LocalizedBody[],
  field: string,
): LocalizedTexts | undefined {
  const given = bodies.map(({ lang, body }) => ({ lang: lang.trim().toLowerCase(), body: body.trim() }))
  const unknown = given.filter(({ lang }) => !known.languages.some(language => language === lang))
  const repeated = given.filter(({ lang }, index) => given.findIndex(other => other.lang === lang) !== index)
  for (const { lang } of unknown) findings.refuse('language-unknown', field, lang, known.languages.join(', '))
  for (const { lang } of repeated) findings.refuse('language-repeated', field, lang)
  if (unknown.length + repeated.length > 0) return undefined
  return Object.fromEntries(
    known.languages.flatMap(language => {
      const text = given.find(({ lang }) => lang === language)?.body ?? ''
      return text === '' ? [] : [[language, text]]
    }),
  )
}

/** A local date-time as a moment; null when absent, undefined (and a problem) when it names none. */
export function readMoment(
  {
    known,
    findings,
  }: {
    readonly known: Pick<Known, 'instantOf' | 'isSkipped'>
    readonly findings: Refuser<'date-unreadable' | 'date-skipped'>
  },
  text: string | null | undefined,
  zone: string | undefined,
  field: string,
): Instant | null | undefined {
  const local = trimmed(text)
  if (local === null) return null
  if (zone === undefined) return undefined
  const moment = known.instantOf(local, zone)
  if (moment === undefined) return findings.refuse('date-unreadable', field, local)
  return known.isSkipped(local, zone) ? findings.refuse('date-skipped', field, local, zone) : moment
}

/** From now until the end; of what is over already the beginning lies in the past, too. */
export const windowUntil = (end: Instant, now: Instant): Window => ({ start: now < end ? now : after(end, -1), end })

export function readSettings(settings: SettingsRequest | null | undefined, field: string): StatedSetting[] {
  return Object.entries(settings ?? {}).map(([key, value]) => ({
    key,
    value: value === null ? '' : String(value),
    field: `${field}.${key}`,
  }))
}

export const isWholeNumber = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max
