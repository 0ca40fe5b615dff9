import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import {
  PAYMENT_METHODS,
  type PaymentProxy,
  isPaidAtDesk,
  isUncheckedByBank,
} from '#domain/catalog/payment-method/payment-method.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { Offer, OfferedContext } from '#server/catalog/catalog/catalog.ts'
import { captchaKey } from '#server/foundation/challenge/captcha.ts'
import type { OfferedMethod } from '#server/providers/port/provider.ts'
import type { Due, PaymentParameters } from '#server/providers/port/terms.ts'
import type { Shop } from '#server/catalog/context.ts'
import { providerOf } from '#server/providers/registry/registry.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import { judgeWays } from '#server/catalog/sale-check/judge-ways.ts'

type Offering = Pick<Shop, 'providers' | 'methodLists'>

export type OfferedPayment = OfferedMethod & { readonly proxy: PaymentProxy }

type MethodQuery = {
  readonly categories: readonly CategoryId[]
  readonly now: Instant
  /** What is to be paid, where it is known. */
  readonly due?: Due | null
  readonly country?: string | null
}

/**
 * The ways to pay for these categories now, in display order: allowed for the event or pass, usable, and refused by none of the
 * categories (lifecycle B.1). Two providers of one method: the organiser's order of them decides.
 */
export function offeredPayments(
  { providers, methodLists }: Offering,
  { context, settings }: Offer,
  { categories, now, due = null, country = null }: MethodQuery,
): OfferedPayment[] {
  const listed = (proxy: PaymentProxy) => due && methodLists.cached({ proxy, contextId: context.id, due, country })
  const ways = judgeWays(providers, { context, settings }, { categories, now, due, country, listed })
  const usable = ways.flatMap(({ proxy, methods }) => methods.map(method => ({ ...method, proxy })))
  return PAYMENT_METHODS.flatMap(method => {
    const offered = usable.find(one => one.method === method)
    if (!offered) return []
    const captcha = isUncheckedByBank(offered.proxy) ? captchaParameters(settings) : {}
    return [{ ...offered, parameters: { ...offered.parameters, ...captcha } }]
  })
}

/** Has providers asked what they would offer for an order, where they can say so; `offeredToOrder` goes by that. */
export async function askProviders(
  { methodLists, config, clock, providers }: Shop,
  { offer: { context, settings }, reservation: { price, currency, billing } }: Omit<OrderToPay, 'tickets'>,
): Promise<void> {
  const due = { amount: price.total, currency: currency ?? NO_CURRENCY }
  const { country } = billing
  const listing = context.paymentProxies.map(async proxy => {
    const list = providerOf(providers, proxy)?.online?.list
    if (!list) return
    const query = { settings, now: clock.now(), shop: config.baseUrl, due, country }
    await methodLists.ask({ proxy, contextId: context.id, due, country }, () =>
      list({ ...query, signal: AbortSignal.timeout(LONGEST_LIST_MS) }),
    )
  })
  await Promise.all(listing)
}

/** A buyer waits for the page: what is not known by then is left to the provider. */
const LONGEST_LIST_MS = 3000

type OrderToPay = {
  readonly offer: OfferedContext
  readonly reservation: Reservation
  readonly tickets: readonly Ticket[]
}

/** The ways to pay an order now, by what is known of it. */
export function offeredToOrder(
  shop: Offering,
  { offer, reservation: { price, currency, billing, changes }, tickets }: OrderToPay,
  now: Instant,
): OfferedPayment[] {
  const categories = [...new Set(tickets.map(({ categoryId }) => categoryId))]
  const due = { amount: price.total, currency: currency ?? NO_CURRENCY }
  const offered = offeredPayments(shop, offer, { categories, now, due, country: billing.country })
  // Its ticket leaves it as soon as it is paid: none would be left to be paid for at the desk.
  return changes ? offered.filter(({ proxy }) => !isPaidAtDesk(proxy)) : offered
}

/** Where the organiser may ask for a captcha when no bank checks the buyer. */
export const CAPTCHA_PLACE = 'ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS'

/** Does the browser have to bring a captcha with this way to pay, and by which key? */
function captchaParameters(settings: Settings): PaymentParameters {
  const key = captchaKey(settings, CAPTCHA_PLACE)
  return key === null
    ? { captchaRequestedForOffline: false }
    : { captchaRequestedForOffline: true, recaptchaApiKey: key }
}
