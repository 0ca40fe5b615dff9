import { Value } from 'typebox/value'
import { parse, YAMLParseError } from 'yaml'
import { EventFile } from '#contract/event-file.ts'
import type { Instant } from '#domain/instant.ts'
import { cleanBody } from '#server/http/clean-body.ts'
import { fieldOf } from '#server/event-editing/send-problems.ts'
import { withDatesFrom } from './relative-dates.ts'

/** One thing that is wrong with a file: where, and a sentence. */
export type FileProblem = { readonly field: string; readonly sentence: string }

export type ReadFile = { readonly event: EventFile } | { readonly problems: readonly FileProblem[] }

/**
 * Reads an event file (YAML, and so JSON); dates such as "+45d 09:00" count from `now`. A member nobody knows is refused:
 * most often it is a slip of the pen.
 */
export function readEventFile(text: string, now: Instant): ReadFile {
  const content = parseYaml(text)
  if ('problems' in content) return content
  return checkEventFile(withDatesFrom(now, content.value))
}

function checkEventFile(content: unknown): ReadFile {
  const misshapen = Value.Errors(EventFile, content).map(({ instancePath, message }) => ({
    field: fieldOf(instancePath),
    sentence: `${message}.`,
  }))
  const unknown = unknownMembers(EventFile, content, '').map(field => ({ field, sentence: 'There is no such member.' }))
  if (misshapen.length + unknown.length > 0) return { problems: [...misshapen, ...unknown] }
  return Value.Check(EventFile, content)
    ? { event: content }
    : { problems: [{ field: '', sentence: 'This is no event.' }] }
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
