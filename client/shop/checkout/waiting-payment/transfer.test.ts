import { expect, test } from 'vitest'
import type { OrderSummary } from '#contract/reservation.ts'
import { transferOf } from './transfer.ts'

const orderSummary: OrderSummary = {
  summary: [],
  totalPrice: '240.00',
  free: false,
  displayVat: true,
  priceInCents: 24000,
  descriptionForPayment: '',
  totalVAT: '0',
  vatPercentage: null,
  notYetPaid: true,
}

test('the short id is the payment reason, the owner has a line for each that is set', () => {
  const event = { currency: 'EUR', bankAccount: ' DE89 3704 ', bankAccountOwner: ['Alpine', ' Via Nassa 1 ', ''] }
  expect(transferOf({ orderSummary, shortId: '4F2E1A90' }, event)).toEqual({
    amount: '240.00',
    currency: 'EUR',
    account: 'DE89 3704',
    owner: ['Alpine', 'Via Nassa 1'],
    reason: '4F2E1A90',
  })
})

test('an owner that is not set has no line', () => {
  const event = { currency: 'EUR', bankAccount: '', bankAccountOwner: [''] }
  expect(transferOf({ orderSummary, shortId: '4F2E1A90' }, event).owner).toEqual([])
})
