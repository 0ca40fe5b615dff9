import type { NewOrderForm } from '#contract/desk-new-order.ts'
import { typedAmount } from '#domain/door/box-office/cash.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'

type FormExtras = NonNullable<NewOrderForm['extras']>

/** What is wrong with the amounts that were typed, each at its field, as in `extras.4`; whether an extra may be had is decided with the tickets. */
export function problemsOfExtras(extras: FormExtras, { context }: OfferedEvent): Problem[] {
  return extras.flatMap(({ extraId, amount }) =>
    amount == null || typedAmount(amount, context.currency ?? NO_CURRENCY) !== undefined
      ? []
      : [problem('foyer.extras.amount-wrong', { field: `extras.${extraId}` })],
  )
}

/** As every order is decided: an amount is in units of the currency. */
export const requestedExtras = (extras: FormExtras) =>
  extras.map(({ extraId, quantity, amount }) => ({
    serviceId: extraId,
    quantity,
    amount: amount == null ? null : Number(amount.trim().replace(',', '.')),
  }))
