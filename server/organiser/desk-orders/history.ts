import type { DeskOrder } from '#contract/desk-order-detail.ts'
import { type Currency, NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { minor, printedWithCurrency } from '#domain/foundation/money/money.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { fullAddress } from '#server/foundation/setting/own-address.ts'
import type { TrailEntry } from '#server/foundation/audit/audit.ts'

type Happening = DeskOrder['history'][number]

type Words = {
  readonly texts: Texts
  readonly language: string
  readonly currency: Currency | null
  readonly maySeeMoney: boolean
  readonly config: Pick<Shop['config'], 'baseUrl'>
}

/** What happened to an order in the words of the caller's language, the latest first. */
export function historyOf(
  trail: readonly TrailEntry[],
  { texts, language, currency, maySeeMoney, config }: Words,
): Happening[] {
  return trail.toReversed().map(({ at, type, by, modifications }) => {
    const code = `foyer.desk.order.happened.${type.toLowerCase().replaceAll('_', '-')}`
    return {
      at,
      code,
      message: texts.text(language, code),
      by,
      detail: detailOf(modifications, { currency: maySeeMoney ? (currency ?? NO_CURRENCY) : null, config }),
    }
  })
}

/**
 * The sum that moved, where it may be shown, the categories of a ticket that moved, and the address of what the buyer agreed to; nothing
 * else of what the trail keeps is for people.
 */
function detailOf(modifications: unknown, { currency, config }: Pick<Words, 'currency' | 'config'>): string | null {
  if (typeof modifications !== 'object' || modifications === null) return null
  const sum = sumOf(modifications, currency)
  const { from, to, url } = modifications as { readonly from?: unknown; readonly to?: unknown; readonly url?: unknown }
  if (typeof url === 'string') return fullAddress(url, config)
  if (typeof from !== 'string' || typeof to !== 'string') return sum
  return sum === null ? `${from} → ${to}` : `${from} → ${to}, ${sum}`
}

function sumOf(modifications: object, currency: Currency | null): string | null {
  if (!('amount' in modifications)) return null
  const { amount } = modifications
  if (currency === null || typeof amount !== 'string' || !/^\d+$/.test(amount) || amount === '0') return null
  return printedWithCurrency(minor(BigInt(amount)), currency)
}
