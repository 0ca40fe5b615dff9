import { expect, test } from 'vitest'
import { pageAddress } from './page-policy.ts'

const many = (part: string, count: number) => Array.from({ length: count }, () => part).join('&')

test.each([
  ['/', '/'],
  ['/events-all?', '/events-all'],
  ['/events-all?lang=de', '/events-all?lang=de'],
  ['/events-all?utm_source=mail&x=1', '/events-all'],
  ['/events-all?search=a+b&lang=de', '/events-all?lang=de&search=a+b'],
  [`/events-all?${many('organizer=1', 1_000)}&organizer=2`, '/events-all?organizer=1'],
  ['/events-all?tags=b&tags=a,b&tags=', '/events-all?tags=a&tags=b'],
  [`/events-all?${many('tags=a', 1_000)}`, '/events-all?tags=a'],
  [`/events-all?search=${'a'.repeat(301)}`, `/events-all?search=${'a'.repeat(300)}`],
  ['/events-all?search=%', '/events-all?search=%25'],
  ['/event/a?code=EARLY&errors=x.y&lang=', '/event/a?code=EARLY&errors=x.y'],
])('%.60s is rendered as %s', (url, address) => {
  expect(pageAddress(url)).toBe(address)
})
