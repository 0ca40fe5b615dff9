import { createHash } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type Instant, minutes } from '#domain/foundation/instant.ts'
import { type Reply, ask } from '#server/providers/port/ask.ts'
import { NotReached } from '#server/providers/port/ask.ts'
import { type Account, type Own, baseFor, credentials } from './account.ts'
import type { PayPalAmount } from './amounts.ts'
import { Capture, Dispute, Disputes, Order, Refund, Refusal, Token, TokenRefusal, Webhooks } from './replies.ts'

/** Where PayPal is (null: itself), and what it gave to ask with, by who asks; one for each shop. */
export type Connection = { readonly base: string | null; readonly tokens: Map<string, Access> }
type Access = { readonly token: string; readonly until: Instant }

export const connectionTo = (base: string | null): Connection => ({ base, tokens: new Map() })

/** A token that ends while a request is under way is of no use. */
const EARLY_MS = minutes(2)
/** More would be organisers that came and went. */
const MOST_TOKENS = 1000

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
  const call = async <Schema extends TSchema>(schema: Schema, one: Call) => {
    const name = `${one.method} ${one.path.split('?')[0]}`
    const first = await tokenFor(connection, asking)
    if (first.kind !== 'ok') return notSent(first)
    const answer = await answerOf(name, schema, sent(connection, asking, one, first.value))
    if (answer.kind !== 'error' || answer.status !== 401) return answer
    connection.tokens.delete(keyOf(connection, asking))
    const second = await tokenFor(connection, asking)
    if (second.kind !== 'ok') return notSent(second)
    return answerOf(name, schema, sent(connection, asking, one, second.value))
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

function sent({ base }: Connection, { account, signal }: Asking, call: Call, token: string): Promise<Reply> {
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
  })
}

/** Another secret is another key, so that a token does not outlive what it was got by. */
function keyOf({ base }: Connection, { settings, account }: Asking): string {
  const { client, secret } = credentials(settings)
  return createHash('sha256')
    .update(JSON.stringify([baseFor(base, account), client, secret]))
    .digest('base64')
}

async function tokenFor(connection: Connection, asking: Asking): Promise<Answer<string>> {
  const { base, tokens } = connection
  const { settings, account, now, signal } = asking
  const key = keyOf(connection, asking)
  const known = tokens.get(key)
  if (known && now < known.until) return { kind: 'ok', value: known.token }
  const { client, secret } = credentials(settings)
  const reply = ask({
    method: 'POST',
    url: `${baseFor(base, account)}/v1/oauth2/token`,
    headers: {
      authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    signal,
  })
  const answer = await answerOf('POST /v1/oauth2/token', Token, reply)
  if (answer.kind !== 'ok') return answer
  if (tokens.size >= MOST_TOKENS) tokens.clear()
  const { access_token: token, expires_in: seconds } = answer.value
  tokens.set(key, { token, until: (now + seconds * 1000 - EARLY_MS) as Instant })
  return { kind: 'ok', value: token }
}

/**
 * What came of a request. `summary` has no secrets: method, path, status and PayPal's name of the error. `silent` says
 * nothing about whether the request was carried out, unless it is known that it was not.
 */
export type Answer<Result> = { readonly kind: 'ok'; readonly value: Result } | Failure

export type Failure =
  | {
      readonly kind: 'error'
      readonly status: number
      /** PayPal's issue, or where it names none, the class of the error. */
      readonly issue: string
      readonly summary: string
    }
  | Silent

type Silent = {
  readonly kind: 'silent'
  /** It was not even sent, or not listened to. */
  readonly isUndone: boolean
  readonly summary: string
}

/** Waits for a reply and holds it against what we read of it. */
export async function answerOf<Schema extends TSchema>(
  request: string,
  schema: Schema,
  reply: Promise<Reply>,
): Promise<Answer<Static<Schema>>> {
  const silent = (why: string | number, isUndone = false): Failure => ({
    kind: 'silent',
    isUndone,
    summary: `${request}: ${why}`,
  })
  let told: Reply
  try {
    told = await reply
  } catch (error) {
    return error instanceof NotReached ? silent('not reached', true) : silent('no reply')
  }
  const { status, value } = told
  if (status >= 200 && status < 300) {
    return Value.Check(schema, value) ? { kind: 'ok', value } : silent('a reply of another form')
  }
  // Busy, and the same request under way: nothing is said of this one.
  const isSaid = status >= 400 && status < 500 && status !== 409 && status !== 429
  const issue = isSaid ? issueIn(value) : undefined
  if (issue === undefined) return silent(status, status === 429)
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

/** What must be known to go on; rejects with what is wrong otherwise. */
export function valueOf<Result>(answer: Answer<Result>): Result {
  if (answer.kind !== 'ok') throw new Error(answer.summary)
  return answer.value
}
