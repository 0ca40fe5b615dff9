import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import { ITALIAN_INVOICE } from '../../support/organiser/invoice.ts'
import { answerCases, answerDifferences } from './answer-cases.ts'
import type { Cases, Differences } from './case.ts'
import { CONTACT_CASES, CONTACT_DIFFERENCES } from './contact-cases.ts'
import type { DetailsFixture } from './details-fixture.ts'
import { INVOICE_CASES, INVOICE_DIFFERENCES } from './invoice-cases.ts'
import { WHOLE_FORM_CASES } from './whole-form-cases.ts'

/** All rows C. */
export const DETAILS_CASES: Cases<DetailsFixture> = {
  ...CONTACT_CASES,
  ...INVOICE_CASES,
  ...answerCases('C'),
  ...WHOLE_FORM_CASES,
}

export const DETAILS_DIFFERENCES: Differences<DetailsFixture> = {
  ...CONTACT_DIFFERENCES,
  ...INVOICE_DIFFERENCES,
  ...answerDifferences('C'),
}

type Warning = {
  readonly event: 'plain' | 'milan'
  readonly changes: ContactAndTicketsForm
  readonly params: readonly string[]
}

/** What is asked about before the overview opens. */
export const WARNING_CASES: Readonly<Record<string, Warning>> = {
  'C warning error.STEP_2_EMAIL_TYPO: host without a dot': {
    event: 'plain',
    changes: { email: 'ada@example' },
    params: ['ada@example'],
  },
  'C warning error.STEP_2_EMAIL_TYPO: host without a 2-letter ending': {
    event: 'plain',
    changes: { email: 'ada@example.o' },
    params: ['ada@example.o'],
  },
  'C warning warning.fiscal-code-name-mismatch: Italian personal code does not match the name': {
    event: 'milan',
    changes: { ...ITALIAN_INVOICE, addCompanyBillingDetails: false, italyEInvoicingFiscalCode: 'RSSMRA85T10A562S' },
    params: [],
  },
}
