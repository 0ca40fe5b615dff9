import { expect, test } from 'vitest'
import type { CallOutcome, CancelOutcome, RefundOutcome } from '#server/providers/port/online.ts'
import { aTestProvider } from '#tests/fakes/payment-provider.ts'
import { type ProviderCall, type CallEnd, watchedProvider } from './watched.ts'

const { provider } = await aTestProvider()
const { online } = provider
if (!online) throw new Error('a provider without calls')

type Online = typeof online
type WatchedCall = ProviderCall & { readonly end: CallEnd }

/** Asks a provider whose functions are these, and returns what its watcher received. */
async function watchedCalls(changed: Partial<Online>, ask: (watched: Online) => Promise<unknown> | undefined) {
  const calls: WatchedCall[] = []
  const watch = (call: ProviderCall) => (end: CallEnd) => void calls.push({ ...call, end })
  const watched = watchedProvider({ ...provider, online: { ...online, ...changed } as Online }, watch).online
  if (!watched) throw new Error('it has no calls any more')
  const answer = await ask(watched)?.catch((error: unknown) => error)
  return { calls, answer }
}

/** What a question is does not matter here. */
const NOTHING = {} as never
const settled: CallOutcome = { kind: 'settled' } as never
const data = {}

test.each<[CallOutcome, CallEnd]>([
  [settled, 'good'],
  [{ kind: 'waiting', data }, 'good'],
  [{ kind: 'cancelled' }, 'good'],
  [{ kind: 'refused', code: 'error.generic', isOver: true }, 'refused'],
  [{ kind: 'mismatch', reason: 'another' }, 'unknown'],
  [{ kind: 'unknown', reason: '500' }, 'unknown'],
])('a payment that ends as %j is reported as %s, and the answer stays as it is', async (outcome, end) => {
  const methods = { call: 'call', look: 'read', capture: 'capture' } as const
  for (const operation of ['call', 'look', 'capture'] as const) {
    const { calls, answer } = await watchedCalls({ [methods[operation]]: async () => outcome }, watched =>
      watched[methods[operation]]?.(NOTHING),
    )
    expect([calls, answer]).toEqual([[{ provider: 'PAYPAL', operation, end }], outcome])
  }
})

test.each<[CancelOutcome, CallEnd]>([
  [{ kind: 'cancelled' }, 'good'],
  [{ kind: 'not-now', reason: 'paid' }, 'refused'],
  [{ kind: 'unknown', reason: '500' }, 'unknown'],
])('a cancellation that ends as %j is reported as %s', async (outcome, end) => {
  const { calls } = await watchedCalls({ cancel: async () => outcome }, watched => watched.cancel(NOTHING))
  expect(calls).toEqual([{ provider: 'PAYPAL', operation: 'cancel', end }])
})

test.each<[RefundOutcome, CallEnd]>([
  [{ kind: 'refunded', reference: 're_1' }, 'good'],
  [{ kind: 'pending', reference: 're_1', data }, 'good'],
  [{ kind: 'refused', reason: 'too late' }, 'refused'],
  [{ kind: 'unknown', reason: '500' }, 'unknown'],
])('a refund that ends as %j is reported as %s', async (outcome, end) => {
  const refunds = { isRepeatable: false, needs: [], send: async () => outcome, read: async () => outcome }
  const sent = await watchedCalls({ refunds }, watched => watched.refunds.send(NOTHING))
  const read = await watchedCalls({ refunds }, watched => watched.refunds.read(NOTHING))
  expect([...sent.calls, ...read.calls].map(({ operation, end }) => [operation, end])).toEqual([
    ['refund', end],
    ['look-at-refund', end],
  ])
  await watchedCalls({ refunds }, async ({ refunds: { isRepeatable } }) => expect(isRepeatable).toBe(false))
})

test('settings that are wrong are a refusal', async () => {
  const check = async () => ['The key is not known.']
  expect((await watchedCalls({ check }, watched => watched.check(NOTHING))).calls).toMatchObject([{ end: 'refused' }])
  expect((await watchedCalls({}, watched => watched.check(NOTHING))).calls).toMatchObject([{ end: 'good' }])
})

test('no reply is reported as unknown, and rejects as before', async () => {
  const failure = new Error('no reply')
  for (const operation of ['call', 'follow', 'list', 'bookings', 'check'] as const) {
    const failing = { [operation]: () => Promise.reject(failure) }
    const { calls, answer } = await watchedCalls(failing, watched => watched[operation]?.(NOTHING))
    expect([calls, answer]).toEqual([[{ provider: 'PAYPAL', operation, end: 'unknown' }], failure])
  }
})

test('what a provider can not do, it can not do when it is watched', async () => {
  const { calls } = await watchedCalls({ capture: undefined } as never, async ({ capture, follow, list, bookings }) => {
    expect([capture, follow, list, bookings]).toEqual([undefined, undefined, undefined, undefined])
  })
  expect(calls).toEqual([])
  const { online: none, ...offlineOnly } = provider
  expect([none, watchedProvider(offlineOnly, () => () => {})]).toEqual([online, offlineOnly])
})
