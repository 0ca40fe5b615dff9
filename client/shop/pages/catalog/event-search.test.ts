import { expect, test } from 'vitest'
import { eventSearchOf } from './event-search.ts'

const search = (query: string, slug?: string) => eventSearchOf(new URLSearchParams(query), slug)

test('tags may be repeated or parted by commas', () => {
  expect(search('tags=jazz&tags=open-air,free')).toEqual({ tags: ['jazz', 'open-air', 'free'] })
})

test('an organiser is a number, or nothing', () => {
  expect(search('organizer=7')).toEqual({ organizer: '7' })
  expect(search('organizer=x')).toEqual({})
})

test('the slug of the address and a subscription narrow the list', () => {
  expect(search('subscription=abc&other=1', 'choir')).toEqual({ organizerSlug: 'choir', subscription: 'abc' })
})

test('nothing asked for is everything', () => expect(search('')).toEqual({}))
