import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { openIdProvider } from '#tests/fakes/openid-provider.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { PAY_BY, infoOf, pay, readyToPay } from '../../support/buyer/purchase.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'
import { type Credentials, OWNER, aVisitor, forged, signedIn } from './people.ts'
import { offerSignIn } from './setting.ts'

// A buyer has agreed to pay at PayPal, in an order of their account. The address that says they would rather not needs no signature.

const clock = manualClock(instant(Date.now()))
let shopUrl = 'http://127.0.0.1:9'
const fake = await paypalInTests({ notify: () => shopUrl, now: () => clock.now() })
const served = await testShop({ clock, environment: { PAYPAL_API_BASE: fake.url } })
const { shop, url, apiKey } = served
shopUrl = url
const provider = await openIdProvider([`${shop.config.baseUrl}/openid/callback`])
await offerSignIn(shop.db, provider)
const organiser = await anOrganiser(url, apiKey)
const { tickets, ...file } = anEventFile(clock.now(), { settings: { ...fake.settings } })
const event = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['PAYPAL'] } })

const get = (address: string, headers: Credentials) => {
  const { pathname, search } = new URL(address, url)
  return fetch(`${url}${pathname}${search}`, { redirect: 'manual', headers })
}

/** The address of the second page, as the first one leads to it. */
async function onwardFrom(address: string, headers: Credentials): Promise<string> {
  const [, target = ''] = /content="0;url=([^"]*)"/.exec(await (await get(address, headers)).text()) ?? []
  return target.replaceAll('&amp;', '&')
}

test('what was agreed elsewhere is given up only by the buyer of the order', async () => {
  const owner = await signedIn(served, provider, OWNER)
  const buyer = aBuyer(url, owner)
  const id = await readyToPay(buyer, event, { Conference: 1 })
  const started = (await pay(buyer, id, PAY_BY.PAYPAL)).value as { value: { redirectUrl: string } }
  const reference = new URL(started.value.redirectUrl).searchParams.get('token') ?? ''
  await fake.buyer(reference, 'pay')
  await get(await onwardFrom(fake.back(reference), owner), owner)
  const agreedWith = async () => (await infoOf(buyer, id)).tokenAcquired
  expect(await agreedWith()).toBe(true)

  const declining = `/event/${event}/reservation/${id}/payment/paypal/cancel`
  const others = [{}, await aVisitor(url), await signedIn(served, provider), forged(owner)]
  for (const headers of others) {
    const answer = await get(declining, headers)
    expect([answer.status, answer.headers.get('location')?.endsWith(`/reservation/${id}/overview`)]).toEqual([
      302,
      true,
    ])
    expect(await agreedWith()).toBe(true)
  }
  await get(declining, owner)
  expect(await agreedWith()).toBe(false)
})
