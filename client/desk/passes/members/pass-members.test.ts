import { expect, test } from 'vitest'
import { DeskPassMembers } from '#contract/desk-pass.ts'
import { SubscriptionFile } from '#contract/subscription-file.ts'
import { pathsIn, pathsShown } from '#tests/support/desk/member-paths.ts'
import { PASS_MEMBERS } from './pass-members.ts'

/** What an organiser states beside the pass itself: by publishing it, and on the page of its settings. */
const BY_ACTION = new Set(['isPublic', 'settings'])

/** A pass has neither kinds of tickets nor extras: the server refuses these. */
const OF_EVENTS_ALONE = new Set(['additionalInfo.categories', 'additionalInfo.additionalService'])

test('each member of a pass file can be edited at the desk, and nothing else', () => {
  const shown = pathsShown(PASS_MEMBERS)
  const stated = new Set(pathsIn(DeskPassMembers).filter(path => !BY_ACTION.has(path) && !OF_EVENTS_ALONE.has(path)))
  expect(stated.size).toBeGreaterThan(40)
  expect([...stated].filter(path => !shown.has(path))).toEqual([])
  expect([...shown].filter(path => !stated.has(path))).toEqual([])
})

test('each member of a pass file can be changed by the API, but for what the shop knows of it', () => {
  const ofTheShop = ['kind', 'id', 'organizer.name', 'organizer.slug', 'organizer.email', 'image']
  const changed = new Set(pathsIn(DeskPassMembers))
  const inFile = pathsIn(SubscriptionFile)
  expect(inFile.filter(path => !changed.has(path))).toEqual(ofTheShop)
})
