import type { Currency } from '#domain/foundation/money/currency.ts'
import type { Beginning, Charge, OfferedMethod, Payable } from '#server/providers/port/provider.ts'
import { descriptionOf } from '#server/providers/port/order.ts'
import { type Own, accountIn, missing } from './account.ts'
import { canCharge, isCounted } from './amounts.ts'
import { LATER } from './map-status.ts'
import { shownFor, takesCurrency } from './methods.ts'
import { RETURN_PATH } from './webhooks.ts'

const LONGEST_DESCRIPTION = 1000
/** Some methods cut order numbers after 50, and ours go on with the number of the payment. */
const LONGEST_ORDER = 20

/** Of the languages of the page, those that are written down; for others Saferpay goes by the browser. */
const LANGUAGES: ReadonlySet<string> = new Set(['de', 'en', 'fr', 'it'])

export function offer(payable: Payable<Own>): readonly OfferedMethod[] {
  if (!isUsable(payable)) return []
  const shown = shownFor(payable, payable.settings.list('SAFERPAY_METHODS'))
  const isTest = !payable.settings.flag('SAFERPAY_LIVE_MODE')
  return [...shown.keys()].map(method => ({ method, parameters: { isTest } }))
}

/** Everything sent to Saferpay besides the sum and our ids, which the attempt brings. */
export function begin(charge: Charge<Own>): Beginning {
  if (charge.open !== null) return { kind: 'look' }
  const account = accountIn(charge.settings)
  const shown = shownFor(charge, charge.settings.list('SAFERPAY_METHODS')).get(charge.method)
  if (!account || !isUsable(charge) || !shown) return { kind: 'refused', code: LATER }
  const { language } = charge.reservation
  const request = {
    ...account,
    order: charge.shortId.replaceAll(/[^\w.:-]/g, '').slice(0, LONGEST_ORDER),
    methods: shown.methods.join(','),
    wallets: shown.wallets.join(','),
    description: descriptionOf(charge, LONGEST_DESCRIPTION),
    language: LANGUAGES.has(language) ? language : null,
    returnUrl: `${charge.addresses.order}${RETURN_PATH}`,
  }
  return { kind: 'call', request, meanwhile: 'elsewhere' }
}

function isUsable({ settings, due }: Payable<Own>): boolean {
  return missing(settings).length === 0 && (due === null || canCharge(due))
}

export const takes = (currency: Currency, settings: Own): boolean =>
  isCounted(currency) && settings.list('SAFERPAY_METHODS').some(name => takesCurrency(name, currency))
