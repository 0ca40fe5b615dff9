import { expect, test } from 'vitest'
import type { CallOutcome, CancelOutcome, RefundOutcome } from '#server/providers/port/online.ts'
import { aTestProvider } from '#tests/fakes/payment-provider.ts'
import { type ProviderCall, type CallEnd, watchedProvider } from './watched.ts'

const { provider } = await aTestProvider()
const { online } = provider
if (!online) throw new Error('a provider that asks nobody')

type Online = typeof online
type Told = ProviderCall & { readonly end: CallEnd }

/** Asks a provider whose functions are these, and returns what its watcher received. */
async function toldOf(changed: Partial<Online>, ask: (watched: Online) => Promise<unknown> | undefined) {
  const told: Told[] = []
  const watch = (asked: ProviderCall) => (end: CallEnd) => void told.push({ ...asked, end })
  const watched = watchedProvider({ ...provider, online: { ...online, ...changed } as Online }, watch).online
  if (!watched) throw new Error('it asks nobody any more')
  const answer = await ask(watched)?.catch((error: unknown) => error)
  return { told, answer }
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
  for (const operation of ['call', 'look', 'capture'] as const) {
    const { told, answer } = await toldOf({ [operation]: async () => outcome }, watched =>
      watched[operation]?.(NOTHING),
    )
    expect([told, answer]).toEqual([[{ provider: 'PAYPAL', operation, end }], outcome])
  }
})

test.each<[CancelOutcome, CallEnd]>([
  [{ kind: 'cancelled' }, 'good'],
  [{ kind: 'not-now', reason: 'paid' }, 'refused'],
  [{ kind: 'unknown', reason: '500' }, 'unknown'],
])('a cancellation that ends as %j is reported as %s', async (outcome, end) => {
  const { told } = await toldOf({ cancel: async () => outcome }, watched => watched.cancel(NOTHING))
  expect(told).toEqual([{ provider: 'PAYPAL', operation: 'cancel', end }])
})

test.each<[RefundOutcome, CallEnd]>([
  [{ kind: 'refunded', reference: 're_1' }, 'good'],
  [{ kind: 'pending', reference: 're_1', data }, 'good'],
  [{ kind: 'refused', reason: 'too late' }, 'refused'],
  [{ kind: 'unknown', reason: '500' }, 'unknown'],
])('a refund that ends as %j is reported as %s', async (outcome, end) => {
  const refunds = { isRepeatable: false, needs: [], send: async () => outcome, look: async () => outcome }
  const sent = await toldOf({ refunds }, watched => watched.refunds.send(NOTHING))
  const looked = await toldOf({ refunds }, watched => watched.refunds.look(NOTHING))
  expect([...sent.told, ...looked.told].map(({ operation, end: told }) => [operation, told])).toEqual([
    ['refund', end],
    ['look-at-refund', end],
  ])
  await toldOf({ refunds }, async ({ refunds: { isRepeatable } }) => expect(isRepeatable).toBe(false))
})

test('settings that are wrong are a refusal', async () => {
  const check = async () => ['The key is not known.']
  expect((await toldOf({ check }, watched => watched.check(NOTHING))).told).toMatchObject([{ end: 'refused' }])
  expect((await toldOf({}, watched => watched.check(NOTHING))).told).toMatchObject([{ end: 'good' }])
})

test('no reply is reported as unknown, and rejects as before', async () => {
  const failure = new Error('no reply')
  for (const operation of ['call', 'follow', 'list', 'bookings', 'check'] as const) {
    const failing = { [operation]: () => Promise.reject(failure) }
    const { told, answer } = await toldOf(failing, watched => watched[operation]?.(NOTHING))
    expect([told, answer]).toEqual([[{ provider: 'PAYPAL', operation, end: 'unknown' }], failure])
  }
})

test('what a provider can not do, it can not do when it is watched', async () => {
  const { told } = await toldOf({ capture: undefined } as never, async ({ capture, follow, list, bookings }) => {
    expect([capture, follow, list, bookings]).toEqual([undefined, undefined, undefined, undefined])
  })
  expect(told).toEqual([])
  const { online: none, ...asksNobody } = provider
  expect([none, watchedProvider(asksNobody, () => () => {})]).toEqual([online, asksNobody])
})
