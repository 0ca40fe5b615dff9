import { expect, test } from 'vitest'
import { countedAs, isThisMachine } from './request.ts'

const from = (ip: string, remoteAddress = '10.0.0.1', headers = {}) => ({ ip, headers, socket: { remoteAddress } })

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['nobody', '10.0.0.1'],
  ['', '10.0.0.1'],
])('%s counts as %s', (ip, counted) => {
  expect(countedAs(from(ip))).toBe(counted)
})

test('only what connects from this machine and forwards for no other client is this machine', () => {
  expect(isThisMachine(from('127.0.0.1', '127.0.0.1'))).toBe(true)
  expect(isThisMachine(from('::1', '::1'))).toBe(true)
  expect(isThisMachine(from('127.0.0.1', '198.51.100.7'))).toBe(false)
  expect(isThisMachine(from('127.0.0.1', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }))).toBe(false)
})
