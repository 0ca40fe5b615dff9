import { descriptionOf } from '#server/providers/port/order.ts'
import { feeTerms, platformFee } from '#server/providers/port/platform-fee.ts'
import type { Beginning, Charge, OfferedMethod, Payable } from '#server/providers/port/provider.ts'
import { printed } from '#domain/foundation/money/money.ts'
import { type Account, type Own, accountOf, keptOf } from './account.ts'
import { LATER } from './codes.ts'
import { methodsFor, mollieMethod } from './methods.ts'
import { RETURN_PATH, webhookAddress } from './webhooks.ts'

/** The locales of Mollie, the usual one of a language first. */
const LOCALES =
  'ca_ES cs_CZ da_DK de_DE de_AT de_CH de_LU en_US en_BE en_GB en_NL es_ES fi_FI fr_FR fr_BE fr_LU hu_HU is_IS it_IT lt_LT lv_LV nb_NO nl_NL nl_BE pl_PL pt_PT sk_SK sv_SE'.split(
    ' ',
  )

/** Norwegian without saying which is bokmål. */
const LANGUAGES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' }

/** Null for a language that Mollie does not speak: it goes by the browser then. */
export function mollieLocale(language: string, country: string | null): string | null {
  const code = LANGUAGES[language] ?? language
  const exact = LOCALES.find(locale => locale === `${code}_${country ?? ''}`)
  return exact ?? LOCALES.find(locale => locale.startsWith(`${code}_`)) ?? null
}

/** VAT knows Greece and Northern Ireland by codes of its own. */
const OF_VAT: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' }

export const isoCountry = (country: string): string => OF_VAT[country] ?? country

const LONGEST_DESCRIPTION = 255

/** The methods of the wire that Mollie has for this sum and country. The page needs to know nothing about them. */
export function offer(payable: Payable<Own>): readonly OfferedMethod[] {
  const { settings } = payable
  const account = settings.flag('MOLLIE_CC_ENABLED') ? accountOf(settings) : null
  if (account === null) return []
  const parameters = account.mode === 'test' ? { isTest: true } : {}
  return methodsFor(payable).map(method => ({ method, parameters }))
}

/** Everything sent to Mollie besides the sum and our ids, which the attempt brings. */
export function begin(charge: Charge<Own>): Beginning {
  const { settings, addresses, reservation, country, due } = charge
  if (charge.open !== null) return { kind: 'look' }
  const account = settings.flag('MOLLIE_CC_ENABLED') ? accountOf(settings) : null
  const method = mollieMethod(charge.method)
  if (account === null || method === undefined || due.amount <= 0n) return { kind: 'refused', code: LATER }
  const request = {
    ...keptOf(account),
    method,
    // Begins with what the buyer quotes: methods cut it.
    description: descriptionOf(charge, LONGEST_DESCRIPTION, `${charge.shortId} - `),
    locale: mollieLocale(reservation.language, country),
    redirectUrl: `${addresses.order}${RETURN_PATH}`,
    webhookUrl: webhookAddress(addresses, reservation.id),
    applicationFee: feeIn(charge, account),
  }
  return { kind: 'call', request, meanwhile: 'elsewhere' }
}

/** Mollie takes no fee of a single cent, and an organiser's own key none at all (lifecycle B.5). */
const LARGEST_NO_FEE = 1n

/** As Mollie wants it; null where nothing is the platform's. */
function feeIn({ due, tickets, settings }: Charge<Own>, { kind }: Account): string | null {
  if (kind === 'key') return null
  const fee = platformFee(due, tickets, feeTerms(settings))
  return fee > LARGEST_NO_FEE ? printed(fee, due.currency) : null
}
