import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { minutes } from '#domain/foundation/instant.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type {
  CallOutcome,
  CancelOutcome,
  ReceivedMoney,
  RefundOutcome,
  Webhook,
} from '#server/providers/port/online.ts'
import type { PaymentProvider } from '#server/providers/port/provider.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'

/** What the service does with the next payment, or answers when it is asked for the state of one. */
export type Reply =
  | Exclude<CallOutcome, { kind: 'settled' | 'authorized' }>
  | { kind: 'settled'; amount?: string; currency?: string }
  | { kind: 'authorized'; amount?: string; currency?: string }

type Ways = { capture: Reply; cancel: CancelOutcome; refund: RefundOutcome }

type SentCharge = { readonly key: string; readonly amount: string; readonly currency: string }

/**
 * A payment service over HTTP as they all are: requests with the same key have one effect, however often they are sent.
 */
export type TestService = {
  /** Each payment that was made, once. */
  readonly payments: ReadonlyMap<string, SentCharge>
  /** Every request, those that were repeated too. */
  readonly requests: readonly string[]
  /** How the next payment goes. `lost`: it is made, and the connection ends without a reply. */
  next(reply: Reply | 'lost' | 'unreachable'): void
  /** The state of payments from now on. */
  setState(reply: Reply): void
  /** What it answers to requests to capture, to refund and to cancel. */
  answers(ways: Partial<Ways>): void
  /** Keys of refunds it was asked for, and references of payments it was asked to cancel. */
  readonly refunds: readonly string[]
  readonly cancelled: readonly string[]
}

/** A provider under the name of one that this shop does not know yet, and the service behind it; it ends with the tests. */
export async function aTestProvider({ isStartedByPage = false } = {}): Promise<{
  readonly provider: PaymentProvider<unknown>
  readonly service: TestService
}> {
  const payments = new Map<string, SentCharge>()
  const requests: string[] = []
  let next: Reply | 'lost' | 'unreachable' = { kind: 'settled' }
  let state: Reply = { kind: 'settled' }
  let ways: Ways = {
    capture: { kind: 'settled' },
    cancel: { kind: 'cancelled' },
    refund: { kind: 'refunded', reference: 're_1' },
  }
  const refunds: string[] = []
  const cancelled: string[] = []
  const server = createServer((request, response) => {
    const [, path = '', key = ''] = (request.url ?? '').split('/')
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push(`${path} ${key}`)
      const answer = (reply: Reply) => response.end(JSON.stringify({ ...payments.get(key), ...reply }))
      if (path === 'look') return answer(state)
      if (next === 'unreachable') return request.socket.destroy()
      if (payments.has(key)) return answer(state)
      payments.set(key, { key, ...(JSON.parse(Buffer.concat(chunks).toString()) as Omit<SentCharge, 'key'>) })
      return next === 'lost' ? request.socket.destroy() : answer(next)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const ask = async (path: string, signal: AbortSignal, body?: object): Promise<CallOutcome> => {
    const init = body ? { method: 'POST', body: JSON.stringify(body), signal } : { signal }
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, init)
    return outcomeOf((await response.json()) as Reply & SentCharge)
  }
  const provider: PaymentProvider<unknown> = {
    proxy: 'PAYPAL',
    offer: () => [{ method: 'PAYPAL', parameters: {}, ...(isStartedByPage && { isStartedByPage }) }],
    missing: () => [],
    begin: ({ tickets, open }) =>
      isStartedByPage && open ? { kind: 'look' } : { kind: 'call', request: { tickets }, meanwhile: 'elsewhere' },
    online: {
      call: ({ idempotencyKey, amount, currency, request, signal }) =>
        ask(`pay/${idempotencyKey}`, signal, { amount: String(amount), currency, ...request }),
      longestPaymentMs: () => minutes(15),
      read: ({ transactionId, signal }) => ask(`look/${transactionId}-CHARGE-1`, signal),
      capture: async ({ transactionId }) => {
        const charge = payments.get(`${transactionId}-CHARGE-1`)
        if (!charge) throw new Error('nothing to take')
        return outcomeOf({ ...charge, ...ways.capture })
      },
      cancel: async ({ transactionId, reference }) => {
        cancelled.push(reference ?? `unnamed ${transactionId}`)
        return ways.cancel
      },
      refunds: {
        isRepeatable: true,
        needs: ['kept'],
        send: async ({ idempotencyKey }) => {
          refunds.push(idempotencyKey)
          return ways.refund
        },
        read: async () => ways.refund,
      },
      check: async () => [],
      webhooks: [WEBHOOK],
      returns: [],
    },
    read: () => ({ kind: 'paid' }),
  }
  return {
    provider,
    service: {
      payments,
      requests,
      refunds,
      cancelled,
      answers: changed => {
        ways = { ...ways, ...changed }
      },
      next: reply => {
        next = reply
      },
      setState: reply => {
        state = reply
      },
    },
  }
}

const WEBHOOK: Webhook<unknown> = {
  method: 'POST',
  path: '/api/payment/webhook/test/:reservationId',
  read: ({ parameters, body }) => {
    const id = reservationId(parameters['reservationId'] ?? '')
    if (!id || body === '') return { kind: 'malformed', reason: 'no payment' }
    if (body === 'news') return { kind: 'irrelevant', reason: 'no news' }
    return { kind: 'about', payment: { by: 'reservation', id }, key: body }
  },
  isGenuine: ({ headers }) => headers['x-signature'] === 'good',
}

export const KEPT: ProviderData = { payment: 'pay_1' }

function outcomeOf(reply: Reply & SentCharge): CallOutcome {
  if (reply.kind !== 'settled' && reply.kind !== 'authorized') return reply
  const { kind, key, amount, currency } = reply
  const received: ReceivedMoney = {
    amount: minor(BigInt(amount)),
    currency,
    gatewayTransactionId: key,
    gatewayPaymentId: null,
    fee: null,
  }
  return kind === 'settled' ? { kind, received, data: KEPT } : { kind, received, reference: key, data: KEPT }
}
