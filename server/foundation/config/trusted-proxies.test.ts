import { expect, test } from 'vitest'
import { readTrustedProxies } from './config.ts'

test.each([
  ['no', []],
  ['0', []],
  ['1', 1],
  ['10', 10],
  ['yes', 1],
  ['10.0.0.0/8, 192.0.2.7', ['10.0.0.0/8', '192.0.2.7']],
  ['2001:db8::/32', ['2001:db8::/32']],
  ['loopback, uniquelocal', ['loopback', 'uniquelocal']],
  ['11', undefined],
  ['true', undefined],
  ['everybody', undefined],
  ['10.0.0.0/0', undefined],
  ['10.0.0.0/33', undefined],
  ['::/0', undefined],
  ['10.0.0.0/8/8', undefined],
  ['10.0.0.1,', undefined],
])('%j is %j', (text, proxies) => {
  expect(readTrustedProxies(text)).toEqual(proxies)
})
