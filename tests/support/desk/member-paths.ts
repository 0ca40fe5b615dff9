import type { TSchema } from 'typebox'
import type { FileMembers, Member } from '#client/desk/editor/member.ts'

/** The paths of the values that the desk has a field for. */
export const pathsShown = (members: FileMembers): ReadonlySet<string> =>
  new Set(Object.values(members).flatMap(part => part.flatMap(member => pathsOf(member, ''))))

function pathsOf(member: Member, beginning: string): string[] {
  const path = beginning + member.name
  if (member.kind === 'events') return [`${path}.slug`, `${path}.categories`]
  return 'members' in member ? member.members.flatMap(each => pathsOf(each, `${path}.`)) : [path]
}

/** The leaves of a schema: texts by language and maps are one. */
export function pathsIn(schema: TSchema, beginning = ''): string[] {
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
  }
  if (anyOf) return [...new Set(anyOf.flatMap(each => pathsIn(each, beginning)))]
  if (items) return pathsIn(items, beginning)
  if (!properties || 'lang' in properties) return [beginning.slice(0, -1)]
  return Object.entries(properties).flatMap(([name, each]) => pathsIn(each, `${beginning}${name}.`))
}
