import { CONFIRM_CASES, PAYMENT_FAILED_ROW, REASON_CASES } from './confirm-cases.ts'
import { DETAILS_CASES, WARNING_CASES } from './details-cases.ts'
import { PASS_CASES } from './pass-cases.ts'
import { PROVIDER_REASON_CASES } from './provider-cases.ts'
import { TICKET_CASES } from './ticket-cases.ts'

/** The names of the rows that the tests of this folder provoke as they are written. */
export const provokedRows: readonly string[] = [
  ...[
    DETAILS_CASES,
    WARNING_CASES,
    TICKET_CASES,
    CONFIRM_CASES,
    REASON_CASES,
    PROVIDER_REASON_CASES,
    PASS_CASES,
  ].flatMap(cases => Object.keys(cases)),
  PAYMENT_FAILED_ROW,
]
