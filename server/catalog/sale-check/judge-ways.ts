import type { Category, CategoryId } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { CommonContext } from '#domain/catalog/catalog/common-context.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { OfferedMethod, Payable, PayableContext, PaymentProvider } from '#server/providers/port/provider.ts'
import { type ProviderSettings, type Providers, providerOf } from '#server/providers/registry/registry.ts'
import type { Due } from '#server/providers/port/terms.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import type { RedeemableCode } from '#domain/catalog/promo-code/redeemable-code.ts'
import { planOrder } from '#domain/order/reservation/plan-order.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import { pricePasses } from '#domain/order/pricing/passes.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { NOT_PAYABLE, totalNotPayable } from '#domain/order/reservation/selection-problems.ts'

/** Why a provider that the organiser allows can take no money for a sale (lifecycle B.1). */
export type Obstacle =
  /** These settings are off or not stated. */
  | { readonly kind: 'settings'; readonly missing: readonly string[] }
  /** A secret among its settings can't be opened. */
  | { readonly kind: 'secret' }
  /** It takes no money of this currency. */
  | { readonly kind: 'currency' }
  /** The sum is below the least or above the most that it takes. */
  | { readonly kind: 'amount' }
  /** It is not for such an event or pass, or not so shortly before the event. */
  | { readonly kind: 'occasion' }
  /** The categories refuse each of its methods (PAYMENT_METHODS_BLACKLIST). */
  | { readonly kind: 'categories' }

/** A provider that the organiser allows: either it has methods, or an obstacle. */
export type Way = {
  readonly proxy: PaymentProxy
  readonly methods: readonly OfferedMethod[]
  readonly obstacle: Obstacle | null
}

/** What is sold, by which settings. */
export type Sale = {
  readonly context: PayableContext & Pick<CommonContext, 'isFreeOfCharge' | 'paymentProxies'>
  readonly settings: ProviderSettings & Pick<Settings, 'list'>
}

type ToPay = {
  /** Of the tickets; empty for a pass, and where nothing is chosen yet. */
  readonly categories: readonly CategoryId[]
  readonly now: Instant
  /** What is to be paid; null where nothing is chosen yet. */
  readonly due: Due | null
  readonly country?: string | null
  /** What a provider's own list has for this sum; null where none is there. */
  readonly listed?: (proxy: PaymentProxy) => readonly string[] | null
}

/**
 * Judges each provider that the organiser allows, in the organiser's order: which of its methods can be offered for this
 * sum and these categories, or why none (lifecycle B.1). No input or output. A sale that is free of charge has none.
 */
export function judgeWays(providers: Providers, { context, settings }: Sale, toPay: ToPay): readonly Way[] {
  if (context.isFreeOfCharge) return []
  const { categories, now, due, country = null, listed = () => null } = toPay
  const refused = new Set<string>(categories.flatMap(id => settings.list('PAYMENT_METHODS_BLACKLIST', id)))
  return context.paymentProxies.map(proxy => {
    const payable = { context, settings, now, due, country, listed: listed(proxy) }
    return { proxy, ...unlessUnreadable(() => judge(providerOf(providers, proxy), payable, refused), UNREADABLE) }
  })
}

type Judged = Omit<Way, 'proxy'>

const cannot = (obstacle: Obstacle): Judged => ({ methods: [], obstacle })

const UNREADABLE = cannot({ kind: 'secret' })

function judge(
  provider: PaymentProvider<ProviderSettings> | undefined,
  payable: Payable<ProviderSettings>,
  refused: ReadonlySet<string>,
): Judged {
  if (!provider) return cannot({ kind: 'occasion' })
  const missing = provider.missing(payable.settings)
  if (missing.length > 0) return cannot({ kind: 'settings', missing })
  if (!takesCurrency(provider, payable)) return cannot({ kind: 'currency' })
  const offered = provider.offer(payable)
  if (offered.length === 0) return cannot({ kind: isAmount(provider, payable) ? 'amount' : 'occasion' })
  const methods = offered.filter(({ method }) => !refused.has(method))
  return methods.length === 0 ? cannot({ kind: 'categories' }) : { methods, obstacle: null }
}

/** A provider's own list goes before what is known of its currencies. */
function takesCurrency(
  provider: PaymentProvider<ProviderSettings>,
  { due, context, listed, settings }: Payable<ProviderSettings>,
): boolean {
  const code = due?.currency ?? context.currency
  return listed !== null || code === null || provider.takes?.(code, settings) !== false
}

/** Would it offer something for another sum? */
const isAmount = (provider: PaymentProvider<ProviderSettings>, payable: Payable<ProviderSettings>): boolean =>
  payable.due !== null && provider.offer({ ...payable, due: null, listed: null }).length > 0

type TicketSale = { readonly offer: OfferedEvent; readonly now: Instant; readonly code?: RedeemableCode | undefined }

/** What one ticket of a category costs with all that comes with it; by the visitor's code where there is one. */
export function dueForOne(category: Category, { offer, now, code }: TicketSale): Due {
  const selection = { lines: [{ category, quantity: 1 }], services: [] }
  const { price } = planOrder(selection, { offer, now, code: code ?? null })
  return { amount: price.total, currency: offer.context.currency ?? NO_CURRENCY }
}

/**
 * What keeps a ticket of this category from being paid, whatever the sum: `AWAITED`, no way to pay works yet; `OVER`, none
 * works so shortly before the event. Null where one works, and for a ticket that costs nothing.
 */
export function lackOfPayment(providers: Providers, category: Category, sale: TicketSale): 'AWAITED' | 'OVER' | null {
  const { offer, now } = sale
  if (dueForOne(category, sale).amount === 0n) return null
  const ways = judgeWays(providers, offer, { categories: [category.id], due: null, now })
  if (ways.some(({ obstacle }) => obstacle === null)) return null
  return ways.length > 0 && ways.every(({ obstacle }) => obstacle?.kind === 'occasion') ? 'OVER' : 'AWAITED'
}

/** What one pass costs with its VAT. */
export function dueForOnePass(pass: Pass): Due {
  const { total } = pricePasses({ source: pass.price, quantity: 1 }, pass.tax)
  return { amount: total, currency: pass.currency ?? NO_CURRENCY }
}

/** Does the pass cost something that no method can take, whatever the sum? Then it is not on sale yet. */
export function awaitsPaymentForPass(
  providers: Providers,
  { context: pass, settings }: Sale & { readonly context: Pass },
  now: Instant,
): boolean {
  if (dueForOnePass(pass).amount === 0n) return false
  const ways = judgeWays(providers, { context: pass, settings }, { categories: [], due: null, now })
  return ways.every(({ obstacle }) => obstacle !== null)
}

type Order = { readonly categories: readonly CategoryId[]; readonly due: Due; readonly now: Instant }

/**
 * Why no method takes this sum for these categories: because of the sum, or whatever it is (domain rules 4.5, rule 7).
 * Null where one does, and where nothing is due.
 */
export function paymentProblem(providers: Providers, sale: Sale, { categories, due, now }: Order): Problem | null {
  if (due.amount === 0n) return null
  const canPay = (sum: Due | null): boolean =>
    judgeWays(providers, sale, { categories, due: sum, now }).some(({ obstacle }) => obstacle === null)
  if (canPay(due)) return null
  return canPay(null) ? totalNotPayable(printed(due.amount, due.currency), due.currency) : NOT_PAYABLE
}
