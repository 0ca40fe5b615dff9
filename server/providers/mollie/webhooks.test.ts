import { expect, test } from 'vitest'
import { aCharge } from '#tests/fakes/stripe/a-payment.ts'
import { RETURN_PATH, read, returns, webhookAddress, webhooks } from './webhooks.ts'

const { reservation, addresses } = aCharge()

const delivery = (body: string, reservationId = String(reservation.id)) => ({
  headers: {},
  parameters: { reservationId },
  query: {},
  body,
})

test.each(['id=tr_1', 'id=tr_7UhSN1zuXS', 'id=tr_1&more=x', 'id=+tr_1+'])(
  '%j is about that payment, without a key',
  body => {
    const [, id = ''] = /(tr_\w+)/.exec(body) ?? []
    expect(read(delivery(body))).toEqual({ kind: 'about', payment: { by: 'reference', id }, key: null })
  },
)

test.each(['', 'id=', 'payment=tr_1', '{"id":"tr_1"}'])('%j is malformed', body => {
  expect(read(delivery(body)).kind).toBe('malformed')
})

test.each(['id=ord_1', 'id=sub_1', 'id=tr_', `id=tr_${'a'.repeat(101)}`, 'id=tr_1/../refunds'])(
  '%j changes nothing',
  body => {
    expect(read(delivery(body)).kind).toBe('irrelevant')
  },
)

test('an address that is none of ours is malformed', () => {
  expect(read(delivery('id=tr_1', 'x')).kind).toBe('malformed')
})

test('the address that Mollie calls is served, and so is the former one', () => {
  const path = new URL(webhookAddress(addresses, reservation.id)).pathname.replace(
    String(reservation.id),
    ':reservationId',
  )
  expect(webhooks.map(webhook => [webhook.method, webhook.path])).toEqual([
    ['POST', path],
    ['POST', '/api/webhook/mollie/event/:eventName/reservation/:reservationId'],
  ])
  expect(webhooks[1]?.read(delivery('id=tr_1')).kind).toBe('irrelevant')
})

test('the address that buyers return to is served, and has the state of the payment checked', () => {
  const [back] = returns
  expect(back?.path).toBe(`/:purchaseContextType/:publicIdentifier/reservation/:reservationId${RETURN_PATH}`)
  const visit = (reservationId: string) => back?.read({ parameters: { reservationId }, query: {} })
  expect(visit(String(reservation.id))).toEqual({ kind: 'look', reservationId: reservation.id })
  expect(visit('x')).toEqual({ kind: 'malformed' })
})
