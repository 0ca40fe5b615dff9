import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { parse, YAMLParseError } from 'yaml'
import { EventFile } from '#contract/event-file.ts'
import { SubscriptionFile } from '#contract/subscription-file.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { cleanBody } from '#server/foundation/http/request.ts'
import { zoneExists } from '#server/foundation/language/dates.ts'
import { fieldOf } from '#domain/organiser/event-editing/event-problem.ts'
import { type Words, shapeWords } from './shape-words.ts'

/** One thing that is wrong with a file: where, and a sentence. */
export type FileProblem = { readonly field: string; readonly sentence: string }

/** The same with the text that says it at the desk, in the language of the member. */
export type UnreadPart = FileProblem & Words

export type ReadFile<Problem = FileProblem> =
  | { readonly event: EventFile }
  | { readonly pass: SubscriptionFile }
  | { readonly problems: readonly Problem[] }

/**
 * Reads the file of an event or a pass (YAML, and so JSON), as its `kind` says; dates such as "+45d 09:00" count from
 * `now`. An unknown member is refused: most often it is a typing error.
 */
export function readOfferFile(text: string, now: Instant): ReadFile<UnreadPart> {
  const content = parseYaml(text)
  if ('problems' in content) return content
  const dated = withDatesFrom(now, content.value)
  const isPass = isObject(dated) && dated['kind'] === 'subscription'
  const problems = problemsOf(isPass ? SubscriptionFile : EventFile, dated)
  if (problems.length > 0) return { problems }
  if (isPass && Value.Check(SubscriptionFile, dated)) return { pass: dated }
  return Value.Check(EventFile, dated) ? { event: dated } : whole('This is neither an event nor a pass.', 'neither')
}

function problemsOf(schema: TSchema, content: unknown): UnreadPart[] {
  const misshapen = Value.Errors(schema, content).map(error => ({
    field: fieldOf(error.instancePath),
    sentence: `${error.message}.`,
    ...shapeWords(error),
  }))
  const unknown = unknownMembers(schema, content, '').map(field => ({
    field,
    sentence: 'There is no such member.',
    code: 'foyer.desk.edit.file.unknown',
    args: [field],
  }))
  return [...misshapen, ...unknown]
}

type Unread = { readonly problems: readonly UnreadPart[] }

const whole = (sentence: string, code: string, ...args: readonly number[]): Unread => ({
  problems: [{ field: '', sentence, code: `foyer.desk.edit.file.${code}`, args }],
})

function parseYaml(text: string): { readonly value: unknown } | Unread {
  try {
    const value: unknown = parse(text)
    if (isEndless(value)) return whole('A part of the file refers to itself.', 'endless')
    cleanBody(value)
    return { value }
  } catch (error) {
    // A file whose parts refer to each other without end is a ReferenceError.
    if (error instanceof ReferenceError) return whole(error.message.trim(), 'endless')
    if (error instanceof YAMLParseError) return whole(error.message.trim(), 'yaml', error.linePos?.[0].line ?? 1)
    throw error
  }
}

/** Does a part contain itself, by an alias of YAML? Whatever walks through it would never come to its end. */
function isEndless(value: unknown, within: readonly unknown[] = []): boolean {
  if (!isObject(value)) return false
  return within.includes(value) || Object.values(value).some(part => isEndless(part, [...within, value]))
}

/** Paths of members that the schema doesn't name, however deep; free maps have no names to compare with. */
function unknownMembers(schema: unknown, value: unknown, path: string): string[] {
  if (!isObject(schema)) return []
  if (Array.isArray(value))
    return value.flatMap((item, index) => unknownMembers(schema['items'], item, `${path}[${index}]`))
  const { properties } = schema
  if (!isObject(value) || !isObject(properties)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const field = path === '' ? name : `${path}.${name}`
    return Object.hasOwn(properties, name) ? unknownMembers(properties[name], member, field) : [field]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export type DecodedText = { readonly text: string } | { readonly problem: FileProblem }

/**
 * The text of a file: in UTF-8, or in UTF-16 that begins with its byte order mark. Lines may end in every way. A file in an older
 * encoding ("ANSI" of Windows) is refused with its first line that shows it: which letters were meant can't be known, and stored wrongly
 * they would be on every ticket.
 */
export function decodeText(content: Uint8Array): DecodedText {
  const encoding = UTF_16.find(({ mark }) => mark.every((byte, index) => content[index] === byte))?.encoding ?? 'utf-8'
  if (encoding === 'utf-8' && content.includes(0)) return refused(NO_MARK)
  const text = decoded(content, encoding)
  if (text === undefined) return { problem: notIn(encoding, content) }
  return { text: text.replaceAll(/\r\n?/g, '\n') }
}

const NO_MARK = 'This is no text, or one in UTF-16 without its mark. Save the file as UTF-8.'

const UTF_16 = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

type Encoding = 'utf-8' | (typeof UTF_16)[number]['encoding']

/** Without the mark at the beginning; undefined where the bytes are none of this encoding. */
function decoded(content: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const refused = (sentence: string): { readonly problem: FileProblem } => ({ problem: { field: '', sentence } })

function notIn(encoding: Encoding, content: Uint8Array): FileProblem {
  if (encoding !== 'utf-8') return refused('This text in UTF-16 is damaged. Save the file as UTF-8.').problem
  const { number, line } = firstBadLine(content)
  const read = new TextDecoder('windows-1252').decode(line).trim()
  const shown = read.length > SHOWN ? `${read.slice(0, SHOWN)}...` : read
  const sentence =
    `Line ${number} is not in UTF-8; in the older encoding of Windows it reads "${shown}". ` +
    'Open the file in an editor and save it as UTF-8, not as ANSI.'
  return refused(sentence).problem
}

const SHOWN = 80
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Counted from 1. No byte of a longer letter in UTF-8 is one of these two. */
function firstBadLine(content: Uint8Array): { readonly number: number; readonly line: Uint8Array } {
  let number = 1
  let from = 0
  for (let at = 0; at <= content.length; at += 1) {
    const byte = content[at]
    const isEnd =
      byte === undefined || byte === LINE_FEED || (byte === CARRIAGE_RETURN && content[at + 1] !== LINE_FEED)
    if (!isEnd) continue
    const line = content.subarray(from, at)
    if (decoded(line, 'utf-8') === undefined) return { number, line }
    number += 1
    from = at + 1
  }
  return { number: 1, line: content }
}

const RELATIVE = /^([+-]\d{1,4})d (\d{2}:\d{2})$/

/**
 * Replaces every text such as "+45d 09:00" in the content of an event file by the local date-time it means today, in
 * the zone the file names.
 */
export function withDatesFrom(now: Instant, content: unknown): unknown {
  const zone = zoneOf(content)
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  return replaceTexts(content, text => {
    const [, days, time] = RELATIVE.exec(text) ?? []
    return days === undefined ? text : `${today.add({ days: Number(days) }).toString()}T${time}`
  })
}

/** The check of the file reports a missing or unknown zone; until then any day will do. */
function zoneOf(content: unknown): string {
  const zone = typeof content === 'object' && content !== null && 'timezone' in content ? content.timezone : undefined
  return typeof zone === 'string' && zoneExists(zone) ? zone : 'UTC'
}

function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map(item => replaceTexts(item, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceTexts(member, replace)]))
}
