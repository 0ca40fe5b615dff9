import { describe, expect, test } from 'vitest'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { BUSINESS_INVOICE, ITALIAN_INVOICE, PRIVATE_INVOICE } from '../../support/organiser/invoice.ts'
import { expectErrors, errorLines } from './case.ts'
import { DETAILS_CASES, DETAILS_DIFFERENCES, WARNING_CASES } from './details-cases.ts'
import { openDetailsFixture } from './details-fixture.ts'
import { yearsAgo } from './questions.ts'
import { rowNamed } from './rows.ts'

const fixture = await openDetailsFixture()

test.each(Object.entries(DETAILS_CASES))('%s', async (name, provoke) => {
  const answer = await provoke(fixture)
  expectErrors(answer, name)
  expect(answer.value).toHaveProperty('value', false)
})

test.each(Object.entries(DETAILS_DIFFERENCES))('%s: here not so', async (_, { provoke, errors }) => {
  expect(errorLines(await provoke(fixture))).toEqual(errors)
})

test.each(Object.entries(WARNING_CASES))(
  '%s: asked about once, and no error',
  async (name, { event, changes, params }) => {
    const { code } = rowNamed(name)
    const warning = { success: true, validationErrors: [], warnings: [{ code, params }] }
    const order = await fixture.order(event)
    expect(await order.send(form => ({ ...form, ...changes }))).toMatchObject({ status: 200, value: warning })
    expect(await order.isOverviewOpen()).toBe(false)
    expect((await order.send(form => ({ ...form, ...changes }), true)).status).toBe(200)
    expect(await order.isOverviewOpen()).toBe(true)
  },
)

test('once the time is over nothing is judged any more', async () => {
  const answer = await fixture.send('plain', () => ({}), minutes(25))
  expect(errorLines(answer)).toEqual(['G error.STEP_2_ORDER_HAS_EXPIRED'])
})

const good = async (event: Parameters<typeof fixture.send>[0], changes: ContactAndTicketsForm) =>
  expect(await fixture.send(event, form => ({ ...form, ...changes }))).toMatchObject({
    status: 200,
    value: { success: true, value: true, errorCount: 0, warnings: [] },
  })

describe('nothing is wrong with', () => {
  test('good answers', async () => {
    for (const where of ['ticket', 'extra'] as const) {
      const answers = { born: [yearsAgo(40)], meal: ['meat'], vat: ['DE 123 456 789'] }
      expect((await fixture.answer(where, answers)).status).toBe(200)
    }
  })

  test.each<[string, Parameters<typeof fixture.send>[0], ContactAndTicketsForm]>([
    ['a private buyer', 'berlin', PRIVATE_INVOICE],
    ['a business', 'berlin', BUSINESS_INVOICE],
    ['a business outside the Union without a number to check', 'berlin', { ...BUSINESS_INVOICE, vatCountryCode: 'CH' }],
    ['a business that skips its number', 'berlin', { ...BUSINESS_INVOICE, vatNr: null, skipVatNr: true }],
    ['an Italian business', 'milan', ITALIAN_INVOICE],
    ['an Italian business by PEC', 'milan', byPec()],
    ['an Italian business that says neither', 'milan', { ...ITALIAN_INVOICE, italyEInvoicingReferenceType: 'NONE' }],
    ['a person whose code is made of the name', 'milan', marioRossi()],
    ['the longest address', 'berlin', { ...PRIVATE_INVOICE, ...longest() }],
  ])('the invoice of %s', async (_, event, form) => good(event, form))
})

function byPec(): ContactAndTicketsForm {
  return { ...ITALIAN_INVOICE, italyEInvoicingReferenceType: 'PEC', italyEInvoicingReferencePEC: 'a@pec.example' }
}

function marioRossi(): ContactAndTicketsForm {
  const person = { firstName: 'Mario', lastName: 'Rossi', italyEInvoicingFiscalCode: 'RSSMRA85T10A562S' }
  return { ...ITALIAN_INVOICE, ...person, addCompanyBillingDetails: false }
}

function longest(): ContactAndTicketsForm {
  const text = 'x'.repeat(255)
  return {
    billingAddressLine1: text,
    billingAddressLine2: text,
    billingAddressZip: 'x'.repeat(50),
    billingAddressCity: text,
  }
}
