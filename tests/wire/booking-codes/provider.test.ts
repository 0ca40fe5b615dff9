import { expect, test } from 'vitest'
import { errorLines } from './case.ts'
import { PAYMENT_FAILED_ROW } from './confirm-cases.ts'
import { PROVIDER_DIFFERENCES, PROVIDER_REASON_CASES } from './provider-cases.ts'
import { openProviderFixture } from './provider-fixture.ts'
import { rowNamed } from './rows.ts'

const fixture = await openProviderFixture()
const { code: failed } = rowNamed(PAYMENT_FAILED_ROW)

function lineOf(key: string): string {
  const text = fixture.text(key)
  expect(text).not.toBe(key)
  return `G ${failed} (${text})`
}

test.each(Object.entries(PROVIDER_REASON_CASES))('%s: stated in words', async (name, { provoke, text }) => {
  const answer = await provoke(fixture)
  expect(answer).toMatchObject({ status: 422, value: { value: { success: false, redirect: false, failure: true } } })
  expect(errorLines(answer)).toEqual([lineOf(text ?? rowNamed(name).code)])
})

test.each(Object.entries(PROVIDER_DIFFERENCES))('%s: here not so', async (_, { provoke, errors }) => {
  expect(errorLines(await provoke(fixture))).toEqual(errors.map(lineOf))
})
