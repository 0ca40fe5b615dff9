import type { CancellationPlan } from '#contract/desk-cancellation.ts'
import { NO_CURRENCY, currency as currencyOf } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Shop } from '#server/catalog/context.ts'
import { presentRefusals } from '#server/organiser/event-desk/answer.ts'
import { CANCEL_EVENT } from './cancel-item.ts'
import { type CancellationState, type OrderGroup, cancellationState, orderGroups } from './cancellation-store.ts'

/** What will happen when an event is cancelled; of a cancelled one, what is left to do. Nothing is stored. */
export async function planCancellation(shop: Shop, eventId: number, language: string): Promise<CancellationPlan> {
  const [state, groups] = await Promise.all([
    cancellationState(shop.db, eventId, CANCEL_EVENT),
    orderGroups(shop.db, eventId),
  ])
  const problems = problemsOfCancellation(state, shop.clock.now())
  const those = (...parts: readonly OrderGroup['part'][]) => groups.filter(({ part }) => parts.includes(part))
  const count = (of: readonly OrderGroup[], name: 'orders' | 'tickets' | 'invoices') =>
    of.reduce((sum, group) => sum + group[name], 0)
  const ending = those('SOLD', 'AWAITED')
  return {
    cancelledAt: state.cancelledAt,
    text: state.text ?? '',
    jobId: state.jobId === null ? null : Number(state.jobId),
    isAllowed: problems.length === 0,
    refusals: presentRefusals(shop, language, problems),
    people: state.people,
    orders: count(ending, 'orders'),
    tickets: count(ending, 'tickets'),
    payments: ending.flatMap(group => paymentsOf(shop, group)),
    creditNotes: count(ending, 'invoices'),
    mails: state.mails,
    waiting: state.waiting,
    carts: count(those('CART'), 'orders'),
    underWay: count(those('UNDER_WAY'), 'orders'),
    letIn: count(those('LET_IN'), 'orders'),
  }
}

/** Why an event can't be cancelled: it is over. Of a cancelled one what is left can be cancelled at any time. */
export function problemsOfCancellation(
  { endsAt, cancelledAt }: Pick<CancellationState, 'endsAt' | 'cancelledAt'>,
  now: Instant,
): readonly Problem[] {
  return cancelledAt === null && endsAt <= now ? [problem('foyer.desk.event.refused.over')] : []
}

/** How the money of such orders goes back: those that were paid, and those that were not. */
function paymentsOf({ providers }: Pick<Shop, 'providers'>, group: OrderGroup): CancellationPlan['payments'] {
  const { part, proxy, currency, orders, paid, left, total } = group
  const code = currencyOf(currency ?? '') ?? NO_CURRENCY
  const isOnline = providers.some(provider => provider.proxy === proxy && provider.online)
  const of = { provider: proxy ?? 'NONE', currency }
  const unpaid = orders - paid
  return [
    ...(paid === 0
      ? []
      : [
          {
            ...of,
            way: isOnline ? ('BY_PROVIDER' as const) : ('BY_HAND' as const),
            orders: paid,
            amount: printed(minor(left), code),
          },
        ]),
    ...(unpaid === 0
      ? []
      : [
          {
            ...of,
            way: 'NONE' as const,
            orders: unpaid,
            amount: printed(minor(part === 'AWAITED' || paid === 0 ? total : 0n), code),
          },
        ]),
  ]
}
