import { expect, test } from 'vitest'
import { eventSearchOf } from './event-choice.ts'

const search = (query: string, slug?: string) => eventSearchOf(new URLSearchParams(query), slug)

test('tags may be repeated or parted by commas', () => {
  expect(search('tags=jazz&tags=open-air,free')).toEqual({ tags: ['jazz', 'open-air', 'free'] })
})

test('an organiser is a number, or nothing', () => {
  expect(search('organizer=7')).toEqual({ organizer: '7' })
  expect(search('organizer=x')).toEqual({})
})

test('a month is a year and a month, or nothing', () => {
  expect(search('month=2027-05')).toEqual({ month: '2027-05' })
  for (const text of ['2027-13', '2027-5', 'May', '2027-05-01']) expect(search(`month=${text}`)).toEqual({})
})

test('words are trimmed and not endless', () => {
  expect(search('search=%20choir+lake%20')).toEqual({ search: 'choir lake' })
  expect(search(`search=${'x'.repeat(500)}`).search).toHaveLength(200)
})

test('the slug of the address and a subscription narrow the list', () => {
  expect(search('subscription=abc&other=1', 'choir')).toEqual({ organizerSlug: 'choir', subscription: 'abc' })
})

test('nothing asked for is everything, and so are the empty fields of a form', () => {
  expect(search('')).toEqual({})
  expect(search('search=&month=&organizer=&tags=')).toEqual({})
})
