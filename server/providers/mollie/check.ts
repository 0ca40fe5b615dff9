import type { ListQuery, Query } from '#server/providers/port/online.ts'
import { valueOf } from '#server/providers/port/answer.ts'
import { type Account, type Own, accountOf, missingOfAccount } from './account.ts'
import { type Client, type Mollie, clientOf } from './client.ts'
import { hasOneOfOurs, idsFor } from './methods.ts'
import { toMollie } from './amounts.ts'
import { isoCountry } from './begin.ts'

/** What is wrong with the settings, one sentence each. Where Mollie is not offered, nothing is wrong. */
export async function check(mollie: Mollie, { settings, shop, now, signal }: Query<Own>): Promise<readonly string[]> {
  if (!settings.flag('MOLLIE_CC_ENABLED')) return []
  const account = accountOf(settings)
  if (account === null) return missingIn(settings)
  const client = clientOf(mollie, { account, now, signal })
  const refused = account.kind === 'key' ? await ofProfile(client) : []
  return [...ofSettings(account, shop), ...refused, ...(refused.length > 0 ? [] : await ofMethods(client))]
}

function missingIn(settings: Own): readonly string[] {
  const why = settings.flag('PLATFORM_MODE_ENABLED') ? 'PLATFORM_MODE_ENABLED is on and ' : ''
  return missingOfAccount(settings).map(key => `${why}${key} is missing.`)
}

/** Mollie refuses payments whose messages it could not deliver. */
const LOCAL = /^https?:\/\/(localhost|127\.|\[::1\]|10\.|192\.168\.)/

function ofSettings({ kind, mode }: Account, shop: string): readonly string[] {
  return [
    ...(kind === 'key' && mode === null
      ? ['MOLLIE_API_KEY is no key of a profile: it begins with neither live_ nor test_.']
      : []),
    ...(LOCAL.test(shop) ? [`Mollie can't call this shop at ${shop}: it needs an address that is public.`] : []),
  ]
}

async function ofProfile(client: Client): Promise<readonly string[]> {
  const answer = await client.profile()
  if (answer.kind === 'forbidden') return [`Mollie refuses MOLLIE_API_KEY (${answer.summary}).`]
  if (answer.kind !== 'ok') return [`Mollie could not be asked (${answer.summary}).`]
  const { id, mode, status } = answer.value
  const isReady = mode !== 'live' || status == null || status === 'verified'
  return isReady ? [] : [`Profile ${id} can't take payments yet: it is ${status} in the dashboard of Mollie.`]
}

/** Without a sum Mollie lists the methods for euros. */
async function ofMethods(client: Client): Promise<readonly string[]> {
  const answer = await client.methods({ includeWallets: 'applepay' })
  if (answer.kind === 'forbidden')
    return [`Mollie refuses the app, its refresh token or the profile (${answer.summary}).`]
  if (answer.kind !== 'ok') return [`Mollie could not be asked (${answer.summary}).`]
  return hasOneOfOurs(answer.value._embedded.methods)
    ? []
    : ['No method that this shop can offer is active at Mollie: activate one in the dashboard.']
}

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
