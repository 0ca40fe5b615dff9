import { expect, test } from 'vitest'
import { DeskEventMembers } from '#contract/desk-event.ts'
import { pathsIn, pathsShown } from '#tests/support/desk/member-paths.ts'
import { EVENT_MEMBERS } from './event-members.ts'

/** The desk sets these by other means: which category it is, and its place in the list. */
const BY_PLACE = new Set(['tickets.categories.id', 'tickets.categories.ordinal'])

/**
 * What an organiser states beside the event itself: by publishing it, by the organisation it belongs to, and on the page of its
 * settings, which has each that may be stated there (server/organiser/configuration/settings-api.test.ts).
 */
const BY_ACTION = new Set(['kind', 'status', 'organizer', 'image', 'settings'])

test('each member of an event file can be edited at the desk, and nothing else', () => {
  const shown = pathsShown(EVENT_MEMBERS)
  const stated = new Set(pathsIn(DeskEventMembers).filter(path => !BY_PLACE.has(path) && !isByAction(path)))
  expect(stated.size).toBeGreaterThan(100)
  expect([...stated].filter(path => !shown.has(path))).toEqual([])
  expect([...shown].filter(path => !stated.has(path))).toEqual([])
})

const isByAction = (path: string): boolean => [...BY_ACTION].some(name => path === name || path.startsWith(`${name}.`))
