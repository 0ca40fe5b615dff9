import type { Currency } from '#domain/foundation/money/currency.ts'
import { feeTerms, platformFee } from '#server/providers/port/platform-fee.ts'
import type { Beginning, Charge, OfferedMethod, Payable } from '#server/providers/port/provider.ts'
import type { PageGuests, ProviderData } from '#server/providers/port/terms.ts'
import { descriptionOf } from '#server/providers/port/order.ts'
import { type Own, connectedAccount, webhookSecrets } from './account.ts'
import { canCharge, countable, isCounted, toStripe } from './amounts.ts'
import { ABORTED, MISSING_TOKEN } from './codes.ts'
import { methodsFor, takesCurrency } from './methods.ts'

const LONGEST_DESCRIPTION = 1000

/** One way to pay, whatever methods Stripe's form shows within it. */
export function offer(payable: Payable<Own>, script: string): readonly OfferedMethod[] {
  const { settings, due } = payable
  const key = settings.text('STRIPE_PUBLIC_KEY')
  if (key === null || missing(settings).length > 0 || (due !== null && !canCharge(due))) return []
  const methods = methodNames(payable)
  if (methods.length === 0) return []
  const account = connectedAccount(settings)
  const parameters = {
    stripe_p_key: key,
    enableSCA: settings.flag('STRIPE_ENABLE_SCA'),
    platformMode: settings.flag('PLATFORM_MODE_ENABLED'),
    ...(account !== null && { stripeConnectedAccount: account }),
    stripeScript: script,
    isTest: key.startsWith('pk_test_'),
    stripeMethods: methods.join(','),
    ...(due !== null && {
      stripeAmount: toStripe(due.amount, due.currency) ?? 0,
      stripeCurrency: due.currency.toLowerCase(),
    }),
  }
  return [
    {
      method: 'CREDIT_CARD',
      parameters,
      guests: guestsBy(script),
      ...(settings.flag('STRIPE_ENABLE_SCA') && { isStartedByPage: true }),
    },
  ]
}

/** Whom Stripe's script needs in the page: what Stripe publishes for a policy, or the place of a stand-in alone. */
function guestsBy(script: string): PageGuests {
  const { origin, hostname } = new URL(script)
  if (hostname !== STRIPE_HOST) return { frames: [origin], connections: [origin] }
  return { frames: FRAMES, connections: ['https://api.stripe.com'] }
}

const STRIPE_HOST = 'js.stripe.com'
const FRAMES = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://hooks.stripe.com',
  'https://link.com',
  'https://*.link.com',
]

/** Webhooks report the result of a payment, too: with authentication it is not offered without their secret. */
export function missing(settings: Own): readonly string[] {
  const isWebhookNeeded = settings.flag('STRIPE_ENABLE_SCA') && webhookSecrets(settings).length === 0
  const isAccountNeeded = settings.flag('PLATFORM_MODE_ENABLED') && connectedAccount(settings) === null
  return [
    ...(settings.flag('STRIPE_CC_ENABLED') ? [] : ['STRIPE_CC_ENABLED']),
    ...(settings.text('STRIPE_SECRET_KEY') === null ? ['STRIPE_SECRET_KEY'] : []),
    ...(settings.text('STRIPE_PUBLIC_KEY') === null ? ['STRIPE_PUBLIC_KEY'] : []),
    ...(isWebhookNeeded ? ['STRIPE_WEBHOOK_PAYMENT_KEY'] : []),
    ...(isAccountNeeded ? ['STRIPE_CONNECTED_ID'] : []),
  ]
}

export const takes = (currency: Currency, settings: Own): boolean =>
  isCounted(currency) && chosenMethods(settings).some(name => takesCurrency(name, currency))

/** Without authentication there is a form for cards and nothing else. */
const chosenMethods = (settings: Own): readonly string[] =>
  settings.flag('STRIPE_ENABLE_SCA') ? settings.list('STRIPE_METHODS') : ['card']

const methodNames = (payable: Payable<Own>): readonly string[] => methodsFor(payable, chosenMethods(payable.settings))

/** Everything sent to Stripe besides the sum and our ids, which the attempt brings. */
export function begin(charge: Charge<Own>): Beginning {
  if (charge.open !== null) return { kind: 'look' }
  if (missing(charge.settings).length > 0 || !canCharge(charge.due)) return { kind: 'refused', code: ABORTED }
  if (charge.settings.flag('STRIPE_ENABLE_SCA')) {
    const methods = methodNames(charge).join(',')
    return { kind: 'call', request: { step: 'intent', methods, ...common(charge) }, meanwhile: 'elsewhere' }
  }
  if (charge.gatewayToken === null || charge.gatewayToken.trim() === '') {
    return { kind: 'refused', code: MISSING_TOKEN }
  }
  const request = { step: 'charge', token: charge.gatewayToken, ...common(charge) }
  return { kind: 'call', request, meanwhile: 'charging' }
}

function common(charge: Charge<Own>): ProviderData {
  const { settings, addresses } = charge
  const account = connectedAccount(settings)
  return {
    account,
    description: descriptionOf(charge, LONGEST_DESCRIPTION),
    shop: addresses.shop,
    ...(account !== null && { applicationFee: feeIn(charge) }),
  }
}

/** In Stripe's units. */
function feeIn({ due, tickets, settings }: Charge<Own>): number {
  const fee = platformFee(due, tickets, feeTerms(settings))
  return toStripe(countable(fee, due.currency), due.currency) ?? 0
}
