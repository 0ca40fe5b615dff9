import { expect, test } from 'vitest'
import { PASS_CASES } from './pass-cases.ts'
import { openPassFixture } from './pass-fixture.ts'
import { rowNamed } from './rows.ts'

const fixture = await openPassFixture()

// Applying a code is always answered 200: the body says what was refused (domain rules 7.3).
test.each(Object.entries(PASS_CASES))('%s', async (name, provoke) => {
  expect(await provoke(fixture)).toMatchObject({
    status: 200,
    value: {
      success: false,
      errorCount: 1,
      value: false,
      validationErrors: [{ fieldName: 'reservationCodeForm', code: rowNamed(name).code, arguments: null }],
    },
  })
})
