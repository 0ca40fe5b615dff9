import { randomUUID } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type Reply, ask, basic } from '#server/providers/port/ask.ts'
import { type Good, type Silent, isGood, noReply, silent } from '#server/providers/port/answer.ts'
import { type Account, type Own, baseFor, credentials } from './account.ts'
import type { SaferpayAmount } from './amounts.ts'
import { Cancelled, Captured, Header, License, Page, Refunded, Refusal, Terminal, Asserted } from './replies.ts'

/** The version whose fields we send and read. */
export const SPEC_VERSION = '1.53'
const MANAGEMENT_VERSION = '1.14'

/** The largest number of repetitions that can be stated. */
const MOST_RETRIES = 9

/**
 * What came of a request. `summary` has no secrets: method, path, status and Saferpay's name of the error. `silent` says
 * nothing about whether the request was carried out, unless it is known that it was not.
 */
export type Answer<Result> = Good<Result> | Failure

export type Failure =
  | {
      readonly kind: 'error'
      readonly name: string
      /** May be shown to the buyer. */
      readonly message: string | null
      readonly summary: string
    }
  | Silent

/** One request; it is the same one when it is sent again. */
export type Sending = { readonly requestId: string; readonly repetition: number }

/** A request that only reads, of which no two are the same. */
export const reading = (transactionId: string, what: string): Sending => ({
  requestId: `${transactionId}-${what}-${randomUUID().slice(0, 8)}`,
  repetition: 0,
})

export type Reference = { readonly TransactionId: string } | { readonly OrderId: string }

export type Client = ReturnType<typeof clientOf>

type Access = { readonly settings: Own; readonly account: Account; readonly signal: AbortSignal }

/** The calls we make at `base`; each is sent once. */
export function clientOf(base: string | null, { settings, account, signal }: Access) {
  const { user, password } = credentials(settings)
  const root = baseFor(base, account)
  const authorization = basic(user, password)
  const post = async <Schema extends TSchema>(
    path: string,
    schema: Schema,
    { requestId, repetition }: Sending,
    body: object,
  ) => {
    const header = {
      SpecVersion: SPEC_VERSION,
      CustomerId: account.customer,
      RequestId: requestId,
      RetryIndicator: Math.min(repetition, MOST_RETRIES),
    }
    const reply = ask({
      method: 'POST',
      url: `${root}/Payment/v1/${path}`,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ RequestHeader: header, ...body }),
      signal,
    })
    return answerOf(`POST ${path}`, schema, reply, requestId)
  }
  const get = async <Schema extends TSchema>(path: string, schema: Schema) => {
    const headers = {
      authorization,
      accept: 'application/json',
      // Without it Saferpay answers 415, though nothing is sent.
      'content-type': 'application/json; charset=utf-8',
      'saferpay-apiversion': MANAGEMENT_VERSION,
      'saferpay-requestid': randomUUID(),
    }
    const reply = ask({ method: 'GET', url: `${root}/rest/customers/${account.customer}/${path}`, headers, signal })
    return answerOf(`GET ${path}`, schema, reply, null)
  }
  const referred = (reference: Reference) => ({ TransactionReference: reference })
  return {
    initialize: (sending: Sending, body: object) => post('PaymentPage/Initialize', Page, sending, body),
    /** Must not be called again and again: Saferpay may block the account. */
    assert: (sending: Sending, token: string) => post('PaymentPage/Assert', Asserted, sending, { Token: token }),
    /** Minutes late, and of what has succeeded only. Not to be called again and again either. */
    inquire: (sending: Sending, reference: Reference) =>
      post('Transaction/Inquire', Asserted, sending, referred(reference)),
    capture: (sending: Sending, id: string) =>
      post('Transaction/Capture', Captured, sending, referred({ TransactionId: id })),
    cancel: (sending: Sending, id: string) =>
      post('Transaction/Cancel', Cancelled, sending, referred({ TransactionId: id })),
    refund: (sending: Sending, { captureId, amount, orderId }: RefundOf) =>
      post('Transaction/Refund', Refunded, sending, {
        // Without the last field Saferpay refunds more than was paid.
        Refund: { Amount: amount, OrderId: orderId, RestrictRefundAmountToCapturedAmount: true },
        CaptureReference: { CaptureId: captureId },
      }),
    terminal: (id: string) => get(`terminals/${id}`, Terminal),
    license: () => get('license', License),
  }
}

type RefundOf = { readonly captureId: string; readonly amount: SaferpayAmount; readonly orderId: string }

/** Of these the body may not have been read, and with it the number of the request. */
const UNREAD = new Set([401, 403, 406, 415])

/** Waits for a reply and checks it against what we read of it. */
async function answerOf<Schema extends TSchema>(
  request: string,
  schema: Schema,
  sent: Promise<Reply>,
  requestId: string | null,
): Promise<Answer<Static<Schema>>> {
  const reply = await sent.catch(noReply)
  if (typeof reply === 'string') return silent(request, reply)
  const { status, headers, value } = reply
  if (status === 429) return silent(request, status, true)
  // Only JSON comes from Saferpay itself, and not from something in between.
  if (!headers.get('content-type')?.includes('application/json')) return silent(request, status)
  const isRead = requestId !== null && !UNREAD.has(status)
  if (isRead && Value.Check(Header, value) && value.ResponseHeader.RequestId !== requestId)
    return silent(request, 'the reply to another request')
  if (isGood(reply)) {
    return Value.Check(schema, value) ? { kind: 'ok', value } : silent(request, 'a reply of another form')
  }
  const isRefusal = status >= 400 && status < 500
  if (!isRefusal || !Value.Check(Refusal, value)) return silent(request, status)
  const { ErrorName: name, PayerMessage: message = null } = value
  return { kind: 'error', name, message, summary: `${request}: ${status} ${name}` }
}
