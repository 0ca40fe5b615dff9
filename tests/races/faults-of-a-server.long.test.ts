import { describe, expect, test } from 'vitest'
import { rushThroughFaults } from '../support/rush/faulty-rush.ts'
import { embeddedUnderRush, serverUnderRush } from '../support/rush/rush-database.ts'
import { hasDebianPostgresql } from '../../tools/debian-postgresql.ts'

/** On a server of the operator's, which comes back when the operator starts it. */
describe.skipIf(!hasDebianPostgresql())('a server', () => {
  test('a rush goes on through lost connections, restarts, a kill and 20 s without the server', async () => {
    const list = [
      { at: 8, what: 'database restart' },
      { at: 14, what: 'database away for 20 s' },
      { at: 42, what: 'kill -9' },
      { at: 52, what: 'database restart' },
    ] as const
    const tally = await rushThroughFaults({ seconds: 60, list }, serverUnderRush)
    console.log(tally.summary())
    expect(tally.paid).toBeGreaterThan(0)
    expect(tally.terminated).toBeGreaterThan(0)
  }, 300_000)

  test(
    'no request waits for ever for a server that is frozen, and sales go on when it moves again',
    () => expectSalesAfterFreezing(serverUnderRush),
    300_000,
  )
})

test(
  'no request waits for ever for an embedded database that is frozen, and sales go on when it moves again',
  () => expectSalesAfterFreezing(embeddedUnderRush),
  300_000,
)

async function expectSalesAfterFreezing(openUnderRush: typeof serverUnderRush): Promise<void> {
  const list = [{ at: 4, what: 'frozen database' }] as const
  const tally = await rushThroughFaults({ seconds: 8, list }, openUnderRush)
  console.log(tally.summary())
  expect(tally.paid).toBeGreaterThan(0)
}
