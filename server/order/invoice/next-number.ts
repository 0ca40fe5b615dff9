import { documentNumber } from '#domain/order/invoice/number-pattern.ts'
import { type Tx, statement } from '#server/foundation/database/database.ts'

/**
 * The next number of an organisation's sequence, by its pattern. Its counter stays locked until the transaction ends:
 * the next transaction waits, and gets the same number when this one is rolled back. So there is no gap and no double
 * (lifecycle C.2).
 */
export async function nextNumber(
  tx: Tx,
  organizationId: number,
  { sequence, pattern }: { readonly sequence: 'INVOICE' | 'CREDIT_NOTE'; readonly pattern: string | null },
): Promise<string> {
  const [counted] = await tx.query(COUNT, [organizationId, sequence])
  if (!counted) throw new Error(`the counter ${sequence} of organisation ${organizationId} did not count`)
  return documentNumber(pattern, counted.last)
}

const COUNT = statement<{ readonly last: number }>(
  'billing-number',
  `insert into billing_number (organization_id, sequence, last) values ($1, $2, 1)
   on conflict (organization_id, sequence) do update set last = billing_number.last + 1
   returning last`,
)
