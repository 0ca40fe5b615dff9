import { expect, test } from 'vitest'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { PAYPAL } from './subjects.ts'
import { openWorld } from './world.ts'

const { url, startPayment, paymentsOf } = await openWorld(PAYPAL, {
  fake: paypalInTests,
  environment: fake => ({ PAYPAL_API_BASE: fake.url }),
})

async function answersTo(number: string, headers: Readonly<Record<string, string>> = {}) {
  const body = JSON.stringify({
    id: `WH-${number}`,
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: { id: '8AC1234567890123', custom_id: number },
  })
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
  const response = await fetch(`${url}/api/payment/webhook/paypal`, init)
  return [response.status, await response.text()]
}

test.each([
  ['without a signature', {}],
  [
    'with a made-up one',
    {
      'paypal-transmission-id': 'x',
      'paypal-transmission-time': new Date(1_800_000_000_000).toISOString(),
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/none',
      'paypal-transmission-sig': 'eA==',
    },
  ],
])('a stranger who guesses numbers %s does not find out which of them are payments', async (_, headers) => {
  const { id } = await startPayment()
  const [payment] = await paymentsOf(id)
  expect(await answersTo('999999', headers)).toEqual(await answersTo(String(payment?.id), headers))
  expect(await answersTo('999999', headers)).toEqual([400, 'not genuine'])
})
