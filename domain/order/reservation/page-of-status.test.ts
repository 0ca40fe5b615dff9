import { expect, test } from 'vitest'
import { type ReservationPage, pageOfStatus } from './states.ts'

test.each<[string, boolean, ReservationPage]>([
  ['PENDING', false, 'book'],
  ['PENDING', true, 'overview'],
  ['COMPLETE', true, 'success'],
  ['FINALIZING', true, 'success'],
  ['OFFLINE_PAYMENT', true, 'waiting-payment'],
  ['OFFLINE_FINALIZING', true, 'waiting-payment'],
  ['DEFERRED_OFFLINE_PAYMENT', true, 'deferred-payment'],
  ['EXTERNAL_PROCESSING_PAYMENT', true, 'processing-payment'],
  ['WAITING_EXTERNAL_CONFIRMATION', true, 'processing-payment'],
  ['IN_PAYMENT', true, 'error'],
  ['STUCK', true, 'error'],
  ['CANCELLED', true, 'not-found'],
  ['CREDIT_NOTE_ISSUED', true, 'not-found'],
  ['CUSTOM_OFFLINE_PAYMENT', true, 'not-found'],
  ['toString', true, 'not-found'],
])('%s (details accepted: %s) is shown on %s', (status, validatedBookingInformation, page) => {
  expect(pageOfStatus({ status, validatedBookingInformation })).toBe(page)
})

test('a lookup that failed is shown as not found', () => {
  expect(pageOfStatus(undefined)).toBe('not-found')
})
