import { describe, expect, test } from 'vitest'
import { tabStorageIn } from '#client/frame/storage/browser-storage.ts'
import { aTabStorage } from '#tests/support/client/test-storage.ts'
import {
  draftFor,
  dropBuyer,
  dropDraft,
  dropLeftover,
  keepBuyer,
  keepDraft,
  leftoverFor,
  withLastBuyer,
} from './booking-draft.ts'
import type { BookingValues } from './booking-values.ts'
import { NO_INVOICE } from './invoice-values.ts'

const attendee = (firstName: string) => ({
  isBuyer: false,
  isLater: false,
  firstName,
  lastName: '',
  email: '',
  userLanguage: 'en',
  additional: {},
})
const aForm = (tickets: BookingValues['tickets'], firstName = ''): BookingValues => ({
  ...NO_INVOICE,
  firstName,
  lastName: '',
  email: '',
  tickets,
  items: {},
  owner: null,
})
const first = { publicIdentifier: 'alpine', reservationId: 'r1' }
const second = { publicIdentifier: 'alpine', reservationId: 'r2' }

const ownerOf = (firstName: string, additional = {}): BookingValues => ({
  ...aForm({}, 'Ada'),
  owner: { firstName, lastName: '', email: '', isSomebodyElse: true, additional },
})

describe('a draft', () => {
  test('keeps the owner of a pass, with the answers to what is asked now', () => {
    const storage = aTabStorage()
    keepDraft(storage, first, ownerOf('Grace', { club: ['Chess'], gone: ['x'] }), [])
    const stored = ownerOf('', { club: [], member: ['7'] })
    expect(draftFor(storage, first, stored)).toEqual(ownerOf('Grace', { club: ['Chess'], member: ['7'] }))
    expect(leftoverFor(storage, second, stored, [])?.owner?.firstName).toBe('Grace')
  })

  test('survives until the server accepted it', () => {
    const storage = aTabStorage()
    const typed = aForm({ a: attendee('Grace') }, 'Ada')
    keepDraft(storage, first, typed, ['a'])
    expect(draftFor(storage, first, aForm({ a: attendee('') }))).toEqual(typed)
    dropDraft(storage, first)
    expect(draftFor(storage, first, aForm({ a: attendee('') }))).toBeUndefined()
  })

  test('keeps the tickets the server names and no others', () => {
    const storage = aTabStorage()
    keepDraft(storage, first, aForm({ a: attendee('Grace'), gone: attendee('X') }), ['a', 'gone'])
    expect(draftFor(storage, first, aForm({ a: attendee(''), b: attendee('Stored') }))?.tickets).toEqual({
      a: attendee('Grace'),
      b: attendee('Stored'),
    })
  })

  test('keeps the answers to what is asked now, and extras on tickets that are there', () => {
    const storage = aTabStorage()
    const answered = { ...attendee('Grace'), additional: { meal: ['vegan'], gone: ['x'] } }
    const typed = {
      ...aForm({ a: answered }),
      items: {
        'item-1': { ticket: 'a', additional: { size: ['L'] } },
        'item-2': { ticket: 'gone', additional: { size: ['S'] } },
      },
    }
    keepDraft(storage, first, typed, ['a'])
    const item = { ticket: 'b', additional: { size: [] } }
    const stored = {
      ...aForm({ a: { ...attendee(''), additional: { meal: [], new: ['stored'] } }, b: attendee('') }),
      items: { 'item-1': item, 'item-2': item, 'item-3': item },
    }
    expect(draftFor(storage, first, stored)).toMatchObject({
      tickets: { a: { ...attendee('Grace'), additional: { meal: ['vegan'], new: ['stored'] } } },
      items: {
        'item-1': { ticket: 'a', additional: { size: ['L'] } },
        'item-2': { ticket: 'b', additional: { size: ['S'] } },
        'item-3': item,
      },
    })
  })

  test('keeps the invoice', () => {
    const storage = aTabStorage()
    const typed = { ...aForm({}), invoiceRequested: true, vatNr: 'ATU12345678' }
    keepDraft(storage, first, typed, [])
    expect(draftFor(storage, first, aForm({}))).toEqual(typed)
    storage.writeText('foyer.booking.reservation.r1', JSON.stringify({ ...typed, skipVatNr: 'yes' }))
    expect(draftFor(storage, first, aForm({}))).toBeUndefined()
  })

  test('of an untouched form is not kept', () => {
    const storage = aTabStorage()
    keepDraft(storage, first, aForm({ a: attendee('') }), ['a'])
    expect(draftFor(storage, first, aForm({ a: attendee('') }))).toBeUndefined()
  })

  test('outlives that everything is taken out again, so that a choice undone stays undone', () => {
    const storage = aTabStorage()
    keepDraft(storage, first, { ...aForm({}), invoiceRequested: true }, [])
    keepDraft(storage, first, aForm({}), [])
    expect(draftFor(storage, first, { ...aForm({}), invoiceRequested: true })).toEqual(aForm({}))
  })

  test('that is damaged is ignored', () => {
    const storage = aTabStorage()
    storage.writeText('foyer.booking.reservation.r1', '{"firstName":1')
    expect(draftFor(storage, first, aForm({}))).toBeUndefined()
    storage.writeText('foyer.booking.reservation.r1', '{"firstName":1,"tickets":{}}')
    expect(draftFor(storage, first, aForm({}))).toBeUndefined()
  })
})

