import type { PassWithdrawal } from '#contract/withdrawal.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { WithdrawalRefusal } from '#domain/payment/withdrawal/withdraw.ts'
import { type Instant, after } from '#domain/foundation/instant.ts'
import { shortIdOf } from '#server/order/order/describe-order.ts'
import type { LeavingTicket, WithdrawalNow } from './read-withdrawal.ts'

const STATES = {
  'not-offered': 'NOT_OFFERED',
  'not-confirmed': 'NOT_CONFIRMED',
  'has-ended': 'ENDED',
  over: 'OVER',
} as const satisfies Record<WithdrawalRefusal, PassWithdrawal['state']>

/** A withdrawal as its page shows it. */
export function presentWithdrawal(now: WithdrawalNow): PassWithdrawal {
  const { order, pass, withdrawal, decision, made } = now
  const { context } = order.offer
  const { reservation } = order
  const code = reservation.currency ?? NO_CURRENCY
  const { firstName, lastName, email } = made?.by ?? reservation.contact
  return {
    state: stateOf(now),
    title: { ...context.title },
    publicIdentifier: context.publicId,
    organizationName: context.organization.name,
    organizationEmail: context.organization.email,
    orderReference: shortIdOf(order),
    timeZone: context.timeZone,
    concludedAt: 'confirmedAt' in reservation ? reservation.confirmedAt : null,
    until: decision.kind === 'possible' || decision.period ? lastMoment(decision.period?.until) : null,
    reason: withdrawal.kind === 'none' ? { ...withdrawal.reason } : {},
    firstName,
    lastName,
    email,
    currency: reservation.currency,
    paid: printed(now.paid, code),
    amount: amountShown(now),
    returnedBy: now.returnedBy,
    entries: { total: pass.maxEntries, used: now.used },
    released: byEvent(now.leaving),
    withdrawnAt: made?.madeAt ?? null,
  }
}

/** What comes back, as it is shown and confirmed. */
export function amountShown({ amount, order: { reservation } }: Pick<WithdrawalNow, 'amount' | 'order'>): string {
  return printed(amount, reservation.currency ?? NO_CURRENCY)
}

function stateOf({ decision, made }: WithdrawalNow): PassWithdrawal['state'] {
  if (made) return 'DONE'
  return decision.kind === 'possible' ? 'POSSIBLE' : STATES[decision.reason]
}

/** Of a day that is over at a moment. */
const lastMoment = (over: Instant | undefined): Instant | null => (over === undefined ? null : after(over, -1))

function byEvent(leaving: readonly LeavingTicket[]): PassWithdrawal['released'] {
  const events = Map.groupBy(leaving, ({ order }) => order.offer.context.id)
  return [...events.values()].flatMap(tickets =>
    tickets.slice(0, 1).map(({ order }) => ({ event: { ...order.offer.context.title }, count: tickets.length })),
  )
}
