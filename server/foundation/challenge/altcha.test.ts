import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { AltchaSolution } from '#contract/challenge.ts'
import { after, instant, minutes } from '#domain/foundation/instant.ts'
import { solvedAltcha } from '#tests/support/buyer/solve-altcha.ts'
import { newChallenge, readSolution } from './robots.ts'

// Far from the time of the machine, which the library's own expiry would go by.
const NOW = instant(Date.UTC(2001, 0, 1))
const key = randomBytes(32)
const EFFORT = 5

const challenge = await newChallenge(key, EFFORT, NOW)
const token = await solvedAltcha(challenge)

describe('a solution', () => {
  test('is good, and known again by its digest', async () => {
    const first = await readSolution(key, token, NOW)
    const second = await readSolution(key, token, NOW)
    expect(first).toEqual({ digest: expect.any(Buffer), expiresAt: after(NOW, minutes(10)) })
    expect(second?.digest).toEqual(first?.digest)
  })

  test('of other work has another digest', async () => {
    const other = await solvedAltcha(await newChallenge(key, EFFORT, NOW))
    const [one, two] = await Promise.all([readSolution(key, token, NOW), readSolution(key, other, NOW)])
    expect(one?.digest.equals(two?.digest ?? Buffer.alloc(0))).toBe(false)
  })

  test('is good until its work expires, by the clock of the shop', async () => {
    expect(await readSolution(key, token, after(NOW, minutes(10) - 1))).toBeDefined()
    expect(await readSolution(key, token, after(NOW, minutes(10)))).toBeUndefined()
  })

  test('of work that is not ours is refused', async () => {
    expect(await readSolution(randomBytes(32), token, NOW)).toBeUndefined()
  })

  const changed: readonly [string, (payload: AltchaSolution) => AltchaSolution][] = [
    ['a longer life', changedParameters({ data: { expiresAt: NOW + minutes(60) } })],
    ['less work', changedParameters({ cost: 1 })],
    ['an easier key', changedParameters({ keyPrefix: '00' })],
    ['another key', payload => ({ ...payload, solution: { ...payload.solution, derivedKey: '00'.repeat(32) } })],
    ['a key that is none', payload => ({ ...payload, solution: { ...payload.solution, derivedKey: 'zz' } })],
    ['another signature', payload => ({ ...payload, challenge: { ...payload.challenge, signature: 'ab' } })],
  ]
  test.each(changed)('with %s is refused', async (_, change) => {
    const payload: AltchaSolution = JSON.parse(Buffer.from(token, 'base64').toString())
    expect(await readSolution(key, encoded(change(payload)), NOW)).toBeUndefined()
  })

  test.each(['', 'nonsense', '{}', encoded({}), encoded(null), encoded({ challenge: {}, solution: {} })])(
    'that is none (%s) is refused',
    async text => {
      expect(await readSolution(key, text, NOW)).toBeUndefined()
    },
  )
})

test('work is between the effort and twice as much', async () => {
  for (let round = 0; round < 5; round += 1) {
    const solved: AltchaSolution = JSON.parse(
      Buffer.from(await solvedAltcha(await newChallenge(key, EFFORT, NOW)), 'base64').toString(),
    )
    expect(solved.solution.counter).toBeGreaterThanOrEqual(EFFORT)
    expect(solved.solution.counter).toBeLessThan(2 * EFFORT)
  }
})

function changedParameters(changes: Partial<AltchaSolution['challenge']['parameters']>) {
  return (payload: AltchaSolution): AltchaSolution => ({
    ...payload,
    challenge: { ...payload.challenge, parameters: { ...payload.challenge.parameters, ...changes } },
  })
}

function encoded(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}
