import type { Static, TSchema } from 'typebox'
import type { Instant } from '#domain/instant.ts'
import { ask } from '../ask.ts'
import { type Account, type Own, baseFor, credentials } from './account.ts'
import type { PayPalMoney } from './amounts.ts'
import { type Answer, answerOf } from './answer.ts'
import { Dispute, DisputeList, Order, Refund, Webhooks } from './replies.ts'
import { type Access, type Tokens, forgetToken, tokenFor } from './tokens.ts'

/** What PayPal is told of a new order. */
export type NewOrder = {
  readonly intent: 'CAPTURE'
  readonly purchase_units: readonly [
    { readonly custom_id: string; readonly description?: string; readonly amount: PayPalMoney },
  ]
  readonly payment_source: { readonly paypal: { readonly experience_context: ExperienceContext } }
}

type ExperienceContext = {
  readonly brand_name?: string
  readonly locale: string
  readonly shipping_preference: 'NO_SHIPPING'
  readonly user_action: 'CONTINUE'
  readonly landing_page: 'NO_PREFERENCE'
  readonly payment_method_preference: 'UNRESTRICTED' | 'IMMEDIATE_PAYMENT_REQUIRED'
  readonly return_url: string
  readonly cancel_url: string
}

export type NewRefund = { readonly amount: PayPalMoney; readonly custom_id: string }

export type Client = ReturnType<typeof clientOf>

/** Where PayPal is, null for its own addresses; and the tokens it has given. */
export type Place = { readonly base: string | null; readonly tokens: Tokens }

type Asking = {
  readonly account: Account
  readonly settings: Own
  readonly now: Instant
  readonly signal: AbortSignal
}

type Wish = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** `PayPal-Request-Id`. */
  readonly key?: string
  readonly body?: object
}

/** The calls we make. Each is sent once, and once more where only the token was too old. */
export function clientOf({ base, tokens }: Place, { account, settings, now, signal }: Asking) {
  const access: Access = {
    base: baseFor(base, account),
    credentials: credentials(settings, account),
    tokens,
    now,
    signal,
  }
  const asked = <Schema extends TSchema>(schema: Schema, wish: Wish) => askedAs(access, schema, wish)
  const get = <Schema extends TSchema>(schema: Schema, path: string) => asked(schema, { method: 'GET', path })
  return {
    createOrder: (order: NewOrder, key: string) =>
      asked(Order, { method: 'POST', path: '/v2/checkout/orders', key, body: order }),
    order: (id: string) => get(Order, `/v2/checkout/orders/${encodeURIComponent(id)}`),
    captureOrder: (id: string, key: string) =>
      asked(Order, { method: 'POST', path: `/v2/checkout/orders/${encodeURIComponent(id)}/capture`, key, body: {} }),
    refundCapture: (id: string, refund: NewRefund, key: string) =>
      asked(Refund, {
        method: 'POST',
        path: `/v2/payments/captures/${encodeURIComponent(id)}/refund`,
        key,
        body: refund,
      }),
    refund: (id: string) => get(Refund, `/v2/payments/refunds/${encodeURIComponent(id)}`),
    disputesOf: (captureId: string) =>
      get(DisputeList, `/v1/customer/disputes?disputed_transaction_id=${encodeURIComponent(captureId)}`),
    dispute: (id: string) => get(Dispute, `/v1/customer/disputes/${encodeURIComponent(id)}`),
    webhooks: () => get(Webhooks, '/v1/notifications/webhooks'),
  }
}

async function askedAs<Schema extends TSchema>(
  access: Access,
  schema: Schema,
  wish: Wish,
): Promise<Answer<Static<Schema>>> {
  const token = await tokenFor(access)
  if (token.kind !== 'ok') return token
  const answer = await sent(access, { schema, wish, token: token.value })
  if (answer.kind !== 'refused' || answer.status !== 401) return answer
  forgetToken(access, token.value)
  const renewed = await tokenFor(access)
  return renewed.kind === 'ok' ? sent(access, { schema, wish, token: renewed.value }) : renewed
}

type Sending<Schema> = { readonly schema: Schema; readonly wish: Wish; readonly token: string }

function sent<Schema extends TSchema>(
  { base, signal }: Access,
  { schema, wish: { method, path, key, body }, token }: Sending<Schema>,
): Promise<Answer<Static<Schema>>> {
  const reply = ask({
    method,
    url: `${base}${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(method === 'POST' && { 'content-type': 'application/json', prefer: 'return=representation' }),
      ...(key !== undefined && { 'paypal-request-id': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  })
  return answerOf(`${method} ${path.replace(/\?.*$/, '')}`, schema, reply)
}
