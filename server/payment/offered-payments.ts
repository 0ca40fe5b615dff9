import type { CategoryId } from '#domain/catalog/category.ts'
import type { Instant } from '#domain/instant.ts'
import { PAYMENT_METHODS, type PaymentProxy, isUncheckedByBank } from '#domain/payment/payment-method.ts'
import { NO_CURRENCY } from '#domain/money/currency.ts'
import type { Reservation } from '#domain/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import type { Offer, OfferedEvent } from '#server/catalog/catalog.ts'
import { captchaKey } from '#server/challenge/captcha.ts'
import type { OfferedMethod } from '#server/providers/provider.ts'
import type { Due, PaymentParameters } from '#server/providers/terms.ts'
import type { Providers } from '#server/providers/registry.ts'
import { unlessUnreadable } from '#server/setting/sealed-value.ts'
import type { Settings } from '#server/setting/settings.ts'

export type OfferedPayment = OfferedMethod & { readonly proxy: PaymentProxy }

type Wanted = {
  readonly categories: readonly CategoryId[]
  readonly now: Instant
  /** What is to be paid, where it is known. */
  readonly due?: Due | null
  readonly country?: string | null
}

/**
 * The ways to pay for these categories now, in display order: allowed for the event or pass, usable, and refused by none of the
 * categories (lifecycle B.1). Two providers of one method: the first one is taken (booking contract section 7).
 */
export function offeredPayments(
  { providers }: { readonly providers: Providers },
  { context, settings }: Offer,
  { categories, now, due = null, country = null }: Wanted,
): OfferedPayment[] {
  if (context.isFreeOfCharge) return []
  const refusedMethods = new Set(categories.flatMap(id => settings.list('PAYMENT_METHODS_BLACKLIST', id)))
  const usable = providers
    .filter(({ proxy }) => context.paymentProxies.includes(proxy))
    .flatMap(provider =>
      unlessUnreadable(() => provider.offer({ context, settings, now, due, country, listed: null }), []).map(
        offered => ({ ...offered, proxy: provider.proxy }),
      ),
    )
  return PAYMENT_METHODS.flatMap(method => {
    const offered = refusedMethods.has(method) ? undefined : usable.find(one => one.method === method)
    if (!offered) return []
    const captcha = isUncheckedByBank(offered.proxy) ? captchaParameters(settings) : {}
    return [{ ...offered, parameters: { ...offered.parameters, ...captcha } }]
  })
}

type OrderToPay = {
  readonly offer: OfferedEvent
  readonly reservation: Reservation
  readonly tickets: readonly Ticket[]
}

/** The ways to pay an order now, by what is known of it. */
export function offeredToOrder(
  shop: { readonly providers: Providers },
  { offer, reservation: { price, currency, billing }, tickets }: OrderToPay,
  now: Instant,
): OfferedPayment[] {
  const categories = [...new Set(tickets.map(({ categoryId }) => categoryId))]
  const due = { amount: price.total, currency: currency ?? NO_CURRENCY }
  return offeredPayments(shop, offer, { categories, now, due, country: billing.country })
}

/** Where the organiser may ask for a captcha when no bank looks at the buyer. */
export const CAPTCHA_PLACE = 'ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS'

/** Does the browser have to bring a captcha with this way to pay, and by which key? */
function captchaParameters(settings: Settings): PaymentParameters {
  const key = captchaKey(settings, CAPTCHA_PLACE)
  return key === null
    ? { captchaRequestedForOffline: false }
    : { captchaRequestedForOffline: true, recaptchaApiKey: key }
}
