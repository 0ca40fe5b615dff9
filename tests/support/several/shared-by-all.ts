import { expect, vi } from 'vitest'
import { resendReservationEmail } from '#contract/booking.ts'
import { authenticationEnabledPath, mePath } from '#contract/account-paths.ts'
import type { Database } from '#server/foundation/database/database.ts'
import type { OpenIdProvider } from '#tests/fakes/openid-provider.ts'
import { aBuyer } from '../buyer/buyer.ts'
import { type TestBrowser, aBrowser, signInAs } from '../buyer/signing-in.ts'
import { PATIENCE } from '../rush/rush-faults.ts'
import { PROCESSES, type SeveralShops } from './several-shops.ts'

const ADA = { sub: 'ada', email: 'ada@example.org', email_verified: true, given_name: 'Ada', family_name: 'Rossi' }

/** A visitor signs in through the balancer, so that another process serves each step. */
export async function signedIn(shops: SeveralShops, provider: OpenIdProvider, db: Database): Promise<TestBrowser> {
  const { issuer, clientId, clientSecret } = provider
  await db.kysely
    .insertInto('setting')
    .values([
      { key: 'OPENID_PUBLIC_ENABLED', value: 'true' },
      { key: 'OPENID_CONFIGURATION_JSON', value: JSON.stringify({ issuer, clientId, clientSecret }) },
    ])
    .execute()
  provider.comes(ADA)
  // A process remembers settings for a moment.
  await vi.waitFor(async () => {
    const offers = shops.urls().map(async url => (await fetch(url + authenticationEnabledPath)).json())
    expect(await Promise.all(offers)).not.toContain(false)
  }, PATIENCE)
  const browser = aBrowser(shops.url)
  await signInAs(browser)
  return browser
}

/** Each process knows who they are. */
export async function expectSignedInEverywhere(shops: SeveralShops, browser: TestBrowser): Promise<void> {
  const cookie = [...browser.cookies()].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(shops.urls()).toHaveLength(PROCESSES)
  for (const url of shops.urls()) {
    const answer = await fetch(url + mePath, { headers: { cookie } })
    expect([answer.status, await answer.json()]).toMatchObject([200, { firstName: 'Ada', emailAddress: ADA.email }])
  }
}

const MAILS_A_MINUTE = 10

/** When one buyer asks for mails as fast as they can, all processes together accept as many requests as one would. */
export async function expectCountedTogether(shops: SeveralShops, shortName: string): Promise<void> {
  const buyer = aBuyer(shops.url, { 'x-forwarded-for': '198.51.100.7' })
  await buyer.arrive()
  const params = {
    purchaseContextType: 'event' as const,
    publicIdentifier: shortName,
    reservationId: '00000000-0000-4000-8000-000000000000',
  }
  const requests = Array.from({ length: MAILS_A_MINUTE * PROCESSES }, () =>
    buyer.ask(resendReservationEmail, { params, query: { lang: 'en' } }),
  )
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.filter(status => status === 200)).toHaveLength(MAILS_A_MINUTE)
  expect(statuses.filter(status => status === 429)).toHaveLength(MAILS_A_MINUTE * (PROCESSES - 1))
}
