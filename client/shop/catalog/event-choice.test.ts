import { describe, expect, test } from 'vitest'
import {
  CHOSEN_HERE,
  carriedParameters,
  eventSearchOf,
  isChosenHere,
  isNarrowed,
  leadsToOnlyEvent,
  queryOfForm,
  showsPasses,
  withoutChoice,
} from './event-choice.ts'

const search = (query: string, slug?: string) => eventSearchOf(new URLSearchParams(query), slug)

describe('a list is the choice of a visitor', () => {
  test.each(['search=a', 'month=2027-05', 'organizer=1', 'tags=a'])('with %s', query =>
    expect(isNarrowed(search(query))).toBe(true),
  )
  test.each(['', 'lang=de', 'subscription=abc', 'search=+', 'month=x'])('and not with "%s"', query =>
    expect(isNarrowed(search(query, 'choir'))).toBe(false),
  )
})

test.each([
  ['tags=a', true],
  ['organizer=1', true],
  ['', true],
  ['search=a', false],
  ['month=2027-05&tags=a', false],
])('"%s" leads to the only event of its list: %s', (query, leads) =>
  expect(leadsToOnlyEvent(search(query))).toBe(leads),
)

test.each([
  ['', true],
  ['lang=de', true],
  ['tags=a', true],
  ['organizer=1', true],
  ['search=a', false],
  ['month=2027-05&tags=a', false],
  ['subscription=abc', false],
])('the home page of "%s" shows passes: %s', (query, shows) => expect(showsPasses(search(query, 'choir'))).toBe(shows))

test('a form becomes an address without its empty fields, and the language stays', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ search: ' choir ', month: '', organizer: '3' })) form.set(name, value)
  form.append('tags', 'a')
  form.append('tags', 'b')
  const query = new URLSearchParams('lang=de&month=2027-05&tags=c')
  expect(queryOfForm(form, query).toString()).toBe('lang=de&search=choir&organizer=3&tags=a&tags=b')
  expect(withoutChoice(query).toString()).toBe('lang=de')
})

test('a list that was narrowed on the page itself differs from one that was opened', () => {
  expect([CHOSEN_HERE, {}, null, 'isChosenHere'].map(isChosenHere)).toEqual([true, false, false, false])
})

test('a form carries along what pages know, and nothing that the server does not draw', () => {
  const query = new URLSearchParams('utm_source=mail&lang=de&lang=fr&search=a&subscription=%20x%20&tags=b')
  expect(carriedParameters(query)).toEqual([
    ['lang', 'de'],
    ['subscription', 'x'],
  ])
})
