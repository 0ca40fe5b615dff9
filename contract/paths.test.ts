import { expect, test } from 'vitest'
import { eventsPath, pathTo } from './paths.ts'
import { ticketPath } from './ticket-paths.ts'

test('parameters are encoded into their places', () => {
  expect(pathTo(ticketPath, { eventName: 'jazz & more', ticketIdentifier: 'a/b' })).toBe(
    '/api/v2/public/event/jazz%20%26%20more/ticket/a%2Fb',
  )
})

test('a path without parameters stays as it is', () => {
  expect(pathTo(eventsPath, {})).toBe('/api/v2/public/events')
})

test('a missing parameter is our mistake and throws', () => {
  const missing: Record<string, string> = {}
  expect(() => pathTo<string>(ticketPath, missing)).toThrow('no value for :eventName')
})
