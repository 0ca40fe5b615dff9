import type { Minor } from '#domain/foundation/money/money.ts'
import type { Aftermath, Payment } from '#server/providers/port/online.ts'
import type { Own } from './account.ts'
import { fromMollie } from './amounts.ts'
import { valueOf } from './answer.ts'
import type { Mollie } from './client.ts'
import { access, nameOf } from './pay.ts'
import type { Amount, Chargeback, Refund } from './replies.ts'

type RefundState = Aftermath['refunds'][number]['state']

/** What has become of a settled payment: all its refunds and chargebacks. Mollie does not report its fee to shops. */
export async function follow(mollie: Mollie, payment: Payment<Own>): Promise<Aftermath> {
  const id = nameOf(payment)
  if (id === null) throw new Error(`transaction ${payment.transactionId}: Mollie has not named it`)
  const client = access(mollie, payment)
  const refunds = valueOf(await client.refundsOf(id))
  const chargebacks = valueOf(await client.chargebacksOf(id))
  return { fee: null, refunds: refunds.map(toldRefund), disputes: chargebacks.map(toldChargeback) }
}

const toldRefund = ({ id: reference, amount, status }: Refund): Aftermath['refunds'][number] => ({
  reference,
  amount: read(amount),
  state: refundState(status),
})

/** An unknown state may still end in any other. */
export function refundState(status: string): RefundState {
  if (status === 'refunded') return 'refunded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** The money is gone at once and may come back; Mollie takes no answer, and never says that it is lost for good. */
const toldChargeback = ({ id: reference, amount, reversedAt }: Chargeback): Aftermath['disputes'][number] => ({
  reference,
  amount: read(amount),
  state: reversedAt == null ? 'open' : 'won',
  dueBy: null,
})

function read(amount: Amount): Minor {
  const known = fromMollie(amount)
  if (known === undefined) throw new Error(`Mollie tells ${amount.value} ${amount.currency}, which can't be read`)
  return known.amount
}
