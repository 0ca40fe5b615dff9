import { Type } from 'typebox'
import { call, content } from './call.ts'
import { Denied } from './organiser.ts'
import { reconciliationPath } from './paths.ts'
import { PaymentProxy } from './payment.ts'
import { ShortName } from './shared.ts'
import { BadRequest } from './wrapper.ts'

/** The columns of a reconciliation. Amounts are plain decimals above nothing; `kind` says which way they went. */
export const RECONCILIATION_COLUMNS = [
  'time',
  'kind',
  'provider reference',
  'transaction',
  'order',
  'amount',
  'fee',
  'currency',
  'state',
] as const

export const reconcilePayments = call({
  operationId: 'reconcilePayments',
  summary: 'A day (UTC) of payments, refunds and disputes beside the books of their provider, as CSV',
  tag: 'organiser',
  method: 'GET',
  path: reconciliationPath,
  query: Type.Object({
    provider: PaymentProxy,
    day: Type.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'As 2027-01-15' }),
    event: Type.Optional(ShortName),
  }),
  responses: {
    200: content('text/csv', 'CSV', Type.String({ contentMediaType: 'text/csv' })),
    400: BadRequest,
    403: Denied,
    502: Type.String({ description: 'The provider did not tell its books; ask again later' }),
  },
})
