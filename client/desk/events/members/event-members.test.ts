import { expect, test } from 'vitest'
import type { TSchema } from 'typebox'
import { DeskEventMembers } from '#contract/desk-event.ts'
import { EVENT_MEMBERS } from './event-members.ts'
import type { Member } from './member.ts'

/** The desk sets these by other means: which category it is, and its place in the list. */
const BY_PLACE = new Set(['tickets.categories.id', 'tickets.categories.ordinal'])

/** What an organiser states beside the event itself: by publishing it, and by the organisation it belongs to. */
const BY_ACTION = new Set(['kind', 'status', 'organizer', 'image'])

test('each member of an event file can be edited at the desk, and nothing else', () => {
  const shown = new Set(Object.values(EVENT_MEMBERS).flatMap(members => members.flatMap(member => pathsOf(member, ''))))
  const stated = new Set(pathsIn(DeskEventMembers, '').filter(path => !BY_PLACE.has(path) && !isByAction(path)))
  expect(stated.size).toBeGreaterThan(100)
  expect([...stated].filter(path => !shown.has(path))).toEqual([])
  expect([...shown].filter(path => !stated.has(path))).toEqual([])
})

const isByAction = (path: string): boolean => [...BY_ACTION].some(name => path === name || path.startsWith(`${name}.`))

function pathsOf(member: Member, beginning: string): string[] {
  const path = beginning + member.name
  return 'members' in member ? member.members.flatMap(each => pathsOf(each, `${path}.`)) : [path]
}

/** The leaves of a schema: texts by language and maps are one. */
function pathsIn(schema: TSchema, beginning: string): string[] {
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
