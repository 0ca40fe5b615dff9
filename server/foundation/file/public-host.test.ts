import { expect, test } from 'vitest'
import { isPublicHost } from './download.ts'

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
