import { Value } from 'typebox/value'
import { parse, YAMLParseError } from 'yaml'
import type { TSchema } from 'typebox'
import { EventFile } from '#contract/event-file.ts'
import { SubscriptionFile } from '#contract/subscription-file.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { cleanBody } from '#server/foundation/http/clean-body.ts'
import { fieldOf } from '#server/organiser/event-editing/send-problems.ts'
import { withDatesFrom } from './relative-dates.ts'

/** One thing that is wrong with a file: where, and a sentence. */
export type FileProblem = { readonly field: string; readonly sentence: string }

export type ReadFile =
  | { readonly event: EventFile }
  | { readonly pass: SubscriptionFile }
  | { readonly problems: readonly FileProblem[] }

/**
 * Reads the file of an event or a pass (YAML, and so JSON), as its `kind` says; dates such as "+45d 09:00" count from
 * `now`. An unknown member is refused: most often it is a typing error.
 */
export function readOfferFile(text: string, now: Instant): ReadFile {
  const content = parseYaml(text)
  if ('problems' in content) return content
  const dated = withDatesFrom(now, content.value)
  const isPass = isObject(dated) && dated['kind'] === 'subscription'
  const problems = problemsOf(isPass ? SubscriptionFile : EventFile, dated)
  if (problems.length > 0) return { problems }
  if (isPass && Value.Check(SubscriptionFile, dated)) return { pass: dated }
  return Value.Check(EventFile, dated)
    ? { event: dated }
    : { problems: [{ field: '', sentence: 'This is neither an event nor a pass.' }] }
}

function problemsOf(schema: TSchema, content: unknown): FileProblem[] {
  const misshapen = Value.Errors(schema, content).map(({ instancePath, message }) => ({
    field: fieldOf(instancePath),
    sentence: `${message}.`,
  }))
  const unknown = unknownMembers(schema, content, '').map(field => ({ field, sentence: 'There is no such member.' }))
  return [...misshapen, ...unknown]
}

function parseYaml(text: string): { readonly value: unknown } | { readonly problems: readonly FileProblem[] } {
  try {
    const value: unknown = parse(text)
    cleanBody(value)
    return { value }
  } catch (error) {
    // A file whose parts refer to each other without end is a ReferenceError.
    if (error instanceof YAMLParseError || error instanceof ReferenceError)
      return { problems: [{ field: '', sentence: error.message.trim() }] }
    throw error
  }
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
