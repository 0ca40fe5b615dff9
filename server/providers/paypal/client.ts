import { createHash } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { after, minutes, type Instant } from '#domain/foundation/instant.ts'
import { type AccessToken, type AccessTokens, type Sent, accessTokens } from '#server/providers/port/access-tokens.ts'
import { type Good, type Silent, isGood, noReply, silent } from '#server/providers/port/answer.ts'
import { type Reply, ask, basic } from '#server/providers/port/ask.ts'
import { type Account, type Own, baseFor, credentials } from './account.ts'
import type { PayPalAmount } from './amounts.ts'
import { Capture, Dispute, Disputes, Order, Refund, Refusal, Token, TokenRefusal, Webhooks } from './replies.ts'

/** Where PayPal is (null: itself), and the tokens by which a shop calls it. */
export type Connection = { readonly base: string | null; readonly tokens: AccessTokens }

export const connectionTo = (base: string | null): Connection => ({ base, tokens: accessTokens() })

/** A token that ends while a request is under way is of no use. */
const EARLY_MS = minutes(2)

export type Client = ReturnType<typeof clientOf>

type Asking = {
  readonly settings: Own
  readonly account: Pick<Account, 'live'>
  readonly now: Instant
  readonly signal: AbortSignal
}

type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** The same for every repetition of a request. */
  readonly requestId?: string
}

/** The calls we make; each is sent once, and once more where the token has ended before its time. */
export function clientOf(connection: Connection, asking: Asking) {
  const holder = holderOf(connection, asking)
  const call = async <Schema extends TSchema>(schema: Schema, one: Call): Promise<Answer<Static<Schema>>> => {
    const reply = await connection.tokens.send(holder, token => sent(connection, asking, one, token))
    return reply.kind === 'ok'
      ? answerOf(`${one.method} ${one.path.split('?')[0]}`, schema, reply.value)
      : notSent(reply)
  }
  const get = <Schema extends TSchema>(schema: Schema, path: string) => call(schema, { method: 'GET', path })
  const order = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`
  const capture = (id: string) => `/v2/payments/captures/${encodeURIComponent(id)}`
  return {
    createOrder: (requestId: string, body: object) =>
      call(Order, { method: 'POST', path: '/v2/checkout/orders', body, requestId }),
    order: (id: string) => get(Order, order(id)),
    captureOrder: (requestId: string, id: string) =>
      call(Order, { method: 'POST', path: `${order(id)}/capture`, body: {}, requestId }),
    capture: (id: string) => get(Capture, capture(id)),
    /** It carries its key, by which it is found when PayPal has dropped that. */
    refundCapture: (requestId: string, id: string, amount: PayPalAmount) =>
      call(Refund, {
        method: 'POST',
        path: `${capture(id)}/refund`,
        body: { amount, custom_id: requestId },
        requestId,
      }),
    refund: (id: string) => get(Refund, `/v2/payments/refunds/${encodeURIComponent(id)}`),
    disputesOf: (captureId: string) =>
      get(Disputes, `/v1/customer/disputes?disputed_transaction_id=${encodeURIComponent(captureId)}`),
    dispute: (id: string) => get(Dispute, `/v1/customer/disputes/${encodeURIComponent(id)}`),
    webhooks: () => get(Webhooks, '/v1/notifications/webhooks'),
  }
}

/** Without a token nothing was asked for but that. */
const notSent = (failure: Failure): Failure => (failure.kind === 'silent' ? { ...failure, isUndone: true } : failure)

function sent({ base }: Connection, { account, signal }: Asking, call: Call, token: string): Promise<Sent> {
  const { method, path, body, requestId } = call
  return ask({
    method,
    url: `${baseFor(base, account)}${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json', prefer: 'return=representation' }),
      ...(requestId !== undefined && { 'paypal-request-id': requestId }),
    },
    signal,
    ...(body && { body: JSON.stringify(body) }),
  }).catch(noReply)
}

function holderOf({ base }: Connection, { settings, account, now, signal }: Asking) {
  const { client, secret } = credentials(settings)
  const root = baseFor(base, account)
  return {
    // Another secret is another name, so that a token does not outlive what it was got by.
    name: createHash('sha256')
      .update(JSON.stringify([root, client, secret]))
      .digest('base64'),
    now,
    isRefused: ({ status, value }: Reply) => status === 401 && issueIn(value) !== undefined,
    async exchange(): Promise<Answer<AccessToken>> {
      const reply = await ask({
        method: 'POST',
        url: `${root}/v1/oauth2/token`,
        headers: {
          authorization: basic(client, secret),
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
        signal,
      }).catch(noReply)
      const answer = answerOf('POST /v1/oauth2/token', Token, reply)
      if (answer.kind !== 'ok') return answer
      const { access_token: token, expires_in: seconds } = answer.value
      return { kind: 'ok', value: { token, until: after(now, seconds * 1000 - EARLY_MS) } }
    },
  }
}

/**
 * What came of a request. `summary` has no secrets: method, path, status and PayPal's name of the error. `silent` says
 * nothing about whether the request was carried out, unless it is known that it was not.
 */
export type Answer<Result> = Good<Result> | Failure

export type Failure =
  | {
      readonly kind: 'error'
      readonly status: number
      /** PayPal's issue, or where it names none, the class of the error. */
      readonly issue: string
      readonly summary: string
    }
  | Silent

/** Checks a reply against what we read of it. `request` is its method and path. */
export function answerOf<Schema extends TSchema>(request: string, schema: Schema, reply: Sent): Answer<Static<Schema>> {
  if (typeof reply === 'string') return silent(request, reply)
  const { status, value } = reply
  if (isGood(reply)) {
    return Value.Check(schema, value) ? { kind: 'ok', value } : silent(request, 'a reply of another form')
  }
  // Busy, and the same request under way: nothing is said of this one.
  const isRefusal = status >= 400 && status < 500 && status !== 409 && status !== 429
  const issue = isRefusal ? issueIn(value) : undefined
  if (issue === undefined) return silent(request, status, status === 429)
  return { kind: 'error', status, issue, summary: `${request}: ${status} ${issue}` }
}

/** Words of PayPal that may be logged. */
const NAME = /^[A-Za-z0-9_.]{1,80}$/

function issueIn(value: unknown): string | undefined {
  const names = Value.Check(Refusal, value)
    ? [value.details?.[0]?.issue, value.name]
    : Value.Check(TokenRefusal, value)
      ? [value.error]
      : []
  return names.find(name => name !== undefined && NAME.test(name))
}
