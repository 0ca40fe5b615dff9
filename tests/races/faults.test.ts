import { expect, test } from 'vitest'
import { rushThroughFaults } from '../support/rush/faulty-rush.ts'

test('a rush goes on through lost connections, a restarted database and a killed process', async () => {
  const list = [
    { at: 3, what: 'database restart' },
    { at: 6, what: 'kill -9' },
  ] as const
  const tally = await rushThroughFaults({ seconds: 8, list })
  console.log(tally.summary())
  expect(tally.paid).toBeGreaterThan(0)
  expect(tally.terminated).toBeGreaterThan(0)
})
