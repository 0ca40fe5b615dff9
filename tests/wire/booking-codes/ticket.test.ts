import { expect, test } from 'vitest'
import { expectErrors, errorLines } from './case.ts'
import { TICKET_CASES, TICKET_DIFFERENCES } from './ticket-cases.ts'
import { openTicketFixture } from './ticket-fixture.ts'

const fixture = await openTicketFixture()

test.each(Object.entries(TICKET_CASES))('%s', async (name, provoke) => {
  const answer = await provoke(fixture)
  expectErrors(answer, name)
  expect(answer.value).toHaveProperty('value', false)
})

test.each(Object.entries(TICKET_DIFFERENCES))('%s: here not so', async (_, { provoke, errors }) => {
  expect(errorLines(await provoke(fixture))).toEqual(errors)
})

test('nothing is wrong with a holder and answers that are good', async () => {
  expect(await fixture.putListing(own => own)).toMatchObject({ status: 200, value: { success: true, value: true } })
})
