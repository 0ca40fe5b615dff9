import type { ListQuery } from '#server/providers/port/online.ts'
import { type Own, accountOf } from './account.ts'
import { toMollie } from './amounts.ts'
import { valueOf } from './answer.ts'
import { type Mollie, clientOf } from './client.ts'
import { isoCountry } from './locale.ts'
import { idsFor } from './methods.ts'

/**
 * What Mollie has for a sum and a country, by its names: only what the profile may take. Without the sum it would list
 * methods for euros only, and Apple Pay has to be requested. Rejects without a reply.
 */
export async function list(mollie: Mollie, query: ListQuery<Own>): Promise<readonly string[]> {
  const { settings, due, country, now, signal } = query
  const account = settings.flag('MOLLIE_CC_ENABLED') ? accountOf(settings) : null
  if (account === null) return []
  const { value, currency } = toMollie(due)
  const listed = valueOf(
    await clientOf(mollie, { account, now, signal }).methods({
      'amount[value]': value,
      'amount[currency]': currency,
      includeWallets: 'applepay',
      ...(country !== null && { billingCountry: isoCountry(country) }),
    }),
  )
  return idsFor(listed._embedded.methods, due)
}
