import { expect, test } from 'vitest'
import { guardedConnection, isPublicAddress, isPublicHost } from './public-network.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '100.64.0.1',
  '172.20.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '0.0.0.0',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  'fe80::1',
  'fec0::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2001::7f00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fe80::1%eth0',
  'no address',
])('%s is private', address => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.216.34', '172.15.255.255', '172.32.0.1', '2606:2800:220:1:248:1893:25c8:1946', '2a00:1450::1'])(
  '%s is public',
  address => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  ['8.8.8.8', true],
  ['[2001:4860:4860::8888]', true],
  ['127.0.0.1', false],
  ['[::1]', false],
  ['10.1.2.3', false],
  ['localhost', false],
  ['nowhere.invalid', false],
])('%s is a host of the open internet: %s', async (host, expected) => {
  expect(await isPublicHost(host)).toBe(expected)
})

const PUBLIC_ONLY = { allowsPrivateAddresses: false }

/** Spellings of this machine that browsers and clients read as one. */
test.each([
  'http://127.1/',
  'http://0x7f.0.0.1/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://[::ffff:7f00:1]/',
  'http://127.0.0.1./',
  'https://[::1]:8080/',
  'ftp://example.org/',
  'file:///etc/passwd',
])('no connection is made to %s', address => {
  expect(() => guardedConnection(new URL(address), PUBLIC_ONLY)).toThrow(/private|not requested/)
})

/** What a name leads to is judged when the connection is made, so that it can't change in between. */
test('a name that leads to this machine is not connected to', async () => {
  const { lookup } = guardedConnection(new URL('https://localhost/'), PUBLIC_ONLY)
  const failed = await new Promise(answer => lookup?.('localhost', {}, error => answer(error?.message)))
  expect(failed).toBe('localhost leads into a private network')
})

test('where private networks are allowed, the connection is an ordinary one', () => {
  expect(guardedConnection(new URL('http://127.0.0.1/'), { allowsPrivateAddresses: true })).toEqual({})
})
