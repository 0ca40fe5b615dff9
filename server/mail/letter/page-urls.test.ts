import { expect, test } from 'vitest'
import { contextUrl, orderUrl } from './page-urls.ts'

const site = { config: { baseUrl: 'https://tickets.example.org' } }
const event = { context: { kind: 'event', shortName: 'open-atlas' } } as const
const pass = { context: { kind: 'subscription', publicId: '8f7e9d5c-0a4f-4a63-9c0d-0b8f6c1e2d3a' } } as const
const reservation = { id: '1d6f2c6e-7a51-4b7e-8a63-5f1e0c9b8a7d', language: 'de' }

test.each([
  [event, '/event/open-atlas'],
  [pass, '/subscription/8f7e9d5c-0a4f-4a63-9c0d-0b8f6c1e2d3a'],
])('letters about %o lead to its page and to the pages of its orders', (offer, page) => {
  expect(contextUrl(site, offer, 'de')).toBe(`https://tickets.example.org${page}?lang=de`)
  expect(orderUrl(site, { offer, reservation })).toBe(
    `https://tickets.example.org${page}/reservation/${reservation.id}?lang=de`,
  )
})
