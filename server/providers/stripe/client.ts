import { Stripe } from 'stripe'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { NotReached, ask } from '#server/providers/port/ask.ts'
import type { Good } from '#server/providers/port/answer.ts'
import {
  Account,
  BookedTransaction,
  Charge,
  Dispute,
  Identified,
  Intent,
  Refund,
  WebhookEndpoint,
  pageOf,
} from './replies.ts'

/** The version whose fields we read. An update of the library brings another one, which has to be read up on first. */
export const API_VERSION = '2026-10-28.endive'

const TIMEOUT_MS = 20_000
const PAGE = 100

export type Access = {
  readonly key: string
  /** The connected account that is acted for. */
  readonly account: string | null
  readonly signal: AbortSignal
}

/** A payment by the name Stripe has for it: of an intent, or of a charge without one. */
export type Named = { readonly payment_intent: string } | { readonly charge: string }

export const named = (id: string): Named => (id.startsWith('pi_') ? { payment_intent: id } : { charge: id })

export type Client = ReturnType<typeof clientOf>

type Expansion = { readonly expand: string[] }
const WITH_FEE: Expansion = { expand: ['latest_charge.balance_transaction'] }
const CHARGE_WITH_FEE: Expansion = { expand: ['balance_transaction'] }

/**
 * The calls we make at `base`. A request is sent once: the library repeats it without telling, and then a refusal would
 * no longer prove that the first sending was not carried out.
 */
export function clientOf(base: string, { key, account, signal }: Access) {
  const { protocol, hostname, port } = new URL(base)
  const isPlain = protocol === 'http:'
  const stripe = new Stripe(key, {
    apiVersion: API_VERSION,
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    httpClient: transport(signal),
    ...(account !== null && { stripeAccount: account }),
  })
  return { ...intentCalls(stripe), ...chargeCalls(stripe), ...refundCalls(stripe), ...bookCalls(stripe) }
}

function intentCalls({ paymentIntents }: Stripe) {
  const path = '/v1/payment_intents'
  return {
    createIntent: (params: Stripe.PaymentIntentCreateParams, idempotencyKey: string) =>
      answerOf(`POST ${path}`, Intent, paymentIntents.create(params, { idempotencyKey })),
    intent: (id: string) => answerOf(`GET ${path}/${id}`, Intent, paymentIntents.retrieve(id, WITH_FEE)),
    cancelIntent: (id: string, idempotencyKey: string) =>
      answerOf(
        `POST ${path}/${id}/cancel`,
        Intent,
        paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }, { idempotencyKey }),
      ),
    /** Found a minute after it was made at the earliest; rarely an hour. */
    findIntents: (transactionId: string) =>
      answerOf(
        `GET ${path}/search`,
        pageOf(Intent),
        paymentIntents.search({ query: ofTransaction(transactionId), limit: PAGE, expand: inData(WITH_FEE) }),
      ),
  }
}

function chargeCalls({ charges }: Stripe) {
  const path = '/v1/charges'
  return {
    createCharge: (params: Stripe.ChargeCreateParams, idempotencyKey: string) =>
      answerOf(`POST ${path}`, Charge, charges.create({ ...params, ...CHARGE_WITH_FEE }, { idempotencyKey })),
    charge: (id: string) => answerOf(`GET ${path}/${id}`, Charge, charges.retrieve(id, CHARGE_WITH_FEE)),
    /** As `findIntents`. */
    findCharges: (transactionId: string) =>
      answerOf(
        `GET ${path}/search`,
        pageOf(Charge),
        charges.search({ query: ofTransaction(transactionId), limit: PAGE, expand: inData(CHARGE_WITH_FEE) }),
      ),
  }
}

function refundCalls({ refunds, disputes }: Stripe) {
  return {
    createRefund: (params: Stripe.RefundCreateParams, idempotencyKey: string) =>
      answerOf('POST /v1/refunds', Refund, refunds.create(params, { idempotencyKey })),
    refund: (id: string) => answerOf(`GET /v1/refunds/${id}`, Refund, refunds.retrieve(id)),
    refundsOf: (payment: Named) =>
      all('GET /v1/refunds', Refund, page => refunds.list({ ...payment, limit: PAGE, ...page })),
    disputesOf: (payment: Named) =>
      all('GET /v1/disputes', Dispute, page => disputes.list({ ...payment, limit: PAGE, ...page })),
  }
}

function bookCalls({ balanceTransactions, accounts, webhookEndpoints }: Stripe) {
  return {
    /** `from` and `to` in seconds, the end outside. */
    booked: (from: number, to: number) =>
      all('GET /v1/balance_transactions', BookedTransaction, page =>
        balanceTransactions.list({ created: { gte: from, lt: to }, limit: PAGE, expand: ['data.source'], ...page }),
      ),
    account: () => answerOf('GET /v1/account', Account, accounts.retrieveCurrent()),
    webhookEndpoints: () =>
      all('GET /v1/webhook_endpoints', WebhookEndpoint, page => webhookEndpoints.list({ limit: PAGE, ...page })),
  }
}

