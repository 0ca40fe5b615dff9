import { expect, test } from 'vitest'
import { rushThroughFaults } from '../support/rush/faulty-rush.ts'

test('a rush of a minute goes on through lost connections, two restarts of the database and two kills', async () => {
  const list = [
    { at: 10, what: 'database restart' },
    { at: 22, what: 'kill -9' },
    { at: 34, what: 'database restart' },
    { at: 46, what: 'kill -9' },
  ] as const
  const tally = await rushThroughFaults({ seconds: 60, list })
  console.log(tally.summary())
  expect(tally.paid).toBeGreaterThan(0)
  expect(tally.terminated).toBeGreaterThan(0)
}, 300_000)