describe('what is left over from an earlier reservation', () => {
  test('is dealt to the new tickets in order, more tickets stay as they are', () => {
    const storage = aTabStorage()
    keepDraft(storage, first, aForm({ a: attendee('Grace'), b: attendee('Alan') }, 'Ada'), ['a', 'b'])
    const offered = leftoverFor(storage, second, aForm({ x: attendee(''), y: attendee(''), z: attendee('') }), [
      'x',
      'y',
      'z',
    ])
    expect(offered).toEqual(aForm({ x: attendee('Grace'), y: attendee('Alan'), z: attendee('') }, 'Ada'))
  })

  test('is not offered to the reservation it was typed for, nor at another event, nor once dropped', () => {
    const storage = aTabStorage()
    keepDraft(storage, first, aForm({ a: attendee('Grace') }, 'Ada'), ['a'])
    expect(leftoverFor(storage, first, aForm({}), [])).toBeUndefined()
    expect(leftoverFor(storage, { ...second, publicIdentifier: 'other' }, aForm({}), [])).toBeUndefined()
    keepDraft(storage, second, { ...aForm({}), invoiceRequested: true }, [])
    expect(leftoverFor(storage, { ...first, reservationId: 'r3' }, aForm({}), [])?.firstName).toBe('Ada')
    dropLeftover(storage, second)
    expect(leftoverFor(storage, second, aForm({}), [])).toBeUndefined()
  })
})

test('a browser that forbids storage loses nothing else, and what is typed not before the page is left', () => {
  const forbidden = tabStorageIn(() => {
    throw new Error('denied')
  })
  expect(() => keepDraft(forbidden, first, aForm({}, 'Ada'), [])).not.toThrow()
  expect(draftFor(forbidden, first, aForm({}))).toEqual(aForm({}, 'Ada'))
  expect(() => dropDraft(forbidden, first)).not.toThrow()
  expect(draftFor(forbidden, first, aForm({}))).toBeUndefined()
})

describe('the buyer of the last order of the visit', () => {
  const ordered = {
    ...aForm({ a: attendee('Grace') }, 'Ada'),
    billingAddressCity: 'Wien',
    invoiceRequested: true,
    customerReference: 'PO-1',
  }

  test('begins the next one, with the address of the invoice and nothing of one order', () => {
    const storage = aTabStorage()
    keepBuyer(storage, ordered)
    const next = { ...aForm({ b: attendee('') }, 'Ada'), billingAddressCity: 'Wien' }
    expect(withLastBuyer(storage, aForm({ b: attendee('') }))).toEqual(next)
  })

  test('is left out where something is known already, and after the tickets were released', () => {
    const storage = aTabStorage()
    keepBuyer(storage, ordered)
    expect(withLastBuyer(storage, aForm({}, 'Berta'))).toBeUndefined()
    dropBuyer(storage)
    expect(withLastBuyer(storage, aForm({}))).toBeUndefined()
  })

  test('is left out where another page has kept it in another shape', () => {
    const storage = aTabStorage()
    storage.write('foyer.booking.buyer', { firstName: 7 })
    expect(withLastBuyer(storage, aForm({}))).toBeUndefined()
  })
})
