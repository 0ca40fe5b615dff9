import { expect, test } from 'vitest'
import type { Drawer } from '../../attendee/drawer.ts'
import { dropHolderDraft, hasHolderDraft, holderDraft, keepHolderDraft } from './holder-draft.ts'
import type { HolderValues } from './holder-values.ts'

const PLACE = { shortName: 'jazz', ticketId: 'a' }
const STORED: HolderValues = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  userLanguage: 'en',
  additional: { meal: ['vegan'], title: [] },
  items: { 'item-7': { ticket: 'a', additional: { engraving: [] } } },
}
const TYPED: HolderValues = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.org',
  userLanguage: 'de',
  additional: { meal: ['fish'], title: ['Dr'] },
  items: { 'item-7': { ticket: 'a', additional: { engraving: ['GH'] } } },
}

function aDrawer(): Drawer {
  const kept = new Map<string, string>()
  return {
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: key => void kept.delete(key),
  }
}

const keptIn = (drawer: Drawer, stored = STORED, isLocked = false) => holderDraft(drawer, PLACE, { stored, isLocked })

test('what is typed about a ticket stays until it is saved, and is about that ticket only', () => {
  const drawer = aDrawer()
  expect(hasHolderDraft(drawer, PLACE)).toBe(false)
  keepHolderDraft(drawer, PLACE, TYPED)
  expect(hasHolderDraft(drawer, PLACE)).toBe(true)
  expect(keptIn(drawer)).toEqual(TYPED)
  expect(hasHolderDraft(drawer, { ...PLACE, ticketId: 'b' })).toBe(false)
  dropHolderDraft(drawer, PLACE)
  expect(hasHolderDraft(drawer, PLACE)).toBe(false)
  expect(keptIn(drawer)).toEqual(STORED)
})

test('it is laid over what is asked now', () => {
  const drawer = aDrawer()
  keepHolderDraft(drawer, PLACE, TYPED)
  const stored = { ...STORED, additional: { meal: ['vegan'], allergies: ['nuts'] }, items: {} }
  expect(keptIn(drawer, stored)).toEqual({
    ...TYPED,
    additional: { meal: ['fish'], allergies: ['nuts'] },
    items: {},
  })
})

test('whose a locked ticket is stays what the server says', () => {
  const drawer = aDrawer()
  keepHolderDraft(drawer, PLACE, TYPED)
  const { firstName, lastName, email } = STORED
  expect(keptIn(drawer, STORED, true)).toEqual({ ...TYPED, firstName, lastName, email })
})

test.each(['{', '{"firstName":1}', JSON.stringify({ ...TYPED, additional: { meal: 'fish' } })])(
  'what can not be read is ignored: %s',
  text => {
    const drawer = aDrawer()
    drawer.setItem('foyer.ticket.a', text)
    expect(hasHolderDraft(drawer, PLACE)).toBe(false)
    expect(keptIn(drawer)).toEqual(STORED)
  },
)
