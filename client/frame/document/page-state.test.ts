import { expect, test, vi } from 'vitest'

test('each process draws a placeholder of its own, which no process can guess', async () => {
  const drawn = new Set<string>()
  for (let index = 0; index < 3; index += 1) {
    vi.resetModules()
    drawn.add((await import('./page-state.ts')).NONCE)
  }
  expect(drawn.size).toBe(3)
  for (const nonce of drawn) expect(nonce).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})
