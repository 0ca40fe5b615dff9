import { expect, test } from 'vitest'
import { eventsPath, healthPath, robotsPath, shopAtomPath, shopCalendarPath } from '#contract/paths.ts'
import { mePath } from '#contract/account-paths.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const { app } = await testShop()

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

test.each([
  eventsPath,
  mePath,
  healthPath,
  robotsPath,
  shopCalendarPath,
  shopAtomPath,
  '/api/v2/public/event/unknown',
  '/api/v2/public/no-such-call',
  '/file/unknown',
  '/%ff',
])('%s, opened as if it were a page, loads nothing, runs nothing and is shown by no other site', async address => {
  const answer = await app.inject({ url: address })
  expect(answer.headers['content-security-policy']).toBe(NOTHING)
  expect(answer.headers['permissions-policy']).toContain('camera=()')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('a refused write has the same policy', async () => {
  const answer = await app.inject({ method: 'POST', url: mePath, payload: {} })
  expect(answer.headers['content-security-policy']).toBe(NOTHING)
})
