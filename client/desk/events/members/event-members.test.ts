import { expect, test } from 'vitest'
import { OrganizationCodesChange } from '#contract/desk-codes.ts'
import { DeskEventMembers } from '#contract/desk-event.ts'
import { putDeskOrganization } from '#contract/desk-organizations.ts'
import { EventFile } from '#contract/event-file.ts'
import { pathsIn, pathsShown } from '#tests/support/desk/member-paths.ts'
import { ORGANIZATION_CODES } from '../../settings/codes/code-members.ts'
import { NO_ORGANIZATION } from '../../settings/organization-fields.tsx'
import { EVENT_MEMBERS } from './event-members.ts'

/** The desk sets these by other means: which category it is, and its place in the list. */
const BY_PLACE = new Set(['tickets.categories.id', 'tickets.categories.ordinal'])

/**
 * What an organiser states beside the event itself: by publishing it, for the organisation it belongs to, and on the page of its
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

/** What a code of an organisation can't have, because it holds in all events: such a file is refused (domain/organiser/event-editing). */
const OF_EVENTS = new Set(['codeType', 'categories', 'hiddenCategory'].map(name => `promoCodes.${name}`))

test('each member of the organisation in an event file can be set for the organisation, at the desk and by calls', () => {
  const form = Object.keys(NO_ORGANIZATION)
  const codes = pathsShown(ORGANIZATION_CODES)
  const stated = pathsIn(EventFile.properties.organizer).filter(path => path !== '' && !OF_EVENTS.has(path))
  expect(stated).toContain('promoCodes.discount')
  expect(stated.filter(path => !form.includes(path) && !codes.has(path))).toEqual([])
  expect(new Set(form)).toEqual(new Set(Object.keys(putDeskOrganization.body.properties)))
  expect(codes).toEqual(new Set(pathsIn(OrganizationCodesChange.properties.promoCodes, 'promoCodes.')))
})
