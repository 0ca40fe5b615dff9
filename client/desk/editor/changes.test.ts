import { describe, expect, test } from 'vitest'
import * as changes from './changes.ts'
import { removedCategories, storedAt } from './changes.ts'
import { list, moment, text, words, group, whole, decimal } from './members.ts'
import type { FileMembers, Json } from './member.ts'

const MEMBERS: FileMembers = {
  basics: [text('title'), text('slug')],
  tickets: [
    group('tickets', whole('max'), {
      ...list('categories', 'name', text('name'), decimal('price'), whole('maxTickets'), {
        kind: 'settings',
        name: 'settings',
      }),
      hasIds: true,
    }),
  ],
  more: [group('facts', moment('doors')), words('tags'), list('polls', 'title', text('title'))],
}
const changesBetween = (was: Json, is: Json) => changes.changesBetween(MEMBERS, was, is)
const requestOf = (was: Json, is: Json) => changes.requestOf(MEMBERS, was, is)

const stored: Json = {
  title: 'Harbour concert',
  tickets: {
    max: 80,
    currency: 'CHF',
    categories: [
      { id: 7, name: 'Seat', price: 40, maxTickets: 60 },
      { id: 8, name: 'Student', price: 20 },
    ],
  },
  facts: { doors: '2028-05-15T19:00:00' },
  tags: ['music'],
}

const edited = (change: (draft: Record<string, Json>) => void): Json => {
  const draft = structuredClone(stored) as Record<string, Json>
  change(draft)
  return draft
}
const withCategories = (categories: Json): Json => ({
  ...Object(stored),
  tickets: { max: 80, currency: 'CHF', categories },
})

describe('changes of an event', () => {
  test('are none where only what is blank differs', () => {
    const same = edited(draft => {
      draft['slug'] = ''
      draft['polls'] = []
    })
    expect(changesBetween(stored, same)).toEqual([])
    expect(requestOf(stored, same)).toEqual({})
  })

  test('name each member once, and send nothing else', () => {
    const draft = edited(each => {
      each['title'] = 'Harbour concerts'
      each['tickets'] = { ...Object(each['tickets']), max: 90 }
      each['facts'] = {}
    })
    expect(changesBetween(stored, draft).map(({ path, was }) => [path.join('.'), was])).toEqual([
      ['title', 'Harbour concert'],
      ['tickets.max', 80],
      ['facts.doors', '2028-05-15T19:00:00'],
    ])
    expect(requestOf(stored, draft)).toEqual({
      title: 'Harbour concerts',
      tickets: { max: 90 },
      facts: { doors: null },
    })
  })

  test('of a category are sent by its id, without what others may have changed of it', () => {
    const draft = withCategories([
      { id: 7, name: 'Seat', price: 45, maxTickets: 60 },
      { id: 8, name: 'Student', price: 20 },
    ])
    expect(changesBetween(stored, draft)).toMatchObject([
      { path: ['tickets', 'categories', 0, 'price'], was: 40, item: 'Seat' },
    ])
    expect(requestOf(stored, draft)).toEqual({ tickets: { categories: [{ id: 7, price: 45 }] } })
    expect(storedAt(stored, draft, ['tickets', 'categories', 0, 'price'])).toBe(40)
  })

  test('of settings are one each, whether they are stored as numbers and flags or typed', () => {
    const was = withCategories([{ id: 8, name: 'Student', settings: { MOST: 2, IS_TAXED: true, WORDS: 'a' } }])
    const typed = (settings: Json) => withCategories([{ id: 8, name: 'Student', settings }])
    expect(changesBetween(was, typed({ MOST: '2', IS_TAXED: 'true', WORDS: 'a' }))).toEqual([])
    expect(requestOf(was, typed({ MOST: '2', IS_TAXED: 'true', WORDS: 'a' }))).toEqual({ tickets: { categories: [] } })
    const is = typed({ MOST: '3', WORDS: 'a', OTHER: 'x' })
    expect(
      changesBetween(was, is).map(({ path, was: before, item, setting }) => [path.at(-1), before, item, setting]),
    ).toEqual([
      ['MOST', 2, 'Student', 'MOST'],
      ['IS_TAXED', true, 'Student', 'IS_TAXED'],
      ['OTHER', undefined, 'Student', 'OTHER'],
    ])
    expect(requestOf(was, is)).toEqual({
      tickets: { categories: [{ id: 8, settings: { MOST: '3', IS_TAXED: null, OTHER: 'x' } }] },
    })
  })

  test('of settings are sent as null where they are put back, also all of them at once', () => {
    const was = withCategories([{ id: 8, name: 'Student', settings: { MOST: 2, WORDS: 'a' } }])
    const putBack = (settings: Json) => requestOf(was, withCategories([{ id: 8, name: 'Student', settings }]))
    const sent = (settings: Json) => ({ tickets: { categories: [{ id: 8, settings }] } })
    expect(putBack({ MOST: 2, WORDS: null })).toEqual(sent({ WORDS: null }))
    expect(putBack({ MOST: null, WORDS: null })).toEqual(sent({ MOST: null, WORDS: null }))
    expect(putBack({})).toEqual(sent({ MOST: null, WORDS: null }))
  })

  test('of their order say each place, find each former self, and send a new one whole', () => {
    const draft = withCategories([
      { name: 'Patron', price: 100 },
      { id: 8, name: 'Student', price: 25 },
      { id: 7, name: 'Seat', price: 40, maxTickets: 60 },
    ])
    expect(requestOf(stored, draft)).toEqual({
      tickets: {
        categories: [
          { name: 'Patron', price: 100, ordinal: 1 },
          { id: 8, price: 25, ordinal: 2 },
          { id: 7, ordinal: 3 },
        ],
      },
    })
    expect(storedAt(stored, draft, ['tickets', 'categories', 1, 'price'])).toBe(20)
    expect(storedAt(stored, draft, ['tickets', 'categories', 0, 'price'])).toBeUndefined()
  })

  test('say which categories are gone', () => {
    expect(removedCategories(stored, withCategories([{ id: 8, name: 'Student', price: 20 }]))).toEqual([7])
  })
})
