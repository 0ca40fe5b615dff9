import { expect, test } from 'vitest'
import { HOME, pathToReturnTo } from './attempt.ts'

test.each([
  ['/event/spring', '/event/spring'],
  ['/event/spring?code=X#y', '/event/spring'],
  ['/my-orders', '/my-orders'],
  ['/event/../event/a%20b', '/event/a%20b'],
  [undefined, HOME],
  ['', HOME],
  ['event/spring', HOME],
  ['//evil.example', HOME],
  ['/\\evil.example', HOME],
  ['/.//evil.example', HOME],
  ['/\t/evil.example', HOME],
  ['https://evil.example', HOME],
  ['/openid/authentication', HOME],
  ['/openid/event/spring/reservation/4f2e1a90', '/openid/event/spring/reservation/4f2e1a90'],
  ['/openid/event/spring/reservation/4f2e1a90/more', HOME],
  ['/api/v2/public/user/logout', HOME],
  [`/${'a'.repeat(2000)}`, HOME],
])('after a sign-in one goes on at a path of this shop: %s', (requested, path) => {
  expect(pathToReturnTo(requested)).toBe(path)
})