type Page = { readonly starting_after?: string }

/** Everything of a list, page by page. */
async function all<Item extends TSchema>(
  request: string,
  item: Item,
  ask: (page: Page) => Promise<unknown>,
): Promise<Answer<readonly Static<Item>[]>> {
  const found: Static<Item>[] = []
  let page: Page = {}
  for (;;) {
    const answer = await answerOf(request, pageOf(item), ask(page))
    if (answer.kind !== 'ok') return answer
    found.push(...answer.value.data)
    const last = answer.value.data.at(-1)
    if (!answer.value.has_more || !Value.Check(Identified, last)) return { kind: 'ok', value: found }
    page = { starting_after: last.id }
  }
}

const inData = ({ expand }: Expansion): string[] => expand.map(field => `data.${field}`)

const ofTransaction = (id: string): string => `metadata['transactionId']:'${id.replaceAll(/[\\']/g, String.raw`\$&`)}'`

/**
 * What came of a request. `summary` has no secrets: method, path, status and Stripe's code. `silent` says nothing about
 * whether the request was carried out; the others were not, and `unreached` was not even sent.
 */
export type Answer<Result> = Good<Result> | Failure

export type Failure =
  | (Summed & { readonly kind: 'declined'; readonly code: string | null; readonly reason: string | null })
  | (Summed & { readonly kind: 'invalid'; readonly code: string | null; readonly param: string | null })
  /** The key or the account may not do this. */
  | (Summed & { readonly kind: 'forbidden' })
  | (Summed & { readonly kind: 'busy' })
  | (Summed & { readonly kind: 'unreached' })
  | (Summed & { readonly kind: 'silent' })

type Summed = { readonly summary: string }

/** Waits for a reply and holds it against what we read of it. `request` is its method and path. */
export async function answerOf<Schema extends TSchema>(
  request: string,
  schema: Schema,
  reply: Promise<unknown>,
): Promise<Answer<Static<Schema>>> {
  let value: unknown
  try {
    value = await reply
  } catch (error) {
    return failureOf(request, error)
  }
  if (!Value.Check(schema, value)) return { kind: 'silent', summary: `${request}: a reply of another form` }
  return { kind: 'ok', value }
}

function failureOf(request: string, error: unknown): Failure {
  if (isBehind(error)) return { kind: 'unreached', summary: `${request}: not reached` }
  if (!(error instanceof Stripe.errors.StripeError)) return { kind: 'silent', summary: `${request}: no reply` }
  const { statusCode: status, code = null, param = null } = error
  const summary = [`${request}:`, status ?? 'no reply', code ?? error.rawType ?? ''].join(' ').trim()
  if (status === 429 || code === 'rate_limit') return { kind: 'busy', summary }
  // The library has an empty text where Stripe gave no reason.
  if (status === 402) return { kind: 'declined', code, reason: error.decline_code || null, summary }
  if (status === 401 || status === 403) return { kind: 'forbidden', summary }
  // The key was used for something else: what became of that, this reply does not say.
  if (error.rawType === 'idempotency_error') return { kind: 'silent', summary }
  if (status === 400 || status === 404) return { kind: 'invalid', code, param, summary }
  return { kind: 'silent', summary }
}

/** The library puts an error of its own around that of the connection. */
function isBehind(error: unknown): boolean {
  if (error instanceof NotReached) return true
  if (!(error instanceof Stripe.errors.StripeError)) return false
  const detail: unknown = error.detail
  return detail instanceof NotReached
}

type Transport = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>

const METHODS = { GET: 'GET', POST: 'POST', DELETE: 'DELETE' } as const
const isMethod = (text: string): text is keyof typeof METHODS => text in METHODS

/**
 * Lets the library ask as every other provider is asked: it ends when `signal` says so, follows no redirects, and reads
 * no endless reply.
 */
export function transport(signal: AbortSignal): Transport {
  return {
    getClientName: () => 'fetch',
    async makeRequest(host, port, path, method, headers, body, protocol, timeout) {
      if (!isMethod(method)) throw new Error(`${method} is not asked for`)
      const reply = await ask({
        method,
        url: `${protocol}://${host}:${port}${path}`,
        headers: textsOf(headers),
        ...(method === 'POST' && { body }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      })
      return {
        getStatusCode: () => reply.status,
        getHeaders: () => Object.fromEntries(reply.headers),
        getRawResponse: () => ({}),
        toStream: () => undefined,
        toJSON: async () => {
          if (typeof reply.value !== 'object' || reply.value === null) throw new Error('no JSON')
          return reply.value
        },
      }
    },
  }
}

/** The length of the body is counted by `fetch`. */
function textsOf(headers: Readonly<Record<string, string | number | string[] | undefined>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !/^content-length$/i.test(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}
