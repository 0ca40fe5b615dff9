import { expect, test } from 'vitest'
import { aTabStorage } from '#tests/support/client/test-storage.ts'
import type { TabStorage } from '#client/frame/storage/browser-storage.ts'
import { type HolderValues, dropHolderDraft, hasHolderDraft, holderDraft, keepHolderDraft } from './holder-values.ts'

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

const keptIn = (storage: TabStorage, stored = STORED, isLocked = false) =>
  holderDraft(storage, PLACE, { stored, isLocked })

test('what is typed about a ticket stays until it is saved, and is about that ticket only', () => {
  const storage = aTabStorage()
  expect(hasHolderDraft(storage, PLACE)).toBe(false)
  keepHolderDraft(storage, PLACE, TYPED)
  expect(hasHolderDraft(storage, PLACE)).toBe(true)
  expect(keptIn(storage)).toEqual(TYPED)
  expect(hasHolderDraft(storage, { ...PLACE, ticketId: 'b' })).toBe(false)
  dropHolderDraft(storage, PLACE)
  expect(hasHolderDraft(storage, PLACE)).toBe(false)
  expect(keptIn(storage)).toEqual(STORED)
})

test('it is laid over what is asked now', () => {
  const storage = aTabStorage()
  keepHolderDraft(storage, PLACE, TYPED)
  const stored = { ...STORED, additional: { meal: ['vegan'], allergies: ['nuts'] }, items: {} }
  expect(keptIn(storage, stored)).toEqual({
    ...TYPED,
    additional: { meal: ['fish'], allergies: ['nuts'] },
    items: {},
  })
})

test('whose a locked ticket is stays what the server says', () => {
  const storage = aTabStorage()
  keepHolderDraft(storage, PLACE, TYPED)
  const { firstName, lastName, email } = STORED
  expect(keptIn(storage, STORED, true)).toEqual({ ...TYPED, firstName, lastName, email })
})

test.each(['{', '{"firstName":1}', JSON.stringify({ ...TYPED, additional: { meal: 'fish' } })])(
  'what can not be read is ignored: %s',
  text => {
    const storage = aTabStorage()
    storage.writeText('foyer.ticket.a', text)
    expect(hasHolderDraft(storage, PLACE)).toBe(false)
    expect(keptIn(storage)).toEqual(STORED)
  },
)
