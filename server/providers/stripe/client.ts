import { Stripe } from 'stripe'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type Answer, answerOf } from './answer.ts'
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
import { transport } from './transport.ts'

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
