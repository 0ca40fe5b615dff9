import { describe, expect, test } from 'vitest'
import type { Drawer } from '../../attendee/drawer.ts'
import { draftFor, dropDraft, dropLeftover, keepDraft, leftoverFor } from './booking-draft.ts'
import type { BookingValues } from './booking-values.ts'
import { NO_INVOICE } from './invoice-values.ts'

const attendee = (firstName: string) => ({ firstName, lastName: '', email: '', userLanguage: 'en', additional: {} })
const aForm = (tickets: BookingValues['tickets'], firstName = ''): BookingValues => ({
  ...NO_INVOICE,
  firstName,
  lastName: '',
  email: '',
  postponeAssignment: false,
  tickets,
  items: {},
})
const first = { publicIdentifier: 'alpine', reservationId: 'r1' }
const second = { publicIdentifier: 'alpine', reservationId: 'r2' }

function aDrawer(): Drawer {
  const kept = new Map<string, string>()
  return {
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: key => void kept.delete(key),
  }
}

describe('a draft', () => {
  test('survives until the server accepted it', () => {
    const drawer = aDrawer()
    const typed = aForm({ a: attendee('Grace') }, 'Ada')
    keepDraft(drawer, first, typed, ['a'])
    expect(draftFor(drawer, first, aForm({ a: attendee('') }))).toEqual(typed)
    dropDraft(drawer, first)
    expect(draftFor(drawer, first, aForm({ a: attendee('') }))).toBeUndefined()
  })

  test('keeps the tickets the server names and no others', () => {
    const drawer = aDrawer()
    keepDraft(drawer, first, aForm({ a: attendee('Grace'), gone: attendee('X') }), ['a', 'gone'])
    expect(draftFor(drawer, first, aForm({ a: attendee(''), b: attendee('Stored') }))?.tickets).toEqual({
      a: attendee('Grace'),
      b: attendee('Stored'),
    })
  })

  test('keeps the answers to what is asked now, and extras on tickets that are there', () => {
    const drawer = aDrawer()
    const answered = { ...attendee('Grace'), additional: { meal: ['vegan'], gone: ['x'] } }
    const typed = {
      ...aForm({ a: answered }),
      items: {
        'item-1': { ticket: 'a', additional: { size: ['L'] } },
        'item-2': { ticket: 'gone', additional: { size: ['S'] } },
      },
    }
    keepDraft(drawer, first, typed, ['a'])
    const item = { ticket: 'b', additional: { size: [] } }
    const stored = {
      ...aForm({ a: { ...attendee(''), additional: { meal: [], new: ['stored'] } }, b: attendee('') }),
      items: { 'item-1': item, 'item-2': item, 'item-3': item },
    }
    expect(draftFor(drawer, first, stored)).toMatchObject({
      tickets: { a: { ...attendee('Grace'), additional: { meal: ['vegan'], new: ['stored'] } } },
      items: {
        'item-1': { ticket: 'a', additional: { size: ['L'] } },
        'item-2': { ticket: 'b', additional: { size: ['S'] } },
        'item-3': item,
      },
    })
  })

  test('keeps the invoice', () => {
    const drawer = aDrawer()
    const typed = { ...aForm({}), invoiceRequested: true, vatNr: 'ATU12345678' }
    keepDraft(drawer, first, typed, [])
    expect(draftFor(drawer, first, aForm({}))).toEqual(typed)
    drawer.setItem('foyer.booking.reservation.r1', JSON.stringify({ ...typed, skipVatNr: 'yes' }))
    expect(draftFor(drawer, first, aForm({}))).toBeUndefined()
  })

  test('of an untouched form is not kept', () => {
    const drawer = aDrawer()
    keepDraft(drawer, first, aForm({ a: attendee('') }), ['a'])
    expect(draftFor(drawer, first, aForm({ a: attendee('') }))).toBeUndefined()
  })

  test('outlives that everything is taken out again, so that a choice undone stays undone', () => {
    const drawer = aDrawer()
    keepDraft(drawer, first, { ...aForm({}), invoiceRequested: true }, [])
    keepDraft(drawer, first, aForm({}), [])
    expect(draftFor(drawer, first, { ...aForm({}), invoiceRequested: true })).toEqual(aForm({}))
  })

  test('that is damaged is ignored', () => {
    const drawer = aDrawer()
    drawer.setItem('foyer.booking.reservation.r1', '{"firstName":1')
    expect(draftFor(drawer, first, aForm({}))).toBeUndefined()
    drawer.setItem('foyer.booking.reservation.r1', '{"firstName":1,"tickets":{}}')
    expect(draftFor(drawer, first, aForm({}))).toBeUndefined()
  })
})

describe('what is left over from an earlier reservation', () => {
  test('is dealt to the new tickets in order, more tickets stay as they are', () => {
    const drawer = aDrawer()
    keepDraft(drawer, first, aForm({ a: attendee('Grace'), b: attendee('Alan') }, 'Ada'), ['a', 'b'])
    const offered = leftoverFor(drawer, second, aForm({ x: attendee(''), y: attendee(''), z: attendee('') }), [
      'x',
      'y',
      'z',
    ])
    expect(offered).toEqual(aForm({ x: attendee('Grace'), y: attendee('Alan'), z: attendee('') }, 'Ada'))
  })

  test('is not offered to the reservation it was typed for, nor at another event, nor once dropped', () => {
    const drawer = aDrawer()
    keepDraft(drawer, first, aForm({ a: attendee('Grace') }, 'Ada'), ['a'])
    expect(leftoverFor(drawer, first, aForm({}), [])).toBeUndefined()
    expect(leftoverFor(drawer, { ...second, publicIdentifier: 'other' }, aForm({}), [])).toBeUndefined()
    keepDraft(drawer, second, { ...aForm({}), invoiceRequested: true }, [])
    expect(leftoverFor(drawer, { ...first, reservationId: 'r3' }, aForm({}), [])?.firstName).toBe('Ada')
    dropLeftover(drawer, second)
    expect(leftoverFor(drawer, second, aForm({}), [])).toBeUndefined()
  })
})

test('a browser that forbids storage loses nothing else', () => {
  const forbidden: Drawer = {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
    removeItem: () => {
      throw new Error('denied')
    },
  }
  expect(() => keepDraft(forbidden, first, aForm({}, 'Ada'), [])).not.toThrow()
  expect(draftFor(forbidden, first, aForm({}))).toBeUndefined()
  expect(() => dropDraft(forbidden, first)).not.toThrow()
})
