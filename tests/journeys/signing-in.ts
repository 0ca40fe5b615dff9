import { expect } from 'vitest'
import { openIdProvider } from '../fakes/openid-provider.ts'
import type { RunningShop } from '../support/shop/running-shop.ts'

type Person = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** Where the provider of a shop leads after logging out there. */
export const AFTER_LOGOUT = '/event/type-evening'

/** A provider of sign-in that is a server of its own, and is not offered yet: `const { comes } = await signInOf(shop)`. */
export async function signInOf(shop: RunningShop) {
  const callbackURI = `${shop.url}/openid/callback`
  const provider = await openIdProvider([callbackURI])
  const people: Person[] = []

  /** A new person comes to the provider next. */
  function comes(firstName: string, lastName: string): Person {
    const sub = crypto.randomUUID()
    const email = `${sub.slice(0, 8)}@example.org`
    provider.comes({ sub, email, email_verified: true, given_name: firstName, family_name: lastName })
    people.push({ firstName, lastName, email })
    return { firstName, lastName, email }
  }

  /** Sign-in is offered from here on. */
  async function offerSignIn(): Promise<void> {
    const { issuer, clientId, clientSecret } = provider
    const configuration = { issuer, clientId, clientSecret, callbackURI, logoutUrl: shop.url + AFTER_LOGOUT }
    const stated = {
      OPENID_PUBLIC_ENABLED: 'true',
      OPENID_CONFIGURATION_JSON: JSON.stringify(configuration),
    }
    const rows = Object.entries(stated).map(([key, value]) => ({ key, value }))
    await shop.db.kysely
      .insertInto('setting')
      .values(rows)
      .onConflict(on => on.doNothing())
      .execute()
    const isOffered = async () => (await fetch(`${shop.url}/api/v2/public/user/authentication-enabled`)).json()
    await expect.poll(isOffered).toBe(true)
  }

  return { provider, people, comes, offerSignIn }
}
