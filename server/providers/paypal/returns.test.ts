import { describe, expect, test } from 'vitest'
import { returnAddress, returns } from './returns.ts'

// How buyers come back from PayPal. What the address says proves nothing.

const ID = '11111111-2222-4333-8444-555555555555'
const HMAC = 'a1'.repeat(32)

const readerOf = (end: string) => {
  const found = returns.find(({ path }) => path.endsWith(end))
  if (!found) throw new Error(end)
  return found.read
}
const [redirect, confirm, cancel] = [':operation', '/confirm', '/cancel'].map(readerOf) as [
  ReturnType<typeof readerOf>,
  ReturnType<typeof readerOf>,
  ReturnType<typeof readerOf>,
]

test('the addresses are those of the wire', () => {
  const order = '/:purchaseContextType/:publicIdentifier/reservation/:reservationId'
  expect(returns.map(({ path }) => path)).toEqual([
    '/payment/paypal/redirect/:operation',
    `${order}/payment/paypal/confirm`,
    `${order}/payment/paypal/cancel`,
  ])
})

describe('the first page', () => {
  const to = {
    shop: 'https://t.example.org',
    kind: 'event',
    identifier: 'gala',
    reservationId: ID,
    signature: HMAC,
  } as const
  const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams)
  const QUERY = queryOf(returnAddress('confirm', to))

  test.each(['confirm', 'cancel'] as const)('goes on to %s below the order', operation => {
    const query = { ...queryOf(returnAddress(operation, to)), token: '5O1', PayerID: 'QYR', more: 'x' }
    expect(redirect({ parameters: { operation }, query })).toEqual({
      kind: 'onward',
      path: `/event/gala/reservation/${ID}/payment/paypal/${operation}?hmac=${HMAC}&token=5O1&PayerID=QYR`,
    })
  })

  test('carries what PayPal adds as it is, without leaving our site', () => {
    const query = { ...QUERY, token: '5O1&x=1', PayerID: '"><script>' }
    const reading = redirect({ parameters: { operation: 'confirm' }, query })
    if (reading.kind !== 'onward') throw new Error(reading.kind)
    expect(reading.path).toMatch(/^\/event\/gala\/[^"<>]*token=5O1%26x%3D1&[^"<>]*$/)
  })

  test.each([
    ['another operation', 'pay', {}],
    ['no order', 'confirm', { reservationId: 'x' }],
    ['another kind', 'confirm', { purchaseContextType: '/evil.example' }],
    ['a way out', 'confirm', { purchaseContextIdentifier: '../..//evil.example' }],
    ['nothing in its place', 'confirm', { purchaseContextIdentifier: '' }],
    ['two of them', 'confirm', { purchaseContextIdentifier: ['a', 'b'] as unknown as string }],
  ])('with %s is malformed', (_, operation, more) => {
    expect(redirect({ parameters: { operation }, query: { ...QUERY, ...more } })).toEqual({ kind: 'malformed' })
  })
})

describe('the second page', () => {
  const parameters = { reservationId: ID }
  const query = { hmac: HMAC, token: '5O1', PayerID: 'QYR5Z8XDVJNXQ' }

  test('says that the buyer has agreed, and keeps nothing of the buyer', () => {
    expect(confirm({ parameters, query })).toEqual({
      kind: 'agreed',
      reservationId: ID,
      reference: '5O1',
      data: { isApproved: true, isDeclined: false, signature: HMAC },
    })
  })

  test.each(['token', 'PayerID'])('without %s the buyer would rather not', name => {
    expect(confirm({ parameters, query: { ...query, [name]: '' } })).toEqual({ kind: 'declined', reservationId: ID })
  })

  test.each(['', 'short', `${HMAC}0`, HMAC.toUpperCase()])('with signature "%s" is malformed', hmac => {
    expect(confirm({ parameters, query: { ...query, hmac } })).toEqual({ kind: 'malformed' })
  })

  test('of no order is malformed', () => {
    for (const read of [confirm, cancel]) expect(read({ parameters: {}, query })).toEqual({ kind: 'malformed' })
  })

  test('of cancel says that the buyer would rather not', () => {
    expect(cancel({ parameters, query })).toEqual({ kind: 'declined', reservationId: ID })
  })
})
